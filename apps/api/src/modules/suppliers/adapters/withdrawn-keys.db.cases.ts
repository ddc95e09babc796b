import { expect, jest, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { keyTextsOf } from '../../../testing/products.ts';
import { LookAgain } from '../application/after-sales/look-again.ts';
import { FulfilBackorders } from '../../orders/index.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { SUPPLIER_LEASE_MS } from '../domain/retries.ts';
import { returnShopOfTests } from '../testing/return-shop.ts';
import { withdrawKeys } from '../testing/withdraw-keys.ts';

/** A supplier that takes single keys back by itself. */
export function withdrawnKeys(): void {
  const { made, bought, unsold, giveBack, returned, work: workOnReturns, states, report } = returnShopOfTests();
  const { kinguin, other } = made;

  async function hear(): Promise<void> {
    const hints = [{ kind: 'order', supplierOrderId: made.supplierOrderId() }];
    await made.shop.app.inject({ method: 'POST', url: '/webhooks/suppliers/kinguin', payload: { hints } });
  }
  async function look(): Promise<void> {
    await hear();
    await made.shop.get(LookAgain).run();
  }
  const sums = async () => (await report()).map((line) => line.split(',').slice(2).map(Number));
  const told = (gone: number, withBuyers: number, free: number, more = '') =>
    `the supplier took ${gone} of the 2 keys of its order ${made.supplierOrderId()} back: buyers have ${withBuyers}, ${free} are off sale.${more}`;

  test('a worker that read the keys before the order was refunded stores none of them when another one has closed the purchase', async () => {
    const id = await made.undelivered(2);
    kinguin.deliver(made.supplierOrderId(), 2);
    await made.offer(other, 600, 5);
    const read = kinguin.keys.bind(kinguin);
    const asked = jest.spyOn(kinguin, 'keys').mockImplementationOnce(async (orderId) => {
      const old = [...(await read(orderId))];
      kinguin.refund(orderId);
      made.shop.clock.advance(SUPPLIER_LEASE_MS);
      await made.shop.get(BuyKeys).run(kinguin);
      await made.shop.get(PlanPurchases).run();
      return old;
    });
    await made.work(10);
    asked.mockRestore();
    expect([await made.statusOf(id), await made.purchases(), await made.purchases('codeswholesale')]).toMatchObject([
      'fulfilling',
      [{ state: 'ended', keys: 0 }],
      [{ state: 'complete', keys: 2 }],
    ]);
    expect(await states()).toEqual(['sold', 'sold']);
  });

  test('keys of a completed order that go one by one are off sale one by one, and each is paid back once', async () => {
    await unsold();
    withdrawKeys(kinguin, made.supplierOrderId(), [1]);
    await look();
    expect([await states(), await returned(), await sums()]).toMatchObject([
      ['available', 'burnt'],
      { state: 'done', keys: 1, undelivered: 1, refunded: 5 },
      [[1, 1, 5, 0, -5, 0]],
    ]);
    withdrawKeys(kinguin, made.supplierOrderId(), [0]);
    for (let times = 0; times < 2; times += 1) await look();
    expect([await states(), await returned(), await sums()]).toMatchObject([
      ['burnt', 'burnt'],
      { state: 'done', keys: 2, undelivered: 2, refunded: 10 },
      [[1, 0, 0, 0, 0, 0]],
    ]);
    expect((await made.alerts()).toSorted()).toEqual([told(1, 0, 1), told(2, 0, 2)]);
  });

  test('keys that go later count on the day when the first one went', async () => {
    await unsold();
    const HOURS_MS = 3_600_000;
    const days = async () => (await report()).map((line) => [line.slice(0, 10), ...line.split(',').slice(2, 5).map(Number)]);
    made.shop.clock.advance(24 * HOURS_MS);
    withdrawKeys(kinguin, made.supplierOrderId(), [0]);
    await look();
    const [bought, first] = await days();
    expect([bought?.slice(1), first?.slice(1)]).toEqual([
      [1, 2, 10],
      [0, -1, -5],
    ]);
    made.shop.clock.advance(12 * HOURS_MS);
    withdrawKeys(kinguin, made.supplierOrderId(), [1]);
    await look();
    expect((await days()).at(-1)).toEqual([first?.[0], 0, -2, -10]);
  });

  test('what staff record of a refund that was not paid holds, and keys that are left are not given back by a call', async () => {
    const purchase = await unsold();
    withdrawKeys(kinguin, made.supplierOrderId(), [0], false);
    await look();
    expect([await returned(), (await giveBack(purchase)).status]).toMatchObject([{ keys: 1, refunded: 0 }, 409]);
    expect((await giveBack(purchase, { refunded: 11 })).status).toBe(400);
    expect((await giveBack(purchase, { refunded: 4 })).json()).toMatchObject({ state: 'done', keys: 1, refunded: 4 });
    await look();
    withdrawKeys(kinguin, made.supplierOrderId(), [1]);
    await look();
    expect([await returned(), await states(), (await giveBack(purchase)).status]).toMatchObject([
      { keys: 2, refunded: 9 },
      ['burnt', 'burnt'],
      202,
    ]);
  });

  test('a key that went before it was collected is bought elsewhere', async () => {
    const id = await made.undelivered(2);
    kinguin.deliver(made.supplierOrderId(), 2);
    withdrawKeys(kinguin, made.supplierOrderId(), [0]);
    kinguin.offered = [];
    await made.offer(other, 600, 5);
    await made.shop.database.query(`delete from supplier_offer where supplier = 'kinguin'`);
    await made.work(10);
    expect([await made.statusOf(id), await made.purchases(), await made.purchases('codeswholesale')]).toMatchObject([
      'fulfilling',
      [{ state: 'ended', keys: 1, cost: 5 }],
      [{ state: 'complete', keys: 1 }],
    ]);
  });

  test('an order that waits is not delivered with a key that went, and gets another one', async () => {
    kinguin.keysAtOnce = 1;
    const id = await made.backorder(2);
    await made.offer(kinguin, 500, 2);
    await made.work();
    const [gone] = kinguin.ordered[0]?.keys ?? [];
    kinguin.deliver(made.supplierOrderId(), 1);
    withdrawKeys(kinguin, made.supplierOrderId(), [0]);
    await made.work(10);
    expect([await made.statusOf(id), await made.purchases()]).toMatchObject(['paid', [{ state: 'complete', keys: 2 }]]);
    await look();
    await made.offer(other, 600, 1);
    await made.work();
    expect(await made.statusOf(id)).toBe('fulfilling');
    const texts = await keyTextsOf(made.shop, id);
    expect([texts.length, texts.includes(gone?.id.toUpperCase() ?? '')]).toEqual([2, false]);
    expect([await sums(), await made.alerts()]).toEqual([
      [
        [1, 1, 6, 10, 4, 40],
        [1, 1, 5, 10, 5, 50],
      ],
      [told(1, 0, 1)],
    ]);
  });

  test('a key that waits with others for its order leaves it when the look finds that it went', async () => {
    kinguin.keysAtOnce = 3;
    const id = await made.backorder(4);
    await made.offer(kinguin, 500, 3);
    await made.work();
    expect(await states()).toEqual(['reserved', 'reserved', 'reserved']);
    withdrawKeys(kinguin, made.supplierOrderId(), [0]);
    await look();
    await made.addOwn(1);
    await made.shop.get(FulfilBackorders).run();
    expect([await made.statusOf(id), await states()]).toEqual(['paid', ['burnt', 'reserved', 'reserved']]);
    await made.addOwn(1);
    await made.shop.get(FulfilBackorders).run();
    expect([await made.statusOf(id), await states()]).toEqual(['fulfilling', ['burnt', 'sold', 'sold']]);
  });

  test.each([
    ['another free key', 1],
    ['a key from another supplier, for which it waits', 0],
  ])('a key that goes while a checkout has reserved it is not sold when the buyer pays, who gets %s', async (_what, own) => {
    await unsold();
    const session = (await made.checkOut()).json<{ id: string }>();
    const id = await made.orderOf(session.id);
    expect((await states()).toSorted()).toEqual(['available', 'reserved']);
    withdrawKeys(kinguin, made.supplierOrderId(), [0, 1]);
    await look();
    expect([await states(), await made.alerts()]).toEqual([['burnt', 'burnt'], [told(2, 0, 2)]]);
    kinguin.offered = [];
    await made.shop.database.query(`delete from supplier_offer where supplier = 'kinguin'`);
    await made.offer(other, 600, 1);
    await made.addOwn(own);
    await made.pay(session.id);
    expect(await made.statusOf(id)).toBe(own > 0 ? 'fulfilling' : 'paid');
    await made.work();
    expect([await made.statusOf(id), (await keyTextsOf(made.shop, id)).length, other.ordered.length, (await states()).toSorted()]).toEqual([
      'fulfilling',
      1,
      1 - own,
      own > 0 ? ['burnt', 'burnt'] : ['burnt', 'burnt', 'sold'],
    ]);
  });

  test('an order on hold whose key goes gets one from another supplier when it is released; where none has one, staff are told which', async () => {
    await unsold();
    const session = (await made.checkOut(2)).json<{ id: string }>();
    const id = await made.orderOf(session.id);
    await made.pay(session.id, 1);
    withdrawKeys(kinguin, made.supplierOrderId(), [0]);
    await look();
    await made.shop.database.query(`delete from supplier_offer where supplier = 'kinguin'`);
    expect([await made.statusOf(id), await states()]).toEqual(['on_hold', ['burnt', 'reserved']]);
    const support = await operator(made.shop, 'support');
    const release = () => support.call('POST', `/ops/orders/${id}/release`, { reason: 'a test' });
    expect((await release()).json()).toMatchObject({ statusCode: 409, message: expect.stringContaining('have these keys: 1 × ') });
    expect([await made.statusOf(id), await states()]).toEqual(['on_hold', ['burnt', 'reserved']]);
    await made.offer(other, 600, 1);
    expect((await release()).status).toBe(200);
    expect(await made.statusOf(id)).toBe('paid');
    await made.work();
    expect([await made.statusOf(id), (await keyTextsOf(made.shop, id)).length, other.ordered.length]).toEqual(['fulfilling', 2, 1]);
  });

  test('what the supplier takes while it is asked to is found when it refuses', async () => {
    const purchase = await unsold();
    await giveBack(purchase);
    kinguin.trouble = 'refused';
    const hidden = jest.spyOn(kinguin, 'takenBack').mockResolvedValue([]);
    withdrawKeys(kinguin, made.supplierOrderId(), [0, 1], false);
    await look();
    await workOnReturns();
    expect([await returned(), await states()]).toMatchObject([{ state: 'refused' }, ['quarantined', 'quarantined']]);
    hidden.mockRestore();
    await made.shop.get(LookAgain).run();
    expect([await returned(), await states()]).toMatchObject([{ state: 'done', keys: 2, refunded: 0 }, ['burnt', 'burnt']]);
  });

  test('a key that goes is added to the part that staff gave back, also where the supplier names only that one', async () => {
    const purchase = await unsold();
    kinguin.mostTaken = 1;
    await giveBack(purchase);
    await workOnReturns();
    await workOnReturns(24 * 60);
    expect((await giveBack(purchase, { refunded: 5, onlyTaken: true })).json()).toMatchObject({ state: 'done', keys: 1, refunded: 5 });
    const [order] = kinguin.ordered;
    if (!order) throw new Error('There is no order.');
    const [, second] = order.keys;
    Object.assign(order, { order: { ...order.order, state: 'complete', withdrawn: [second?.id] }, isBack: false });
    order.taken = order.keys.map(({ id }) => ({ id, isPaid: true }));
    for (let times = 0; times < 2; times += 1) await look();
    expect([await returned(), await states()]).toMatchObject([
      { state: 'done', isByHand: true, keys: 2, refunded: 10 },
      ['burnt', 'burnt'],
    ]);
  });

  test('staff is told of keys that came before the shop noted where they are in stock', async () => {
    await bought();
    await made.shop.database.query('update purchased_key set stock_key_id = null');
    kinguin.refund(made.supplierOrderId());
    await look();
    expect(await made.alerts()).toEqual([told(2, 0, 0, ' Of 2 the shop has not noted where they are in stock: find and burn them.')]);
  });
}
