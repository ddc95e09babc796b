import { expect, jest, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { refundWhole } from '../../../testing/sales.ts';
import { PrepareRefund } from '../../payments/application/refunds/prepare-refund.ts';
import { SendRefund } from '../../payments/application/refunds/send-refund.ts';
import { LookAgain } from '../application/after-sales/look-again.ts';
import { Looks } from '../application/after-sales/looks.ts';
import { SupplierReturns } from '../application/after-sales/returns.ts';
import { dieOnce } from '../testing/die-once.ts';
import { returnShopOfTests } from '../testing/return-shop.ts';

const DAY_MINUTES = 24 * 60;
const FUNDS = 1_000_000;

/** A supplier that refunds an order by itself, before its keys were collected or after. */
export function refundedOrders(): void {
  const { made, bought, unsold, giveBack, returned, work: workOnReturns, states, keys, report } = returnShopOfTests();
  const { kinguin, other } = made;

  const hear = (hints: object[] = [{ kind: 'order', supplierOrderId: made.supplierOrderId() }]) =>
    made.shop.app.inject({ method: 'POST', url: '/webhooks/suppliers/kinguin', payload: { hints } });
  async function look(minutes = 0): Promise<void> {
    made.shop.clock.advance(minutes * 60_000);
    await made.shop.get(LookAgain).run();
  }
  const looks = async () => (await made.shop.database.query('select purchase_id from supplier_look')).rows.length;
  const sums = async () => (await report()).map((line) => line.split(',').slice(2).map(Number));
  const told = (withBuyers: number, gone: number, free: number, all = gone) =>
    `the supplier took ${gone} of the ${all} keys of its order ${made.supplierOrderId()} back: buyers have ${withBuyers}, ${free} are off sale.`;
  const UNNAMED = () =>
    `the supplier ended its order ${made.supplierOrderId()} and does not say whether it took back the 1 keys that had come. Ask it, and take them off sale if so.`;
  const UNSEEN = 'its order could not be looked at 20 times. Ask the supplier whether it took keys back.';
  const idsOfKeys = () => kinguin.ordered[0]?.keys.map(({ id }) => id) ?? [];

  test('a hint that an order with free keys was refunded takes them off sale: staff is told once, and nothing counts as cost', async () => {
    const { id, purchase } = await bought();
    await refundWhole(made.shop, id);
    expect(await states()).toEqual(['available', 'available']);
    kinguin.refund(made.supplierOrderId());
    for (let times = 0; times < 3; times += 1) {
      await hear();
      await look();
    }
    expect([await states(), await made.alerts()]).toEqual([['burnt', 'burnt'], [told(0, 2, 2)]]);
    expect((await made.purchases())[0]).toMatchObject({
      ...{ state: 'complete', cost: 10, margin: 0 },
      returned: { state: 'done', isByHand: false, keys: 2, undelivered: 2, refunded: 10 },
    });
    expect(await sums()).toEqual([[1, 0, 0, 0, 0, 0]]);
    const { timeline } = (await made.staff.call('GET', `/ops/orders/${id}`)).json<{ timeline: { what: string; data: object }[] }>();
    expect(timeline.flatMap(({ what, data }) => (/return|purchase_refunded/.test(what) ? [[what, data]] : []))).toMatchObject([
      ['purchase_refunded', { purchase, keys: 2, cost: 10, refunded: 10 }],
    ]);
  });

  test('keys that buyers have stay with them, and one that comes back is not sold again', async () => {
    const { id } = await bought();
    const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
    const refund = async (slot: number) => {
      const wish = { kind: 'pieces', picks: [{ line: 0, slots: [slot] }] } as const;
      const prepared = await made.shop.get(PrepareRefund).run(id, wish, { by, reason: 'a test' });
      await made.shop.get(SendRefund).run(prepared.refund.id);
    };
    await refund(1);
    kinguin.refund(made.supplierOrderId());
    await hear();
    await look();
    expect([(await states()).toSorted(), await made.alerts()]).toEqual([['burnt', 'sold'], [told(1, 2, 1)]]);
    expect([await returned(), await sums()]).toMatchObject([{ keys: 2, undelivered: 1, refunded: 10 }, [[1, 0, 0, 10, 10, 100]]]);
    await refund(0);
    expect((await states()).toSorted()).toEqual(['burnt', 'quarantined']);
    const owner = await operator(made.shop, 'owner');
    const back = (await keys()).find(({ state }) => state === 'quarantined');
    expect((await owner.call('POST', `/ops/keys/${back?.id}/release`, { reason: 'a test' })).status).toBe(409);
  });

  test('where the supplier names the keys that it took back, the others stay on sale', async () => {
    await unsold();
    kinguin.refund(made.supplierOrderId(), idsOfKeys().slice(1));
    await hear();
    await look();
    expect([await states(), await made.alerts()]).toEqual([['available', 'burnt'], [told(0, 1, 1, 2)]]);
    expect([await returned(), await sums()]).toMatchObject([{ keys: 1, undelivered: 1, refunded: 5 }, [[1, 1, 5, 0, -5, 0]]]);
  });

  test('without a hint orders are looked at after a day, three, a week and two, and then no more', async () => {
    await unsold();
    const asked = jest.spyOn(kinguin, 'orderOf');
    await look(DAY_MINUTES - 1);
    expect(asked).toHaveBeenCalledTimes(0);
    for (const [days, times] of [
      [1, 1],
      [1, 1],
      [1, 2],
      [4, 3],
      [6, 3],
      [1, 4],
      [60, 4],
    ] as const) {
      await look(days * DAY_MINUTES);
      await look();
      expect(asked).toHaveBeenCalledTimes(times);
    }
    expect([await looks(), await made.alerts()]).toEqual([0, []]);
    kinguin.refund(made.supplierOrderId());
    await hear();
    await look();
    asked.mockRestore();
    expect([await looks(), await states()]).toEqual([0, ['burnt', 'burnt']]);
  });

  test('hints that change nothing cost one look however many they are, and those of no order none', async () => {
    await bought();
    const asked = jest.spyOn(kinguin, 'orderOf');
    await Promise.all(Array.from({ length: 5 }, () => hear()));
    await hear([{ kind: 'order', supplierOrderId: 'nobody' }]);
    await Promise.all([look(), look()]);
    await look(1);
    expect([asked.mock.calls.length, await looks(), await made.alerts(), await states()]).toEqual([1, 1, [], ['sold', 'sold']]);
    asked.mockRestore();
  });

  test('a supplier that does not answer is asked again later, and in the end by the schedule', async () => {
    await unsold();
    kinguin.refund(made.supplierOrderId());
    await hear();
    kinguin.isAway = true;
    const asked = jest.spyOn(kinguin, 'orderOf');
    for (let hours = 0; hours < 23; hours += 1) await look(61);
    expect([asked.mock.calls.length, await made.alerts()]).toEqual([20, [UNSEEN]]);
    asked.mockRestore();
    kinguin.isAway = false;
    await look(DAY_MINUTES);
    expect(await states()).toEqual(['burnt', 'burnt']);
  });

  test('what goes back because staff asked for it is no refund by the supplier', async () => {
    const purchase = await unsold();
    await giveBack(purchase);
    await workOnReturns();
    await hear();
    await look();
    expect([await returned(), await made.alerts(), kinguin.balanceMinor]).toMatchObject([{ state: 'done', refunded: 10 }, [], FUNDS]);
    await made.renew();
    const refused = await unsold();
    kinguin.trouble = 'refused';
    await giveBack(refused);
    await workOnReturns();
    kinguin.refund(made.supplierOrderId());
    await hear();
    await look();
    expect([await returned(), await states()]).toMatchObject([{ state: 'done', refunded: 10 }, ['burnt', 'burnt']]);
  });

  test('wherever the process dies, staff is told once and the cost is paid back once', async () => {
    for (const [of, name, when] of [
      [Looks, 'take', 'after'],
      [SupplierReturns, 'add', 'before'],
      [SupplierReturns, 'add', 'after'],
      [Looks, 'made', 'before'],
    ] as const) {
      await made.renew();
      await unsold();
      kinguin.refund(made.supplierOrderId());
      await hear();
      dieOnce(made.shop.get<object>(of), name, when);
      await expect(look()).rejects.toThrow('died');
      await look(3);
      expect([name, when, await states(), await made.alerts()]).toEqual([name, when, ['burnt', 'burnt'], [told(0, 2, 2)]]);
      expect(await sums()).toEqual([[1, 0, 0, 0, 0, 0]]);
    }
  });

  test.each(['named', 'unnamed'])(
    'keys of an order that was refunded before they were collected are no keys: it is bought elsewhere (%s)',
    async (how) => {
      const id = await made.undelivered();
      kinguin.deliver(made.supplierOrderId(), 1);
      kinguin.refund(made.supplierOrderId(), how === 'named' ? idsOfKeys() : []);
      await made.offer(other, 600, 5);
      await made.work(10);
      expect([await made.statusOf(id), await made.purchases(), other.ordered.length]).toMatchObject([
        'fulfilling',
        [{ state: 'ended', keys: 0 }],
        1,
      ]);
      expect((await keys()).length).toBe(1);
      expect((await sums()).map(([purchases, count, cost]) => [purchases, count, cost])).toEqual([[1, 1, 6]]);
      await hear();
      await look();
      expect([await made.alerts(), await returned()]).toEqual([[], null]);
    },
  );

  test('a key that came before its order was refunded is set aside, unless the supplier leaves it', async () => {
    for (const named of [true, false]) {
      await made.renew();
      kinguin.keysAtOnce = 1;
      await made.backorder(2);
      await made.offer(kinguin, 500, 5);
      await made.work();
      kinguin.refund(made.supplierOrderId(), named ? idsOfKeys() : []);
      await made.addOwn(3);
      await made.work(10);
      await look();
      expect((await made.purchases())[0]).toMatchObject({ state: 'ended', keys: 1, cost: 5 });
      expect([await made.alerts(), await returned()]).toMatchObject(
        named ? [[told(0, 1, 1)], { state: 'done', keys: 1, undelivered: 1, cost: 5, refunded: 5 }] : [[UNNAMED()], null],
      );
    }
  });

  test('a key that the shop had before is of another purchase, too, and stays', async () => {
    const { id: first } = await bought(1, 'SOLD-BEFORE');
    await bought(1, 'SOLD-BEFORE');
    const orderId = kinguin.ordered[1]?.order.orderId ?? '';
    kinguin.refund(orderId);
    await hear([{ kind: 'order', supplierOrderId: orderId }]);
    await look();
    expect([await made.statusOf(first), new Set(await states()), await returned()]).toMatchObject([
      'fulfilling',
      new Set(['sold']),
      { state: 'done', keys: 1, undelivered: 1, refunded: 5 },
    ]);
  });
}
