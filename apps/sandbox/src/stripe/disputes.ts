import type Stripe from 'stripe';
import type { World } from '../world.ts';
import { noSuch, StripeRefusal } from './error.ts';
import { newDispute, newFraudWarning } from './objects/aftermath.ts';

/** The charge that was paid for this payment intent. @throws StripeRefusal */
export function paidChargeOf(world: World, intentId: string): Stripe.Charge {
  const intent = world.objects.find('payment_intent', intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const charge = intent.latest_charge === null ? null : world.objects.find('charge', String(intent.latest_charge));
  if (!charge || charge.status !== 'succeeded') {
    throw new StripeRefusal(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, { param: 'payment_intent' });
  }
  return charge;
}

/** The buyer asks the bank for the money back. */
export function disputeCharge(world: World, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  return world.database.transaction(() => {
    if (charge.disputed) throw new StripeRefusal(`Charge ${charge.id} is disputed already.`);
    charge.disputed = true;
    world.objects.save(charge);
    const dispute = newDispute(charge, reason, world.clock.nowSeconds());
    world.objects.add(dispute);
    world.events.emit('charge.dispute.created', dispute);
    return dispute;
  });
}

/** The card's bank suspects fraud; nothing is taken back yet. */
export function warnOfFraud(world: World, charge: Stripe.Charge): Stripe.Radar.EarlyFraudWarning {
  return world.database.transaction(() => {
    const warning = newFraudWarning(charge, world.clock.nowSeconds());
    world.objects.add(warning);
    world.events.emit('radar.early_fraud_warning.created', warning);
    return warning;
  });
}
