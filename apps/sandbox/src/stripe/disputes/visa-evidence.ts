import type Stripe from 'stripe';
import type { StripeState } from '../../stripe-state.ts';
import { badParameter, noSuch } from '../error.ts';
import { optional, oneOf, list, type Read, shape, text } from '../params.ts';

type Eligibility = Stripe.Dispute.EvidenceDetails.EnhancedEligibility.VisaCompellingEvidence3;

const traits = {
  customer_account_id: optional(text()),
  customer_device_fingerprint: optional(atLeast(20)),
  customer_device_id: optional(atLeast(15)),
  customer_email_address: optional(text()),
  customer_purchase_ip: optional(text()),
  product_description: optional(text({ max: 20_000 })),
};
/** Source: docs.stripe.com/disputes/api/visa-ce3 */
export const visaEvidenceRule = shape({
  disputed_transaction: optional(shape({ ...traits, merchandise_or_services: optional(oneOf('merchandise', 'services')) })),
  prior_undisputed_transactions: optional(list(shape({ ...traits, charge: text() }), { max: 2 })),
});
export type VisaEvidence = Read<typeof visaEvidenceRule>;
type Traits = Partial<Record<keyof typeof traits, string | undefined>>;

const MAIN = ['customer_purchase_ip', 'customer_device_fingerprint', 'customer_device_id'] as const;
const SECONDARY = ['customer_email_address', 'customer_account_id'] as const;

/** Whether a dispute can be answered so: a payment by Visa that is called a fraud. */
export function isVisaFraud(charge: Stripe.Charge, reason: string): boolean {
  return reason === 'fraudulent' && charge.payment_method_details?.card?.brand === 'visa';
}

const NOTHING: VisaEvidence = { disputed_transaction: undefined, prior_undisputed_transactions: undefined };

/** What is missing of such evidence, by Stripe's names; of none: what a new dispute asks for. */
export function missingOf({ disputed_transaction: disputed, prior_undisputed_transactions: prior = [] } = NOTHING): string[] {
  const missing = {
    missing_disputed_transaction_description: !disputed?.product_description,
    missing_merchandise_or_services: !disputed?.merchandise_or_services,
    missing_prior_undisputed_transactions: prior.length < 2,
    missing_prior_undisputed_transaction_description: prior.some((one) => !one.product_description),
    missing_customer_identifiers: !disputed || prior.some((one) => !suffices(disputed, one)),
  };
  return Object.entries(missing).flatMap(([action, isMissing]) => (isMissing ? [action] : []));
}

/** What is missing for it. The age of the earlier payments is not asked for: the stand-in has none of that age. @throws StripeRefusal */
export function visaEligibility(state: StripeState, dispute: Stripe.Dispute, evidence: VisaEvidence): Eligibility {
  const charges = (evidence.prior_undisputed_transactions ?? []).map(({ charge }) => chargeOf(state, charge));
  const own = chargeOf(state, String(dispute.charge));
  const actions = missingOf(evidence);
  if (charges.some((charge) => charge.disputed || charge.refunded || cardOf(charge) !== cardOf(own)))
    return { required_actions: actions, status: 'not_qualified' };
  return { required_actions: actions, status: actions.length === 0 ? 'qualified' : 'requires_action' };
}

/** Two main elements that are the same, of which the device counts once, or a main and a secondary one. */
function suffices(disputed: Traits, prior: Traits): boolean {
  const isSame = (name: keyof Traits) => disputed[name] !== undefined && disputed[name] === prior[name];
  const hasAddress = isSame('customer_purchase_ip');
  const main = MAIN.filter(isSame);
  const hasDevice = main.length > (hasAddress ? 1 : 0);
  return (hasAddress && hasDevice) || (main.length > 0 && SECONDARY.some(isSame));
}

function chargeOf(state: StripeState, id: string): Stripe.Charge {
  const charge = state.objects.find('charge', id);
  if (!charge) throw noSuch('charge', id, 'charge');
  return charge;
}

function cardOf(charge: Stripe.Charge): string | null {
  return charge.payment_method_details?.card?.fingerprint ?? null;
}

function atLeast(length: number) {
  const rule = text();
  return (value: unknown, at: string) => {
    const read = rule(value, at);
    if (read.length < length) throw badParameter(`Invalid string: must be at least ${length} characters`, at);
    return read;
  };
}
