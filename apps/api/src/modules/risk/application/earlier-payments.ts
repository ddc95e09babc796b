import { type Count, type KeyKind, type Velocity, WINDOWS } from '../domain/signals.ts';
import { type Known, NOTHING_COUNTED, type PaymentFact } from './ports.ts';

/** Payments of the same batch are not stored yet: those before this one count as well. */
export function withMates(known: Known | undefined, fact: PaymentFact, mates: readonly PaymentFact[]): Known {
  const velocity: Partial<Record<KeyKind, Velocity>> = {};
  let isKnown = known?.isKnown ?? false;
  for (const { kind, value } of fact.keys) {
    const same = mates.filter(({ keys }) => keys.some((key) => key.kind === kind && key.value === value));
    velocity[kind] = plus(known?.velocity[kind] ?? NOTHING_COUNTED, fact, same);
    isKnown ||= same.length > 0 && (kind === 'email' || kind === 'account');
  }
  return { velocity, isKnown };
}

/**
 * With what was refused in the payment session of the order itself. The provider is asked for it when the payment is settled: counted by
 * events, it would depend on their order. Those attempts may have been with other cards.
 */
export function withRefused({ velocity, isKnown }: Known, refused: number): Known {
  const more = ({ paid, failed, valueMinor }: Count) => ({ paid, failed: failed + refused, valueMinor });
  const counted = Object.entries(velocity).map(([kind, before]) => {
    const { hour, day, month } = before;
    return [kind, kind === 'card' ? before : { hour: more(hour), day: more(day), month: more(month) }] as const;
  });
  return { velocity: Object.fromEntries(counted), isKnown };
}

function plus(velocity: Velocity, { at }: PaymentFact, mates: readonly PaymentFact[]): Velocity {
  const inWindow = (window: keyof typeof WINDOWS) => {
    const within = mates.filter((mate) => mate.at.getTime() > at.getTime() - WINDOWS[window]);
    const { paid, failed, valueMinor } = velocity[window];
    return { paid: paid + within.length, failed, valueMinor: within.reduce((sum, mate) => sum + mate.valueMinor, valueMinor) };
  };
  return { hour: inWindow('hour'), day: inWindow('day'), month: inWindow('month') };
}
