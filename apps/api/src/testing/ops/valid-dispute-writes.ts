import { AssembleEvidence } from '../../modules/payments/application/disputes/assemble-evidence.ts';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { Bank } from '../../modules/payments/testing/bank.ts';
import type { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { buy } from '../sales.ts';
import type { TestShop } from '../test-shop.ts';
import type { ValidWrite } from './valid-write.ts';

const reason = 'the walk over all calls';

/** A dispute whose evidence is assembled, of a new order if none is given. */
export async function disputed(shop: TestShop, ofOrder?: string): Promise<{ dispute: string }> {
  const provider = shop.get(PaymentProvider) as InMemoryPaymentProvider;
  const order = ofOrder ?? (await buy(shop, provider));
  await new Bank(shop, provider, `walk-${order}`).says(order, 'dispute');
  const dispute = `${provider.eventIdPrefix}dispute-of-${order}`;
  await shop.get(AssembleEvidence).run(dispute);
  return { dispute };
}

/** Ops calls on disputes. */
export const disputeWrites: Readonly<Record<string, (shop: TestShop) => Promise<ValidWrite>>> = {
  editEvidence: async (shop) => ({ path: await disputed(shop), body: { version: 1, customerName: 'Ada', reason } }),
  submitEvidence: async (shop) => ({ path: await disputed(shop), body: { version: 1, confirm: true, reason } }),
  closeDispute: async (shop) => {
    const path = await disputed(shop);
    const { rows } = await shop.database.query<{ amount: number }>('select amount_minor as amount from payment_dispute where id = $1', [
      path.dispute,
    ]);
    return { path, body: { amount: (rows[0]?.amount ?? 0) / 100, reason } };
  },
};
