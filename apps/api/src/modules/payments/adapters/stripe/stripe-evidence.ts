import Stripe from 'stripe';
import type { Evidence } from '../../domain/dispute.ts';
import { DisputeRefused } from '../../domain/dispute-errors.ts';
import type { EvidenceDocument, EvidenceTexts } from '../../domain/evidence-texts.ts';
import { PaymentUnavailable } from '../../domain/payment-errors.ts';
import { uploadDocuments } from './stripe-files.ts';
import { isVisaFraud, visaEvidence } from './visa-evidence.ts';

/** The version of the evidence that was submitted, in the metadata of the dispute. */
const VERSION = 'evidence_version';
const ENDED: ReadonlySet<string> = new Set(['won', 'lost', 'warning_closed', 'prevented']);

/** Stripe's names of the texts. Source: docs.stripe.com/api/disputes/update */
const FIELDS = {
  productDescription: 'product_description',
  customerName: 'customer_name',
  customerEmail: 'customer_email_address',
  customerAddress: 'customer_purchase_ip',
  billingAddress: 'billing_address',
  serviceDate: 'service_date',
  accessLog: 'access_activity_log',
  refundPolicy: 'refund_policy_disclosure',
  uncategorizedText: 'uncategorized_text',
  refundRefusal: 'refund_refusal_explanation',
} as const satisfies Record<Exclude<keyof EvidenceTexts, EvidenceDocument>, keyof Stripe.DisputeUpdateParams.Evidence>;

/**
 * Once for each version, also after the day for which Stripe knows an idempotency key. After a crash in between the call can be repeated: files
 * that are there are found again by their names. @throws DisputeRefused, PaymentUnavailable
 */
export async function submitToStripe(stripe: Stripe, disputeId: string, evidence: Evidence, version: number): Promise<void> {
  await answered(async () => {
    const dispute = await stripe.disputes.retrieve(disputeId);
    if (dispute.metadata[VERSION] === String(version) && dispute.evidence_details.submission_count > 0) return;
    if (ENDED.has(dispute.status)) throw new DisputeRefused('the dispute is decided');
    const files = await uploadDocuments(stripe, dispute, evidence.texts);
    const visa = evidence.prior !== null && isVisaFraud(dispute) ? await visaEvidence(stripe, evidence.prior) : {};
    await stripe.disputes.update(
      disputeId,
      { evidence: { ...fieldsOf(evidence.texts), ...files, ...visa }, metadata: { [VERSION]: String(version) }, submit: true },
      { idempotencyKey: `evidence-${disputeId}-${version}` },
    );
  });
}

/** @throws DisputeRefused, PaymentUnavailable */
export async function closeAtStripe(stripe: Stripe, disputeId: string): Promise<void> {
  await answered(async () => {
    const { status } = await stripe.disputes.retrieve(disputeId);
    if (status === 'lost') return;
    if (ENDED.has(status)) throw new DisputeRefused('the dispute is decided');
    await stripe.disputes.close(disputeId, {}, { idempotencyKey: `close-${disputeId}` });
  });
}

function fieldsOf(texts: EvidenceTexts): Stripe.DisputeUpdateParams.Evidence {
  const given = Object.entries(FIELDS).map(([name, field]) => [field, texts[name as keyof EvidenceTexts]]);
  return Object.fromEntries(given.filter(([, text]) => text !== ''));
}

async function answered(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Its message may repeat what was sent.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new DisputeRefused([error.code ?? error.type, error.param].filter(Boolean).join(' '));
    if (error instanceof Stripe.errors.StripeError) throw new PaymentUnavailable();
    throw error;
  }
}
