import { sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { type BuyerOfShop, control } from '../buyer.ts';

const READERS = 3;
const BUYERS = 3;
const READERS_PAUSE_MS = 30;
/** Longer: there must be keys of each product left when the migrations of a full run end, after minutes, on a slow machine, too. */
const BUYERS_PAUSE_MS = sized({ full: 1000, sample: 250 });
/** A buyer who is told to come back does, for so long. */
const PATIENCE_MS = 60_000;

export interface Told {
  /** Payment sessions that the shop has answered, whose buyers then paid. */
  readonly paid: readonly string[];
  readonly reads: number;
  /** How often a call was answered with 503 and `Retry-After`, and repeated. */
  readonly retried: number;
  /** What a client must not see. */
  readonly faults: readonly string[];
  /** The longest time from the first try of a call to its answer. */
  readonly longestMs: number;
}

/** Readers and buyers, who go on until they are told to end. */
export class Load {
  private readonly shop: BuyerOfShop;
  private readonly kinguinIds: readonly number[];
  private readonly paid: string[] = [];
  private readonly faults: string[] = [];
  private readonly begun = new Set<number>();
  private reads = 0;
  private retried = 0;
  private longestMs = 0;
  private isOver = false;
  private readonly people: Promise<unknown>;

  constructor(shop: BuyerOfShop, kinguinIds: readonly number[]) {
    this.shop = shop;
    this.kinguinIds = kinguinIds;
    const pages = ['/home', '/products/getAllProductsFiltred?limit=32', '/products/getAllProductsFiltred?limit=32&type=software'];
    this.people = Promise.all([
      ...Array.from({ length: READERS }, (_, index) =>
        this.goOn(READERS_PAUSE_MS, () => this.read(pages[index % pages.length] ?? '/home')),
      ),
      ...Array.from({ length: BUYERS }, (_, index) => this.goOn(BUYERS_PAUSE_MS, (round) => this.buy(index + BUYERS * round))),
    ]);
  }

  get sold(): number {
    return this.paid.length;
  }

  /** How long the call that waits longest has been waiting. */
  waitingMs(): number {
    return this.begun.size === 0 ? 0 : performance.now() - Math.min(...this.begun);
  }

  get faultCount(): number {
    return this.faults.length;
  }

  async end(): Promise<Told> {
    this.isOver = true;
    await this.people;
    const { paid, reads, retried, faults, longestMs } = this;
    return { paid, reads, retried, faults: [...new Set(faults)], longestMs };
  }

  private async goOn(pauseMs: number, act: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !this.isOver; round += 1) {
      await act(round).catch((error: unknown) => void this.faults.push(error instanceof Error ? error.message : String(error)));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  private async read(page: string): Promise<void> {
    await this.ask(page);
    this.reads += 1;
  }

  private async buy(index: number): Promise<void> {
    const cart = [{ item: { _id: String(this.kinguinIds[index % this.kinguinIds.length]), type: 'game' }, quantity: 1 }];
    const data = { fullName: 'Ada Buyer', email: `upgrade-${index}@example.com`, termsAccepted: true };
    const body = JSON.stringify({ cart, currency: 'EUR', data });
    const { id } = JSON.parse(
      await this.ask('/products/payment_checkout', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    ) as { id: string };
    await control(this.shop, `sessions/${id}/pay`);
    this.paid.push(id);
  }

  /** Asks until there is an answer other than "come back". @throws Error for one that no client may see. */
  private async ask(path: string, request: RequestInit = {}): Promise<string> {
    const begin = performance.now();
    this.begun.add(begin);
    try {
      for (;;) {
        const answer = await fetch(`${this.shop.api}${path}`, request);
        const text = await answer.text();
        if (answer.ok) return text;
        const seconds = answer.headers.get('retry-after');
        if (answer.status !== 503 || seconds === null || performance.now() - begin > PATIENCE_MS)
          throw new Error(`${answer.status} from ${path}: ${text.slice(0, 300)}`);
        this.retried += 1;
        await new Promise((resolve) => setTimeout(resolve, Math.min(Number(seconds), 1) * 1000));
      }
    } finally {
      this.begun.delete(begin);
      this.longestMs = Math.max(this.longestMs, performance.now() - begin);
    }
  }
}
