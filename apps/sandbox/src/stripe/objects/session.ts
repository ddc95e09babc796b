import type Stripe from 'stripe';
import { newId } from '../../ids.ts';

export type Session = Stripe.Checkout.Session;

/** As it is on the wire: the SDK's own type holds a decimal object where the wire has text. */
export type LineItem = Omit<Stripe.LineItem, 'price'> & {
  price: Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
};

/** What Stripe knows of a session besides the object. */
export interface SessionDetails {
  readonly lineItems: LineItem[];
  readonly payment: {
    readonly description: string | null;
    readonly metadata: Record<string, string>;
    readonly receiptEmail: string | null;
    readonly statementDescriptorSuffix: string | null;
  };
  /** Whether the shop asks for 3-D Secure. */
  readonly asksFor3ds: boolean;
}

export interface SessionOrder {
  readonly origin: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly currency: string;
  readonly totalMinor: number;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly customerEmail: string | null;
  readonly clientReferenceId: string | null;
  readonly metadata: Record<string, string>;
  readonly paymentMethodTypes: string[];
  readonly allowedPaymentMethodTypes: string[] | null;
  readonly locale: string | null;
  readonly submitType: string | null;
}

export function newSession(order: SessionOrder): Session {
  const id = newId('cs_test_a1');
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: order.allowedPaymentMethodTypes,
    amount_subtotal: order.totalMinor,
    amount_total: order.totalMinor,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: order.cancelUrl,
    client_reference_id: order.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: order.created,
    currency: order.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: order.customerEmail === null ? null : customerDetails(order.customerEmail),
    customer_email: order.customerEmail,
    discounts: [],
    expires_at: order.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: order.locale,
    managed_payments: { enabled: false },
    metadata: order.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: order.paymentMethodTypes,
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: order.submitType,
    subscription: null,
    success_url: order.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${order.origin}/pay/${id}`,
    wallet_options: null,
  };
}

export function customerDetails(email: string): Stripe.Checkout.Session.CustomerDetails {
  return { address: null, business_name: null, email, individual_name: null, name: null, phone: null, tax_exempt: 'none', tax_ids: null };
}

export interface LineOrder {
  readonly currency: string;
  readonly unitAmount: number;
  readonly quantity: number;
  readonly name: string;
  readonly metadata: Record<string, string>;
  readonly created: number;
}

export function newLineItem(line: LineOrder): LineItem {
  const amount = line.unitAmount * line.quantity;
  return {
    id: newId('li_'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: line.currency,
    description: line.name,
    metadata: line.metadata,
    price: {
      id: newId('price_'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: line.created,
      currency: line.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId('prod_'),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: line.unitAmount,
      unit_amount_decimal: String(line.unitAmount),
    },
    quantity: line.quantity,
  };
}
