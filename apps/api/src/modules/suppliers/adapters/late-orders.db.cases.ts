import { expect, jest, test } from '@jest/globals';
import { addProducts } from '../../../testing/products.ts';
import { AddKeys } from '../../stock/index.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

const LATE =
  'the supplier has it after all, though it did not list it and the shop gave it up. Its keys go to its order if that still lacks them, else into stock.';
const FUNDS = 1_000_000;

/** Calls without an answer that take effect when the shop has bought elsewhere, or given up. */
export function lateOrders(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;

  /** A purchase that the shop gave up on; answers order and purchase. */
  async function givenUp(offersOfOther = 5): Promise<{ id: string; purchase: string }> {
    const id = await made.backorder();
    await made.offer(kinguin, 500, 1);
    if (offersOfOther > 0) await made.offer(other, 600, offersOfOther);
    const purchase = await made.sendLate();
    expect(await made.purchases()).toMatchObject([{ state: 'refused', failure: 'The supplier never listed it.' }]);
    return { id, purchase };
  }
  const looks = async () =>
    (await made.shop.database.query('select purchase_id from supplier_look where supplier = $1', ['kinguin'])).rows.length;
  const costOf = async () => {
    const { text } = await made.staff.call('GET', '/ops/suppliers/report.csv');
    return text
      .split('\r\n')
      .filter((line) => line.includes('kinguin'))
      .map((line) => line.split(',').slice(2).map(Number));
  };

  test.each([
    ['an hour', 60],
    ['a day', 24 * 60],
  ])(
    'an order that arrives after its keys were bought elsewhere is found after %s: its keys are in stock, and staff knows',
    async (_when, minutes) => {
      const { id } = await givenUp();
      expect([other.ordered.length, await made.statusOf(id)]).toEqual([1, 'fulfilling']);
      if (minutes > 60) await made.look(60);
      kinguin.arrive();
      await made.look(minutes - (minutes > 60 ? 60 : 0));
      await made.look(60);
      expect([await made.purchases(), await made.alerts(), await made.free()]).toMatchObject([
        [{ state: 'complete', keys: 1, cost: 5, charged: 0, margin: -5, supplierOrderId: made.supplierOrderId(), failure: null }],
        [LATE],
        1,
      ]);
      expect([await costOf(), kinguin.balanceMinor]).toEqual([[[1, 1, 5, 0, -5, 0]], FUNDS - 500]);
    },
  );

  test('an order that arrives late goes to a buyer who still waits for it', async () => {
    const { id } = await givenUp(0);
    expect(await made.statusOf(id)).toBe('paid');
    kinguin.arrive();
    await made.look(60);
    expect([await made.statusOf(id), await made.purchases(), await made.alerts()]).toMatchObject([
      'fulfilling',
      [{ state: 'complete', keys: 1, cost: 5, charged: 10 }],
      [LATE],
    ]);
  });

  test('a hint with the reference of an order that was given up makes the shop look at once', async () => {
    const { purchase } = await givenUp();
    kinguin.arrive();
    const hint = { kind: 'order', supplierOrderId: made.supplierOrderId(), reference: purchase };
    for (let times = 0; times < 3; times += 1) {
      await made.shop.app.inject({ method: 'POST', url: '/webhooks/suppliers/kinguin', payload: { hints: [hint] } });
      await made.look();
    }
    expect([await made.purchases(), await made.alerts()]).toMatchObject([[{ state: 'complete', keys: 1 }], [LATE]]);
  });

  test('one that never arrives is looked for twice, and one that was surely refused never', async () => {
    await givenUp();
    const asked = jest.spyOn(kinguin, 'find');
    for (const minutes of [30, 31, 60, 23 * 60, 60, 7 * 24 * 60]) await made.look(minutes);
    expect([asked.mock.calls.length, await looks(), await made.alerts()]).toEqual([2, 0, []]);
    asked.mockRestore();
    await made.renew();
    await made.backorder();
    await made.offer(kinguin, 500, 1);
    kinguin.trouble = 'refused';
    await made.work();
    expect([await made.purchases(), await looks()]).toMatchObject([[{ state: 'refused' }], 0]);
  });

  test('a late order that the supplier has refunded costs nothing', async () => {
    await givenUp();
    const [before] = await made.purchases();
    kinguin.keysAtOnce = 0;
    kinguin.arrive();
    kinguin.refund(made.supplierOrderId());
    await made.look(60);
    // Still the refusal of then: a fresh one would keep its product from being bought.
    const refused = { state: 'refused', keys: 0, closedAt: before?.closedAt };
    expect([await made.purchases(), await costOf()]).toMatchObject([[refused], []]);
  });

  test('what is planned elsewhere when an order arrives late takes none of its revenue', async () => {
    await givenUp(0);
    await made.offer(other, 600, 5);
    await made.shop.get(PlanPurchases).run();
    expect(await made.purchases('codeswholesale')).toMatchObject([{ state: 'planned' }]);
    kinguin.arrive();
    await made.look(60);
    expect([await made.purchases(), await made.purchases('codeswholesale')]).toMatchObject([
      [{ state: 'complete', keys: 1, charged: 10, margin: 5 }],
      [],
    ]);
  });

  test('what another purchase was to bring, and does not, is revenue of the order that arrived late', async () => {
    await givenUp(0);
    await made.offer(other, 600, 5);
    other.trouble = 'lost before';
    await made.work();
    expect(await made.purchases('codeswholesale')).toMatchObject([{ state: 'sent' }]);
    kinguin.arrive();
    await made.look(60);
    await made.look(60);
    expect([await made.purchases(), await made.purchases('codeswholesale'), await costOf()]).toMatchObject([
      [{ state: 'complete', keys: 1, charged: 10, margin: 5 }],
      [{ state: 'refused' }],
      [[1, 1, 5, 10, 5, 50]],
    ]);
  });

  test('so is what was planned elsewhere, and is dropped when a late order that ended has left a key', async () => {
    await made.backorder(2);
    await made.offer(kinguin, 500, 2);
    await made.sendLate();
    await made.offer(other, 600, 5);
    await made.shop.get(PlanPurchases).run();
    kinguin.keysAtOnce = 1;
    kinguin.arrive();
    kinguin.end(made.supplierOrderId());
    await made.look(60);
    const charged = async (name: 'kinguin' | 'codeswholesale') =>
      (await made.purchases(name)).map((one) => [one.state, one.keys, one.charged]);
    expect([await charged('kinguin'), await charged('codeswholesale')]).toEqual([[['ended', 1, 10]], [['complete', 1, 10]]]);
  });

  test('so is what another purchase brought that the shop had already', async () => {
    const [productId = ''] = await addProducts(made.shop, [{ kinguinId: 996 }]);
    await made.shop.get(AddKeys).run([{ productId, secret: { kind: 'text', key: 'codeswholesale-ONE-TEXT' } }], 'test');
    await givenUp(0);
    await made.offer(other, 600, 5);
    Object.assign(other, { keysAtOnce: 0, delivers: 'one text' });
    await made.work();
    kinguin.arrive();
    other.deliver(other.ordered[0]?.order.orderId ?? '', 1);
    await made.look(60);
    expect([await made.purchases(), await made.purchases('codeswholesale')]).toMatchObject([
      [{ state: 'complete', keys: 1, charged: 10, margin: 5 }],
      [{ state: 'complete', knownKeys: 1, margin: -6 }],
    ]);
  });

  test.each([
    ['is on its way from another supplier', 3, 2, 0],
    ['nobody else is to bring', 2, Infinity, 10],
  ])('of three pieces that arrive late, what was paid is counted for those that %s', async (_what, offered, keysAtOnce, charged) => {
    await made.backorder(3);
    other.keysAtOnce = keysAtOnce;
    await made.offer(kinguin, 500, 3);
    await made.offer(other, 600, offered);
    await made.sendLate();
    kinguin.arrive();
    await made.look(60);
    expect([await made.purchases(), await made.purchases('codeswholesale')]).toMatchObject([
      [{ state: 'complete', keys: 3, charged, margin: charged - 15 }],
      [{ state: charged === 0 ? 'ordered' : 'complete', keys: 2, charged: 10 }],
    ]);
  });

  test('a key that comes in place of another one, after the shop gave it up and nobody asked again, is in stock, and the other stays', async () => {
    const { keyId, keyOf } = await made.replacementSentLate();
    kinguin.arrive();
    await made.look(60);
    expect([await keyOf(), await made.free(), await made.purchases(), (await made.alerts()).at(-1)]).toEqual([
      keyId,
      1,
      [expect.objectContaining({ state: 'complete', keys: 1, charged: 0, cost: 5, margin: -5, replaces: null })],
      expect.stringContaining(`${LATE} The key that it was to replace stays`),
    ]);
  });

  test('a key is not bought in place of another one while an order for it, that was given up, is there after all', async () => {
    const { keyId, keyOf, buyAgain } = await made.replacementSentLate();
    kinguin.keysAtOnce = 0;
    await made.offer(other, 600, 1);
    expect((await buyAgain()).status).toBe(202);
    kinguin.arrive();
    await made.look(60);
    expect([kinguin.ordered.length, other.ordered.length, await made.purchases('codeswholesale')]).toEqual([1, 0, []]);
    kinguin.deliver(made.supplierOrderId(), 1);
    await made.work(10);
    expect(await made.purchases()).toMatchObject([{ state: 'complete', keys: 1 }]);
    expect(await keyOf()).not.toBe(keyId);
  });
}
