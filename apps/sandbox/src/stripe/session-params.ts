import type { StripeState } from '../stripe-state.ts';
import { badParameter, StripeRefusal } from './error.ts';
import { currencies, formatMinor, LARGEST_CHARGE, smallestChargeIn } from './currencies.ts';
import { expandRule } from './lists.ts';
import { newLineItem, newSession, type SessionDetails } from './objects/session.ts';
import {
  cosmetic,
  email,
  integer,
  list,
  metadata,
  notImitated,
  oneOf,
  optional,
  type Read,
  type Rule,
  shape,
  text,
  webAddress,
} from './params.ts';

const MINUTE = 60;
const SHORTEST = 30 * MINUTE;
const LONGEST = 24 * 60 * MINUTE;
const MOST_LINES = 100;

/** What a buyer may use besides a card, per currency; the first is the stand-in's bank transfer. */
const transferTypes: Readonly<Record<string, string>> = { eur: 'sepa_debit', usd: 'us_bank_account', gbp: 'bacs_debit' };

const currency: Rule<string> = (value, at) => {
  const read = text({ max: 3 })(value, at).toLowerCase();
  if (smallestChargeIn(read) !== null) return read;
  throw badParameter(`Invalid currency: ${read}. Stripe currently supports these currencies: ${currencies.join(', ')}`, at);
};

const lineItem = shape({
  quantity: optional(integer({ min: 1, max: 999_999 })),
  metadata: metadata(),
  adjustable_quantity: notImitated(),
  price: notImitated(),
  tax_rates: notImitated(),
  price_data: shape({
    currency,
    unit_amount: integer({ min: 0, max: LARGEST_CHARGE }),
    product_data: shape({
      name: text(),
      description: optional(text()),
      images: optional(list(text({ max: 2048 }), { max: 8 })),
      metadata: metadata(),
      tax_code: cosmetic(),
      unit_label: cosmetic(),
    }),
    product: notImitated(),
    recurring: notImitated(),
    tax_behavior: cosmetic(),
    unit_amount_decimal: notImitated(),
  }),
});

const methods = optional(list(text({ max: 100 }), { max: 50 }));

export const sessionParams = shape({
  ...expandRule,
  mode: oneOf('payment', 'setup', 'subscription'),
  line_items: list(lineItem, { max: MOST_LINES }),
  success_url: webAddress(),
  cancel_url: optional(webAddress()),
  currency: optional(currency),
  client_reference_id: optional(text({ max: 200 })),
  customer_email: optional(email()),
  expires_at: optional(integer({ min: 0 })),
  metadata: metadata(),
  allowed_payment_method_types: methods,
  excluded_payment_method_types: methods,
  locale: optional(text({ max: 10 })),
  submit_type: optional(oneOf('auto', 'book', 'donate', 'pay')),
  payment_intent_data: optional(
    shape({
      description: optional(text({ max: 1000 })),
      metadata: metadata(),
      receipt_email: optional(email()),
      statement_descriptor_suffix: optional(text({ max: 22 })),
      application_fee_amount: notImitated(),
      capture_method: optional(oneOf('automatic', 'automatic_async')),
      on_behalf_of: notImitated(),
      setup_future_usage: notImitated(),
      shipping: notImitated(),
      statement_descriptor: notImitated(),
      transfer_data: notImitated(),
      transfer_group: notImitated(),
    }),
  ),
  ui_mode: optional(oneOf('hosted_page')),
  adaptive_pricing: cosmetic(),
  billing_address_collection: cosmetic(),
  branding_settings: cosmetic(),
  consent_collection: cosmetic(),
  custom_text: cosmetic(),
  customer_creation: cosmetic(),
  name_collection: cosmetic(),
  // Of all options only the wish for 3-D Secure has an effect.
  payment_method_options: optional(
    shape({ card: optional(shape({ request_three_d_secure: optional(oneOf('automatic', 'any', 'challenge')) })) }),
  ),
  phone_number_collection: cosmetic(),
  wallet_options: cosmetic(),
  after_expiration: notImitated(),
  allow_promotion_codes: notImitated(),
  automatic_tax: notImitated(),
  custom_fields: notImitated(),
  customer: notImitated(),
  customer_account: notImitated(),
  customer_update: notImitated(),
  discounts: notImitated(),
  integration_identifier: notImitated(),
  invoice_creation: notImitated(),
  managed_payments: notImitated(),
  optional_items: notImitated(),
  origin_context: notImitated(),
  payment_method_collection: notImitated(),
  payment_method_configuration: notImitated(),
  payment_method_data: notImitated(),
  permissions: notImitated(),
  redirect_on_completion: notImitated(),
  return_url: notImitated(),
  saved_payment_method_options: notImitated(),
  setup_intent_data: notImitated(),
  shipping_address_collection: notImitated(),
  shipping_options: notImitated(),
  subscription_data: notImitated(),
  tax_id_collection: notImitated(),
});

