import type { Behaviour } from '../store/deliveries.ts';
import type { Settings } from '../store/settings.ts';

export interface WebhookBehaviour {
  readonly mode: Behaviour;
  /** Milliseconds: how late, how far apart, or how long to hold back; null for the mode's own default. */
  readonly delayMs: number | null;
  /** Only these event types are treated specially; null: all. */
  readonly types: readonly string[] | null;
  /** Where webhooks go instead of the configured address; null: the configured one. */
  readonly url: string | null;
}

const asConfigured: WebhookBehaviour = { mode: 'normal', delayMs: null, types: null, url: null };
const defaultDelayMs: Readonly<Record<Behaviour, number>> = {
  normal: 0,
  late: 5000,
  twice: 0,
  'out-of-order': 1500,
  none: 0,
  forged: 0,
  stale: 0,
};

export function webhookBehaviour(settings: Settings): WebhookBehaviour {
  return settings.read('webhooks', asConfigured);
}

/** What is left out keeps its default, not its last value. */
export function setWebhookBehaviour(settings: Settings, change: Partial<WebhookBehaviour>): WebhookBehaviour {
  return settings.write('webhooks', { ...asConfigured, ...change });
}

/** The deliveries that an event of this type gets: how each behaves, and after how many milliseconds it is due. */
export function planDeliveries(behaviour: WebhookBehaviour, type: string): { behaviour: Behaviour; afterMs: number }[] {
  const isSpecial = behaviour.types === null || behaviour.types.includes(type);
  const mode = isSpecial ? behaviour.mode : 'normal';
  const afterMs = isSpecial ? (behaviour.delayMs ?? defaultDelayMs[mode]) : 0;
  if (mode === 'none') return [];
  if (mode === 'twice') {
    return [
      { behaviour: mode, afterMs: 0 },
      { behaviour: mode, afterMs },
    ];
  }
  return [{ behaviour: mode, afterMs }];
}
