import type Stripe from 'stripe';
import { newId } from '../../ids.ts';
import { isVisaFraud, missingOf } from '../disputes/visa-evidence.ts';

const DAY = 86_400;
const EVIDENCE_DAYS = 8;

export interface RefundOrder {
  readonly charge: Stripe.Charge;
  readonly amount: number;
  readonly reason: string | null;
  readonly metadata: Record<string, string>;
  readonly created: number;
  readonly status: 'succeeded' | 'pending';
}

export function newRefund({ charge, amount, reason, metadata, created, status }: RefundOrder): Stripe.Refund {
  const type = charge.payment_method_details?.type ?? 'card';
  return {
    id: newId('re_'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: type === 'card' ? { card: { type: 'refund' }, type } : { type },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

export function newDispute(charge: Stripe.Charge, reason: string, created: number, isInquiry: boolean): Stripe.Dispute {
  const hasVisaEvidence = isVisaFraud(charge, reason);
  return {
    id: newId('du_'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: hasVisaEvidence ? ['visa_compelling_evidence_3'] : [],
    evidence: { ...noEvidence },
    evidence_details: {
      due_by: created + EVIDENCE_DAYS * DAY,
      enhanced_eligibility: hasVisaEvidence
        ? { visa_compelling_evidence_3: { required_actions: missingOf(), status: 'requires_action' } }
        : {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
}

export function newFraudWarning(charge: Stripe.Charge, created: number): Stripe.Radar.EarlyFraudWarning {
  return {
    id: newId('issfr_'),
    object: 'radar.early_fraud_warning',
    // Nothing can be done about what is disputed or sent back already.
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created,
    fraud_type: 'misc',
    livemode: false,
    ...(charge.payment_intent !== null && { payment_intent: charge.payment_intent }),
  };
}

const noEvidence: Stripe.Dispute['evidence'] = {
  access_activity_log: null,
  appeal: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
