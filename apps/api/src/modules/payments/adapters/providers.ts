import { StripePaymentProvider } from './stripe/stripe-payment-provider.ts';

/** The payment providers that the shop can work with, by name. A second one is its adapter and one line here; the first takes new payments. */
export const PROVIDERS = { stripe: StripePaymentProvider } as const;
