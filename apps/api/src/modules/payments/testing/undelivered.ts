import type { ProviderEvent, UndeliveredEvent } from '../application/ports.ts';

/** The event of a completed session whose webhook did not come. */
export function undelivered(
  event: Pick<ProviderEvent, 'id'> & Partial<ProviderEvent>,
  createdAt = new Date('2026-11-20'),
): UndeliveredEvent {
  const usual = { type: 'checkout.session.completed', sessionId: null, intentId: null, signal: null, isAboutRefunds: false, payload: {} };
  return { event: { ...usual, ...event }, createdAt };
}
