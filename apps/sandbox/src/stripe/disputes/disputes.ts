import type Stripe from 'stripe';
import type { StripeState } from '../../stripe-state.ts';
import { badParameter, noSuch, StripeRefusal } from '../error.ts';
import { evidenceFile, FILE_FIELDS } from './files.ts';
import { newDispute, newFraudWarning } from '../objects/refund-and-dispute.ts';
import { type VisaEvidence, visaEligibility } from './visa-evidence.ts';

/** Of all text fields together. Source: docs.stripe.com/api/disputes/update */
const LONGEST_EVIDENCE = 150_000;

/** The charge that was paid for this payment intent. @throws StripeRefusal */
export function paidChargeOf(state: StripeState, intentId: string): Stripe.Charge {
  const intent = state.objects.find('payment_intent', intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const charge = intent.latest_charge === null ? null : state.objects.find('charge', String(intent.latest_charge));
  if (!charge || charge.status !== 'succeeded') {
    throw new StripeRefusal(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, { param: 'payment_intent' });
  }
  return charge;
}

interface DisputeWish {
  readonly isInquiry?: boolean;
  readonly amount?: number | undefined;
  readonly leavesRest?: boolean | undefined;
}

/**
 * The buyer asks the bank for the money back, `amount` of it or all. An inquiry is the bank's question before that: no money is taken yet.
 * `leavesRest`: lost over a part, the rest of the charge can be refunded; nothing published says whether Stripe does so.
 * @throws StripeRefusal
 */
export function disputeCharge(
  state: StripeState,
  charge: Stripe.Charge,
  reason: string,
  { isInquiry = false, amount = charge.amount, leavesRest = false }: DisputeWish = {},
): Stripe.Dispute {
  if (amount > charge.amount) throw new StripeRefusal(`Charge ${charge.id} is of ${charge.amount} only.`, { param: 'amount' });
  return state.database.transaction(() => {
    if (charge.disputed) throw new StripeRefusal(`Charge ${charge.id} is disputed already.`);
    charge.disputed = true;
    state.objects.save(charge);
    const dispute = newDispute({ ...charge, amount }, reason, state.clock.nowSeconds(), isInquiry);
    state.objects.add(dispute, { leavesRest: leavesRest && amount < charge.amount });
    state.events.emit('charge.dispute.created', dispute);
    if (!isInquiry) state.events.emit('charge.dispute.funds_withdrawn', dispute);
    endWarnings(state, charge);
    return dispute;
  });
}

/** Whether the bank has not (or not yet) taken the money: a charged back amount cannot be refunded. */
export function isRefundable(state: StripeState, charge: Stripe.Charge): boolean {
  const { data } = state.objects.page('dispute', { limit: 100, filters: [{ path: 'charge', is: '=', value: charge.id }] });
  return data.every((dispute) => dispute.is_charge_refundable);
}

/** The fields that take a text or a file's id, by Stripe's names. */
type EvidenceTexts = { readonly [Field in keyof Stripe.Dispute['evidence']]?: string | undefined };

export interface Evidence {
  readonly texts: EvidenceTexts;
  /** Visa's Compelling Evidence 3.0. */
  readonly visa: VisaEvidence | undefined;
  /** Set beside the pairs that the dispute has. */
  readonly metadata: Record<string, string> | undefined;
  /** False: kept for later, and not sent to the bank. */
  readonly isSubmitted: boolean;
}

/** Answers the bank. Two texts decide at once, as in Stripe's test mode. Source: docs.stripe.com/testing#evidence */
export function answerDispute(state: StripeState, id: string, { texts, visa, metadata, isSubmitted }: Evidence): Stripe.Dispute {
  const dispute = openDispute(state, id);
  const { status, evidence, evidence_details } = structuredClone(dispute);
  if (metadata !== undefined) dispute.metadata = { ...dispute.metadata, ...metadata };
  const fields = withoutUndefined(texts);
  for (const name of FILE_FIELDS) if (texts[name] !== undefined) evidenceFile(state, texts[name], `evidence[${name}]`);
  if (visa !== undefined) addVisaEvidence(state, dispute, visa);
  if (Object.keys(fields).length > 0) {
    Object.assign(dispute.evidence, fields);
    dispute.evidence_details.has_evidence = true;
  }
  refuseTooLong(dispute);
  if (isSubmitted && dispute.evidence_details.has_evidence) {
    dispute.evidence_details.submission_count += 1;
    dispute.evidence_details.submission_method = 'manual';
    dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review';
  }
  state.objects.save(dispute);
  state.events.emit('charge.dispute.updated', dispute, { status, evidence, evidence_details });
  const verdict = isSubmitted ? dispute.evidence.uncategorized_text : null;
  if (verdict === 'winning_evidence') decide(state, dispute, isInquiry(dispute) ? 'warning_closed' : 'won');
  if (verdict === 'losing_evidence') decide(state, dispute, isInquiry(dispute) ? 'warning_closed' : 'lost');
  return dispute;
}

function addVisaEvidence(state: StripeState, dispute: Stripe.Dispute, visa: VisaEvidence): void {
  if (!dispute.enhanced_eligibility_types.includes('visa_compelling_evidence_3'))
    throw badParameter('This dispute is not eligible for Visa Compelling Evidence 3.0.', 'evidence[enhanced_evidence]');
  dispute.evidence_details.enhanced_eligibility = { visa_compelling_evidence_3: visaEligibility(state, dispute, visa) };
  const { disputed_transaction: disputed, prior_undisputed_transactions: prior = [] } = visa;
  dispute.evidence.enhanced_evidence = {
    visa_compelling_evidence_3: {
      disputed_transaction: disputed
        ? { ...NO_TRAITS, ...withoutUndefined(disputed), merchandise_or_services: disputed.merchandise_or_services ?? null }
        : null,
      prior_undisputed_transactions: prior.map((one) => ({ ...NO_TRAITS, ...withoutUndefined(one), charge: one.charge })),
    },
  };
}

const NO_TRAITS = {
  customer_account_id: null,
  customer_device_fingerprint: null,
  customer_device_id: null,
  customer_email_address: null,
  customer_purchase_ip: null,
  product_description: null,
  shipping_address: null,
};

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function refuseTooLong({ evidence }: Stripe.Dispute): void {
  const length = Object.values(evidence).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
  if (length > LONGEST_EVIDENCE)
    throw badParameter(`The combined length of all evidence fields must be at most ${LONGEST_EVIDENCE} characters.`, 'evidence');
}

/** Accepts the dispute: it is lost. */
export function concedeDispute(state: StripeState, id: string): Stripe.Dispute {
  return decide(state, openDispute(state, id), 'lost');
}

/** The bank decides, without evidence. @throws StripeRefusal */
export function closeDispute(state: StripeState, id: string, outcome: 'won' | 'lost'): Stripe.Dispute {
  return decide(state, openDispute(state, id), outcome);
}

function decide(state: StripeState, dispute: Stripe.Dispute, status: 'won' | 'lost' | 'warning_closed'): Stripe.Dispute {
  const previous = { status: dispute.status };
  dispute.status = status;
  const isRestLeft = state.objects.hidden<{ leavesRest?: boolean }>(dispute.id)?.leavesRest ?? false;
  dispute.is_charge_refundable = status !== 'lost' || isRestLeft;
  state.objects.save(dispute);
  state.events.emit('charge.dispute.closed', dispute, previous);
  if (status === 'won') state.events.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

function openDispute(state: StripeState, id: string): Stripe.Dispute {
  const dispute = state.objects.find('dispute', id);
  if (!dispute) throw noSuch('dispute', id, 'id');
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) throw new StripeRefusal('This dispute is already closed.');
  return dispute;
}

function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_');
}

/** The card's bank suspects fraud; nothing is taken back yet. */
export function warnOfFraud(state: StripeState, charge: Stripe.Charge): Stripe.Radar.EarlyFraudWarning {
  return state.database.transaction(() => {
    const warning = newFraudWarning(charge, state.clock.nowSeconds());
    state.objects.add(warning);
    state.events.emit('radar.early_fraud_warning.created', warning);
    return warning;
  });
}

/** Warnings of a payment that is disputed or sent back whole: nothing can be done about them any more. Source: docs.stripe.com/api/radar/early_fraud_warnings/object */
export function endWarnings(state: StripeState, charge: Stripe.Charge): void {
  const filters = [{ path: 'charge', is: '=' as const, value: charge.id }];
  for (const warning of state.objects.page('radar.early_fraud_warning', { limit: 100, filters }).data) {
    if (!warning.actionable) continue;
    warning.actionable = false;
    state.objects.save(warning);
    state.events.emit('radar.early_fraud_warning.updated', warning, { actionable: true });
  }
}
