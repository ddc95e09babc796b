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

test('an account that is switched to another currency is noticed with its next balance, and so is one that is switched back', async () => {
  let currency: unknown = 'EUR';
  await answered(
    (path) => (path === '/v3/accounts/current' ? { currentBalance: 50, currency } : offered({})),
    async (supplier) => {
      expect((await supplier.offers(null)).products).toBe(1);
      currency = 'USD';
      await expect(supplier.balance()).rejects.toThrow('the currency USD');
      await expect(supplier.offers(null)).rejects.toThrow('the currency USD');
      await expect(supplier.product('1')).rejects.toThrow('the currency USD');
      currency = 'EUR';
      expect((await supplier.offers(null)).products).toBe(1);
    },
  );
});

test('the account is asked once, by the first page or by its balance', async () => {
  for (const first of ['offers', 'balance'] as const) {
    let asked = 0;
    await answered(
      (path) => (path === '/v3/accounts/current' ? ((asked += 1), { currentBalance: 50 }) : offered({})),
      async (supplier) => {
        await (first === 'balance' ? supplier.balance() : supplier.offers(null));
        await supplier.offers(null);
        expect(asked).toBe(1);
      },
    );
  }
});

test.each([
  ['a price of another currency', {}, { currency: 'pln' }],
  ['another currency', { currency: 'USD' }, {}],
  ['an empty currency', { currency: '' }, {}],
  ['a currency that is no text', { currency: { code: 'USD' } }, {}],
])('a product with %s is left out and counted, and the others of its page are read', async (_what, change, price) => {
  const items = [...offered({ ...change, productId: '2' }, price).items, ...offered({}).items];
  await answered(
    (path) => (path === '/v3/accounts/current' ? { currentBalance: 50 } : { items }),
    async (supplier) => {
      expect(await supplier.offers(null)).toMatchObject({ offers: [{ supplierProductId: '1' }], products: 1, skipped: 1 });
      expect(await supplier.product('2')).toMatchObject({ offers: [], skipped: 1 });
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

test('an order that was charged in another currency is known, its cost is not read as euros, and its currency is noted', async () => {
  for (const [currency, costMinor, noted] of [
    ['EUR', 579, []],
    ['usd', null, ['USD']],
    [{ code: 'USD' }, null, ['one that cannot be read']],
  ])
    await answered(
      () => ({ orderId: '1', status: 'COMPLETED', totalPrice: 5.79, currency }),
      async (supplier) => {
        expect(await supplier.orderOf('1')).toEqual({ orderId: '1', state: 'complete', costMinor });
        expect(supplier.otherCurrencies()).toEqual(noted);
      },
    );
});
