import { expect, test } from '@jest/globals';
import { SupplierAway } from '../../domain/supplier-errors.ts';
import { answering } from '../../testing/answering.ts';
import { CodesWholesaleSupplier } from './codeswholesale-supplier.ts';

function answered(answerTo: (path: string) => unknown, run: (supplier: CodesWholesaleSupplier) => Promise<void>): Promise<void> {
  return answering(
    (path) => (path === '/oauth/token' ? { access_token: 'token', expires_in: 60 } : answerTo(path)),
    (apiUrl) => run(new CodesWholesaleSupplier({ clientId: 'id', clientSecret: 'secret', apiUrl, signature: null })),
  );
}
const offered = (change: object, price: object = {}) => ({
  items: [{ productId: '1', name: 'Game', quantity: 1, prices: [{ value: 5.79, ...price }], ...change }],
});

test('of an account in another currency nothing is read as euros', async () => {
  await answered(
    (path) => (path === '/v3/accounts/current' ? { currentBalance: 50, currency: 'USD' } : offered({})),
    async (supplier) => {
      for (const call of [() => supplier.balance(), () => supplier.offers(null), () => supplier.product('1')])
        expect(await call().catch((error: unknown) => error)).toMatchObject({
          constructor: SupplierAway,
          message: 'It names the currency USD, and the shop reads euros alone.',
        });
    },
  );
});

test.each([
  ['a price', offered({}, { currency: 'pln' }), 'the currency PLN'],
  ['a product', offered({ currency: { code: 'USD' } }), 'the currency one that cannot be read'],
])('%s in another currency is no price in euros', async (_what, answer, named) => {
  await answered(
    (path) => (path === '/v3/accounts/current' ? { currentBalance: 50 } : answer),
    async (supplier) => {
      await expect(supplier.offers(null)).rejects.toThrow(named);
      await expect(supplier.product('1')).rejects.toThrow(SupplierAway);
    },
  );
});

test('euros that are named are euros, and so is what names no currency', async () => {
  for (const currency of ['EUR', 'eur', null, undefined])
    await answered(
      (path) => (path === '/v3/accounts/current' ? { currentBalance: 50, currency } : offered({ currency }, { currency })),
      async (supplier) => {
        expect(await supplier.balance()).toBe(5000);
        expect((await supplier.offers(null)).offers).toMatchObject([{ priceMinor: 579, currency: 'Eur' }]);
      },
    );
});

test('an order that was charged in another currency is known, and its cost is not read as euros', async () => {
  for (const [currency, costMinor] of [
    ['EUR', 579],
    ['USD', null],
  ])
    await answered(
      () => ({ orderId: '1', status: 'COMPLETED', totalPrice: 5.79, currency }),
      async (supplier) => expect(await supplier.orderOf('1')).toEqual({ orderId: '1', state: 'complete', costMinor }),
    );
});
