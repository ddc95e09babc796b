import type { Type } from '@nestjs/common';
import type { PaymentProvider } from '../application/ports.ts';
import { StripePaymentProvider } from './stripe/stripe-payment-provider.ts';

/** An adapter's class. Its webhook's route is made before there is an instance, so the class says what the route's description needs. */
export type ProviderAdapter<Name = string> = Type<PaymentProvider & { readonly name: Name }> & {
  /** Headers of its webhooks that prove who sent them. */
  readonly signatureHeaders: readonly string[];
};

/** Each under the name that its adapter has: the compiler refuses another. */
export type ProviderAdapters<Listed> = { readonly [Name in keyof Listed]: ProviderAdapter<Name> };

const listed = <Listed extends ProviderAdapters<Listed>>(adapters: Listed) => adapters;

/** The payment providers that the shop can work with, by name. A second one is its adapter and one line here; the first takes new payments. */
export const PROVIDERS = listed({ stripe: StripePaymentProvider });