/** Makes an open session, or refuses what Stripe refuses. `origin` is where the payment page is. */
export function createSession(state: StripeState, params: Read<typeof sessionParams>, origin: string) {
  if (params.mode !== 'payment')
    throw new StripeRefusal(`The stand-in for Stripe does not imitate the mode \`${params.mode}\`.`, { param: 'mode' });
  const created = state.clock.nowSeconds();
  const lines = params.line_items.map(
    ({ quantity, price_data: { currency, unit_amount: unitAmount, product_data }, metadata: data }, index) => {
      if (quantity === undefined)
        throw badParameter('Quantity is required. Add `quantity` to the line item', `line_items[${index}][quantity]`);
      return newLineItem({ currency, unitAmount, quantity, name: product_data.name, metadata: data, created });
    },
  );
  const used = new Set([...lines.map((line) => line.currency), ...(params.currency === undefined ? [] : [params.currency])]);
  const [currency = ''] = used;
  if (used.size > 1) throw badParameter('All prices on a Checkout Session must have the same currency.', 'line_items');
  const totalMinor = lines.reduce((total, line) => total + line.amount_total, 0);
  checkTotal(totalMinor, currency);

  const session = newSession({
    origin,
    created,
    expiresAt: checkEnd(params.expires_at, created),
    currency,
    totalMinor,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    customerEmail: params.customer_email ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    metadata: params.metadata,
    paymentMethodTypes: offeredMethods(currency, params.allowed_payment_method_types, params.excluded_payment_method_types),
    allowedPaymentMethodTypes: params.allowed_payment_method_types ?? null,
    locale: params.locale ?? null,
    submitType: params.submit_type ?? null,
  });
  const payment = params.payment_intent_data;
  state.objects.add(session, {
    lineItems: lines,
    payment: {
      description: payment?.description ?? null,
      metadata: payment?.metadata ?? {},
      receiptEmail: payment?.receipt_email ?? null,
      statementDescriptorSuffix: payment?.statement_descriptor_suffix ?? null,
    },
    asksFor3ds: ['any', 'challenge'].includes(params.payment_method_options?.card?.request_three_d_secure ?? ''),
  } satisfies SessionDetails);
  return session;
}

function checkTotal(totalMinor: number, currency: string): void {
  const smallest = smallestChargeIn(currency) ?? 0;
  if (totalMinor < smallest) {
    throw new StripeRefusal(
      `The Checkout Session's total amount due must add up to at least ${formatMinor(smallest, currency)} ${currency}`,
      {
        code: 'amount_too_small',
        param: 'line_items',
      },
    );
  }
  if (totalMinor > LARGEST_CHARGE) {
    throw new StripeRefusal(
      `The Checkout Session's total amount due must be no more than ${formatMinor(LARGEST_CHARGE, currency)} ${currency}`,
      {
        code: 'amount_too_large',
        param: 'line_items',
      },
    );
  }
}

function checkEnd(expiresAt: number | undefined, created: number): number {
  if (expiresAt === undefined) return created + LONGEST;
  if (expiresAt < created + SHORTEST) {
    throw new StripeRefusal('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  if (expiresAt > created + LONGEST) {
    throw new StripeRefusal('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  return expiresAt;
}

function offeredMethods(currency: string, allowed: readonly string[] | undefined, excluded: readonly string[] = []): string[] {
  const offered = ['card', transferTypes[currency] ?? 'customer_balance'];
  const left = offered.filter((type) => (allowed?.includes(type) ?? true) && !excluded.includes(type));
  if (left.length > 0) return left;
  throw new StripeRefusal(
    'No valid payment method types for this Checkout Session. Please ensure that you have activated payment methods compatible with your chosen currency.',
  );
}
