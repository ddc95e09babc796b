import type { Type } from '@nestjs/common';
import type { PaymentProvider } from '../application/ports.ts';
import { StripePaymentProvider } from './stripe/stripe-payment-provider.ts';

/** An adapter's class. Webhook routes are created before instances, so their description needs static fields. */
export type ProviderAdapter<Name = string> = Type<PaymentProvider & { readonly name: Name }> & {
  /** Signature headers of its webhooks. */
  readonly signatureHeaders: readonly string[];
};

/** Keys equal the adapters' names: checked by the compiler. */
export type ProviderAdapters<Listed> = { readonly [Name in keyof Listed]: ProviderAdapter<Name> };

const listed = <Listed extends ProviderAdapters<Listed>>(adapters: Listed) => adapters;

/** The payment providers that the shop can work with, by name. Add an adapter and one line here; the first takes new payments. */
export const PROVIDERS = listed({ stripe: StripePaymentProvider });
