import { type KeyKind, type Velocity, WINDOWS } from '../domain/signals.ts';
import { type Known, NOTHING_COUNTED, type PaymentFact } from './ports.ts';

/** What counts for a payment and is not stored yet. */
interface Unstored {
  /** Payments of the same batch before it. */
  readonly mates: readonly PaymentFact[];
  /**
   * How many attempts were refused in its own payment session. The provider is asked for it when the payment is settled: counted by events, it
   * would depend on their order. They may have been with other cards, and do not count for this one.
   */
  readonly refused: number;
}

export function withUnstored(known: Known | undefined, fact: PaymentFact, { mates, refused }: Unstored): Known {
  const velocity: Partial<Record<KeyKind, Velocity>> = {};
  let isKnown = known?.isKnown ?? false;
  for (const { kind, value } of fact.keys) {
    const same = mates.filter(({ keys }) => keys.some((key) => key.kind === kind && key.value === value));
    velocity[kind] = plus(known?.velocity[kind] ?? NOTHING_COUNTED, fact, { mates: same, refused: kind === 'card' ? 0 : refused });
    isKnown ||= same.length > 0 && (kind === 'email' || kind === 'account');
  }
  return { velocity, isKnown };
}

function plus(velocity: Velocity, { at }: PaymentFact, { mates, refused }: Unstored): Velocity {
  const inWindow = (window: keyof typeof WINDOWS) => {
    const within = mates.filter((mate) => mate.at.getTime() > at.getTime() - WINDOWS[window]);
    const { paid, failed, valueMinor } = velocity[window];
    return {
      paid: paid + within.length,
      failed: failed + refused,
      valueMinor: within.reduce((sum, mate) => sum + mate.valueMinor, valueMinor),
    };
  };
  return { hour: inWindow('hour'), day: inWindow('day'), month: inWindow('month') };
}
