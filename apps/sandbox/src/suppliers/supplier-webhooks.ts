import type { Settings } from '../store/settings.ts';
import { codesWholesaleWebhooks } from './codeswholesale-webhooks.ts';
import { kinguinWebhooks } from './kinguin-webhooks.ts';
import type { ChangeListener, StoredOrder, StoredProduct, SupplierName } from './supplier-store.ts';
import type { WebhookContent, WebhookDialect } from './webhook-dialect.ts';

/** `twice`: each comes twice. `reordered`: what is sent together comes in the opposite order. `mixed`: both. */
export const webhookModes = ['normal', 'twice', 'reordered', 'mixed', 'none'] as const;
type WebhookMode = (typeof webhookModes)[number];

/** How a supplier tells of each change. */
const dialects: Readonly<Record<SupplierName, WebhookDialect>> = { kinguin: kinguinWebhooks, codeswholesale: codesWholesaleWebhooks };

interface Message extends WebhookContent {
  readonly supplier: SupplierName;
}

/** More wait for nobody: suppliers lose webhooks, too. */
const MOST_WAITING = 1000;
const AT_ONCE = 5;
const TOGETHER_MS = 20;
const RETRY_AFTER_MS = [0, 1000, 3000] as const;
const nameOf = (supplier: SupplierName) => `supplier-webhooks-${supplier}`;

export function webhookModeOf(settings: Settings, supplier: SupplierName): WebhookMode {
  return settings.read<WebhookMode>(nameOf(supplier), 'normal');
}

export function setWebhookMode(settings: Settings, supplier: SupplierName, mode: WebhookMode): WebhookMode {
  return settings.write(nameOf(supplier), mode);
}

/** Webhooks of suppliers: unsigned or signing the caller alone, lost where nobody takes them. Kept in memory. */
export class SupplierWebhooks implements ChangeListener {
  private readonly settings: Settings;
  private readonly base: URL;
  private waiting: Message[] = [];
  private sending: Message[] = [];
  private timer: NodeJS.Timeout | null = null;
  private readonly stopped = new AbortController();

  /** `origin`: any address of the shop's API. */
  constructor(settings: Settings, origin: string) {
    this.settings = settings;
    this.base = new URL('/webhooks/suppliers/', origin);
  }

  productChanged(supplier: SupplierName, product: StoredProduct, at: Date): void {
    this.add({ supplier, ...dialects[supplier].product(product, at) });
  }

  productLeft(supplier: SupplierName, id: string, at: Date): void {
    this.add({ supplier, ...dialects[supplier].left(id, at) });
  }

  orderChanged(supplier: SupplierName, order: StoredOrder, at: Date): void {
    this.add({ supplier, ...dialects[supplier].order(order, at) });
  }

  /** Drops what waits. */
  forget(supplier: SupplierName): void {
    const isOfOthers = (message: Message) => message.supplier !== supplier;
    this.waiting = this.waiting.filter(isOfOthers);
    this.sending = this.sending.filter(isOfOthers);
  }

  close(): void {
    this.stopped.abort();
    this.waiting = [];
    if (this.timer) clearTimeout(this.timer);
  }

  private add(message: Message): void {
    const mode = webhookModeOf(this.settings, message.supplier);
    if (mode === 'none' || this.waiting.length >= MOST_WAITING) return;
    this.waiting.push(message, ...(mode === 'twice' || mode === 'mixed' ? [message] : []));
    this.timer ??= setTimeout(() => void this.sendAll(), TOGETHER_MS).unref();
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const together = this.waiting;
      this.waiting = [];
      const isReordered = ({ supplier }: Message) => ['reordered', 'mixed'].includes(webhookModeOf(this.settings, supplier));
      this.sending = [...together.filter(isReordered).toReversed(), ...together.filter((message) => !isReordered(message))];
      const senders = Array.from({ length: AT_ONCE }, async () => {
        for (let next = this.sending.shift(); next; next = this.sending.shift()) await this.send(next);
      });
      await Promise.all(senders);
    }
    this.timer = null;
  }

  private async send({ supplier, headers, body }: Message): Promise<void> {
    for (const pause of RETRY_AFTER_MS) {
      if (this.stopped.signal.aborted) return;
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause).unref());
      try {
        const signal = AbortSignal.any([this.stopped.signal, AbortSignal.timeout(5000)]);
        const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body), signal };
        if ((await fetch(new URL(supplier, this.base), request)).ok) return;
      } catch {
        // The shop is away: once more, and then it is lost.
      }
    }
  }
}
