import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { Settle } from '../../modules/payments/application/settle.ts';
import { brokenInvariants, invariants } from './invariants.ts';
import { addProducts, buyer, cartLine } from '../products.ts';
import { type TestShop, testShop } from '../test-shop.ts';

/** The defect that breaks each invariant. */
const defects: Record<keyof typeof invariants, string> = {
  'a key belongs to one order item and slot': `
    alter table allocation drop constraint allocation_key_id_key;
    insert into allocation select order_id, line, 99, key_id, allocated_at from allocation limit 1`,
  'a sold key is the key of its order, and the other way round': `
    update stock_key set order_id = (select id from shop_order where status = 'pending') where state = 'sold'`,
  'an order that is being delivered has a key for every piece that did not go back': `
    delete from allocation where slot = 1`,
  'an order without a payment has no keys': `
    update shop_order set paid_at = null where status = 'fulfilling'`,
  'an order that is being delivered has its mail planned, and the job written down with it': `
    delete from outbox where queue = 'delivery'`,
  'an order is paid once': `
    insert into order_event (order_id, kind, actor, at) select order_id, kind, actor, at from order_event where kind = 'paid'`,
  'an order that was paid and got no keys has its refund asked for': `
    update shop_order set status = 'paid' where status = 'fulfilling'`,
  'a paid order waits for its keys in the queue for them, and nobody else does': `
    update shop_order set status = 'paid', waiting_until = now() where status = 'fulfilling'`,
  'no key is on sale while somebody waits for one': `
    delete from stock_change; insert into key_wait select 'somebody', product_id, 1, now(), now() from stock_key limit 1`,
  'every state that an order is in was written down as an event': `
    delete from order_event where kind = 'fulfilling'`,
  'keys are reserved for unpaid orders or held ones only': `
    update shop_order set status = 'expired' where status = 'pending'`,
  'a reservation holds as many keys as its order wants, or none': `
    update stock_key set state = 'reserved', reserved_until = now(), order_id = (select id from shop_order where status = 'pending')
    where id = (select id from stock_key where state = 'available' limit 1)`,
  'an order whose payment page is open holds all its keys': `
    update stock_key set state = 'available', order_id = null, reserved_until = null where state = 'reserved'`,
  'the stock that lists show is, with what is pending, what the rows say': `
    update listing set stock = stock + 1`,
  'no order has sent back, and lost to banks, more than was paid for it': `
    update shop_order set refunded_minor = total_minor, charged_back_minor = 1`,
  'an order adds up': `
    update shop_order set total_minor = total_minor + 1`,
};

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

  test.each(Object.keys(invariants))('a planted defect is found: %s', async (name) => {
    try {
      await shop.database.query(defects[name] ?? '');
      expect(await brokenInvariants(shop.database, shop.clock.now())).toContain(name);
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
