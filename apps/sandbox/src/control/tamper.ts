import type { Session } from '../stripe/objects/session.ts';
import { intentOf, sessionOf } from '../stripe/sessions.ts';
import type { StripeState } from '../stripe-state.ts';

/** Changes amount or currency of a session and its payment. */
export function tamperSession(
  state: StripeState,
  id: string,
  { amount, currency }: { amount?: number | undefined; currency?: string | undefined },
): Session {
  const session = sessionOf(state, id);
  session.amount_total = amount ?? session.amount_total;
  session.amount_subtotal = amount ?? session.amount_subtotal;
  session.currency = currency ?? session.currency;
  state.objects.save(session);

  const intent = intentOf(state, session);
  const charge = intent?.latest_charge ? state.objects.find('charge', String(intent.latest_charge)) : null;
  if (intent) {
    intent.amount = amount ?? intent.amount;
    intent.currency = currency ?? intent.currency;
    if (intent.status === 'succeeded') intent.amount_received = intent.amount;
    state.objects.save(intent);
  }
  if (charge) {
    charge.amount = amount ?? charge.amount;
    charge.currency = currency ?? charge.currency;
    if (charge.captured) charge.amount_captured = charge.amount;
    state.objects.save(charge);
  }
  return session;
}
