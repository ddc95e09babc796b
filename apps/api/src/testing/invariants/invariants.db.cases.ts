import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { Settle } from '../../modules/payments/application/settle.ts';
import { type Defect, defects } from './defects.ts';
import { brokenInvariants, type Invariant } from './invariants.ts';
import { addProducts, buyer, cartLine } from '../products.ts';
import { type TestShop, testShop } from '../test-shop.ts';

export function invariantCases(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;

  /** One delivered order with two keys, one unpaid order with one reserved key, two keys left. */
  beforeAll(async () => {
    shop = await testShop({ fakes: [{ provide: PaymentProvider, useValue: provider }] });
    await addProducts(shop, [{ kinguinId: 1, keys: 5 }]);
    const paid = await checkout(2);
    provider.become(paid, { outcome: 'paid' });
    await shop.get(Settle).run(paid, 'stripe', 'stripe');
    await checkout(1);
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('begin'));

  async function checkout(quantity: number): Promise<string> {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      payload: { cart: [cartLine(1, quantity)], data: buyer, currency: 'EUR' },
    });
    expect(answer.statusCode).toBe(201);
    return answer.json<{ id: string }>().id;
  }

  test('a shop that sold and reserved keys keeps every promise', async () => {
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
    await shop.database.query('rollback');
  });

  const planted = (Object.entries(defects) as [Invariant, readonly Defect[]][]).flatMap(([name, all]) =>
    all.map((defect) => ({ name, ...defect })),
  );

  test.each(planted)('a planted defect breaks one promise: $name, $what', async ({ name, sql, also = [] }) => {
    try {
      await shop.database.query(sql);
      expect(new Set(await brokenInvariants(shop.database, shop.clock.now()))).toEqual(new Set([name, ...also]));
    } finally {
      await shop.database.query('rollback');
    }
  });

  test.each([
    ['the second allocation of a key', `insert into allocation select order_id, line, 99, key_id, allocated_at from allocation limit 1`],
    [
      'the second key in a slot',
      `insert into allocation select order_id, line, slot, (select id from stock_key where state = 'available' limit 1), allocated_at from allocation limit 1`,
    ],
    [
      'the second copy of a key',
      `insert into stock_key select id || 'x', product_id, kind, ciphertext, nonce, key_version, fingerprint, state, order_id, reserved_until, added_at, added_by from stock_key limit 1`,
    ],
    ['a sold key without an order', `update stock_key set order_id = null where state = 'sold'`],
  ])('the database itself refuses %s', async (_what, statement) => {
    try {
      await expect(shop.database.query(statement)).rejects.toThrow(/violates/);
    } finally {
      await shop.database.query('rollback');
    }
  });
}
