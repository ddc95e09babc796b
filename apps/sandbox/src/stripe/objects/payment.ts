import type Stripe from 'stripe';
import { newId, randomText } from '../../ids.ts';
import type { Card } from './card.ts';
import type { Session, SessionDetails } from './session.ts';

export function newPaymentIntent(session: Session, details: SessionDetails, created: number): Stripe.PaymentIntent {
  const id = newId('pi_');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: session.allowed_payment_method_types,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created,
    currency: session.currency ?? '',
    customer: null,
    customer_account: null,
    description: details.payment.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: details.payment.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: details.payment.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: details.payment.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

type Means = { readonly type: 'card'; readonly card: Card } | { readonly type: string; readonly card?: undefined };

export interface Attempt {
  readonly intent: Stripe.PaymentIntent;
  readonly means: Means;
  readonly email: string | null;
  readonly created: number;
}

/** A charge that has not come out yet: `succeeded`, `failed` or `pending` is the caller's to say. */
export function newCharge({ intent, means, email, created }: Attempt): Stripe.Charge {
  return {
    id: newId('ch_'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingDetails(email),
    calculated_statement_descriptor: null,
    captured: false,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: newId('pm_'),
    payment_method_details: methodDetails(means),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  };
}

function methodDetails(means: Means): Stripe.Charge.PaymentMethodDetails {
  if (means.card === undefined) return { type: means.type, [means.type]: {} };
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: means.card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: means.card.traits.postalCode,
        cvc_check: means.card.traits.cvc,
      },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: means.card.expMonth,
      exp_year: means.card.expYear,
      fingerprint: means.card.fingerprint,
      funding: 'credit',
      installments: null,
      last4: means.card.last4,
      mandate: null,
      network: means.card.brand,
      network_token: { used: false },
      network_transaction_id: null,
      regulated_status: null,
      three_d_secure: means.card.threeDSecure,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

const billingDetails = (email: string | null): Stripe.PaymentMethod.BillingDetails => ({
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email,
  name: null,
  phone: null,
  tax_id: null,
});

/** What a card is called in the error of an attempt that no charge was made of. */
export function paymentMethodOf(card: Card, { email, created }: Pick<Attempt, 'email' | 'created'>): Stripe.PaymentMethod {
  return {
    id: newId('pm_'),
    object: 'payment_method',
    billing_details: billingDetails(email),
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: card.traits.postalCode, cvc_check: card.traits.cvc },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: null,
      three_d_secure_usage: { supported: card.traits.threeDSecure !== 'never' },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
