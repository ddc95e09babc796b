import { beforeEach, expect, jest, test } from '@jest/globals';
import { addProducts } from '../../../../testing/products.ts';
import { mostWaiting } from '../../../../testing/until.ts';
import { Throttle } from '../../../../shared/ports.ts';
import { BuyKeys } from '../../application/buy-keys.ts';
import { LookAgain } from '../../application/after-sales/look-again.ts';
import { FollowHints } from '../../application/follow-hints.ts';
import type { Hint } from '../../application/messages.ts';
import { purchaseShopOfTests } from '../../testing/purchase-shop.ts';

export function hintCases(): void {
  const made = purchaseShopOfTests();
  const { kinguin } = made;
  beforeEach(async () => {
    await made.shop.database.query('delete from supplier_hint; delete from rate_limit');
    kinguin.asked = [];
  });

  const ofOrder = (): Hint => ({ kind: 'order', supplierOrderId: made.supplierOrderId() });
  const hear = (hints: Hint[], name = 'kinguin') =>
    made.shop.app.inject({ method: 'POST', url: `/webhooks/suppliers/${name}`, payload: { hints } });
  const ofProduct = (id = made.product()): Hint => ({ kind: 'product', supplierProductId: String(id), kinguinId: id });
  const follow = () => made.shop.get(FollowHints).run();
  const offers = async () =>
    (await made.staff.call('GET', '/ops/suppliers/kinguin/offers')).json<{ items: { offerId: string; price: number; qty: number }[] }>()
      .items;

  test('a hint makes the worker ask about its product: offers, removed ones and the price are as the supplier says', async () => {
    const [id] = await addProducts(made.shop, [{ kinguinId: made.product() + 5000, sellPrice: undefined }]);
    const product = made.product() + 5000;
    const offer = (offerId: string, priceMinor: number) => ({
      ...{ offerId, supplierProductId: String(product), kinguinId: product, name: 'Game' },
      ...{ priceMinor, quantity: 2 },
    });
    kinguin.offered = [offer('old', 900), offer('kept', 1000)];
    expect((await hear([ofProduct(product)])).statusCode).toBe(204);
    await follow();
    kinguin.offered = [offer('kept', 800)];
    await hear([ofProduct(product)]);
    expect((await offers()).map(({ offerId }) => offerId)).toEqual(['old', 'kept']);
    await follow();
    expect(await offers()).toMatchObject([{ offerId: 'kept', price: 8, qty: 2, productId: id }]);
    const page = await made.shop.app.inject({ method: 'GET', url: `/products/kinguinId/${product}` });
    expect(page.json()).toMatchObject({ price: 8.96 });
    kinguin.offered = [];
    await hear([ofProduct(product)]);
    await follow();
    expect(await offers()).toEqual([]);
  });

  test('offers of a product that cannot be read are not removed', async () => {
    await made.offer(kinguin, 500, 5);
    const ask = kinguin.product.bind(kinguin);
    kinguin.product = async (id) => ({ ...(await ask(id)), offers: [], skipped: 1 });
    await hear([ofProduct()]);
    await follow();
    expect(await offers()).toMatchObject([{ price: 5, qty: 5 }]);
    kinguin.product = async (id) => ({ ...(await ask(id)), offers: [] });
    await hear([ofProduct()]);
    await follow();
    expect(await offers()).toEqual([]);
    kinguin.product = ask;
  });

  test('many hints at a time at one product wait for its row with one connection, and others go on', async () => {
    await hear([ofProduct()]);
    const { database } = made.shop;
    await database.query('begin; select from supplier_hint for update');
    const heard = Promise.all(Array.from({ length: 12 }, () => hear([ofProduct()])));
    try {
      expect(await mostWaiting(database)).toBe(1);
    } finally {
      await database.query('commit');
    }
    expect((await heard).every(({ statusCode }) => statusCode === 204)).toBe(true);
  });

  test('the same hint many times is one question, and one that comes during it is another', async () => {
    await Promise.all(Array.from({ length: 10 }, () => hear([ofProduct(), ofProduct()])));
    await follow();
    expect(kinguin.asked).toEqual([String(made.product())]);
    await hear([ofProduct()]);
    const ask = kinguin.product.bind(kinguin);
    kinguin.product = async (id) => {
      kinguin.product = ask;
      await hear([ofProduct()]);
      return ask(id);
    };
    await follow();
    expect(kinguin.asked).toHaveLength(3);
    await follow();
    expect(kinguin.asked).toHaveLength(3);
  });

  test('products and orders that the shop has not are left out', async () => {
    expect((await hear([ofProduct(999_999), { kind: 'order', supplierOrderId: 'nobody' }])).statusCode).toBe(204);
    await follow();
    expect(kinguin.asked).toEqual([]);
    expect((await hear([], 'nobody')).statusCode).toBe(404);
  });

  test('a supplier that does not answer is asked again later, and in the end left to the next synchronisation', async () => {
    await hear([ofProduct()]);
    kinguin.isAway = true;
    await follow();
    kinguin.isAway = false;
    await follow();
    expect(kinguin.asked).toEqual([]);
    made.shop.clock.advance(10_000);
    await follow();
    expect(kinguin.asked).toHaveLength(1);
    kinguin.isAway = true;
    await hear([ofProduct()]);
    for (let tries = 0; tries < 8; tries += 1) {
      await follow();
      made.shop.clock.advance(600_000);
    }
    kinguin.isAway = false;
    await follow();
    expect(kinguin.asked).toHaveLength(1);
  });

  test('however many hints strangers send, a supplier is asked some 3,600 times an hour, and goes on when it is over', async () => {
    await made.shop.get(Throttle).hit('hints of kinguin', 1, 3_600_000, 'account');
    await made.shop.database.query('update rate_limit set hits = 3600');
    await hear([ofProduct()]);
    await follow();
    expect(kinguin.asked).toEqual([]);
    made.shop.clock.advance(3_600_000);
    await follow();
    expect(kinguin.asked).toEqual([String(made.product())]);
    const { hits } = await made.shop.get(Throttle).counted('hints of kinguin');
    expect(hits).toBe(1);
  });

  test('a paused supplier is not asked', async () => {
    await made.staff.call('POST', '/ops/suppliers/kinguin/pause', {});
    await hear([ofProduct()]);
    await follow();
    expect(kinguin.asked).toEqual([]);
  });

  test('keys that are late are fetched at once when the supplier hints at their order, and stored once however often it does', async () => {
    const id = await made.undelivered();
    await made.work(5);
    const order = ofOrder();
    kinguin.deliver(made.supplierOrderId(), 1);
    await made.work();
    expect(await made.statusOf(id)).toBe('paid');
    await Promise.all([hear([order]), hear([order])]);
    await Promise.all([made.shop.get(BuyKeys).run(kinguin), made.shop.get(BuyKeys).run(kinguin)]);
    await hear([order]);
    await made.work();
    expect([await made.statusOf(id), (await made.purchases())[0]]).toEqual([
      'fulfilling',
      expect.objectContaining({ state: 'complete', keys: 1, knownKeys: 0 }),
    ]);
  });

  test('a hint while keys are being fetched makes nobody fetch them twice: the order is looked at afterwards', async () => {
    await made.backorder();
    await made.offer(kinguin, 500, 5);
    const read = kinguin.keys.bind(kinguin);
    const asked = jest.spyOn(kinguin, 'keys').mockImplementationOnce(async (orderId) => {
      const came = await read(orderId);
      await hear([ofOrder()]);
      expect(await made.shop.get(BuyKeys).run(kinguin)).toBe(false);
      kinguin.refund(orderId);
      return came;
    });
    await made.work();
    expect([
      asked.mock.calls.length,
      (await made.purchases())[0]?.state,
      (await made.shop.database.query('select from supplier_look where due_at <= $1', [made.shop.clock.now()])).rows.length,
    ]).toEqual([1, 'complete', 1]);
    asked.mockRestore();
    await made.shop.get(LookAgain).run();
    expect(await made.alerts()).toEqual([expect.stringContaining('buyers have 1')]);
  });

  test('a hint while a supplier says that no key is there makes the next step due at once', async () => {
    kinguin.keysAtOnce = 0;
    await made.backorder();
    await made.offer(kinguin, 500, 5);
    const asked = jest.spyOn(kinguin, 'keys').mockImplementationOnce(async (orderId) => {
      kinguin.deliver(orderId, 1);
      await hear([ofOrder()]);
      return [];
    });
    await made.work();
    asked.mockRestore();
    expect((await made.purchases())[0]).toMatchObject({ state: 'complete', keys: 1 });
  });
}
