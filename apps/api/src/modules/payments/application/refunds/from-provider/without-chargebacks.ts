import type { PaymentProvider } from '../../ports.ts';

/** What the provider has received of a payment, in minor units, without what lost disputes took. @throws PaymentUnavailable */
export async function withoutChargebacks(provider: PaymentProvider, intentId: string): Promise<number> {
  const lost = (await provider.dispute(intentId))?.lost ?? [];
  return lost.reduce((left, { amountMinor }) => left - amountMinor, await provider.received(intentId));
}
