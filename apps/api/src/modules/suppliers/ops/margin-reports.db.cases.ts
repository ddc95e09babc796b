import { expect, test } from '@jest/globals';
import { ShopCalendar } from '../../../shared/shop-calendar.ts';
import { operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { refundWhole } from '../../../testing/sales.ts';
import type { RefundRequest } from '../../payments/application/refunds/plan-refund.ts';
import { PrepareRefund } from '../../payments/application/refunds/prepare-refund.ts';
import { SendRefund } from '../../payments/application/refunds/send-refund.ts';
import { AddKeys } from '../../stock/index.ts';
import { returnShopOfTests } from '../testing/return-shop.ts';

const DAY_MINUTES = 24 * 60;
const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;

/** Cost, revenue and margin of purchases: lists, timeline and report say the same. */
export function marginReports(): void {
  const { made, bought, unsold, giveBack, work, report } = returnShopOfTests();
  const { kinguin } = made;
  const margins = async () => (await made.purchases()).map(({ state, cost, margin }) => ({ state, cost, margin })).toReversed();
  /** purchases, keys, cost, charged and margin of each day. */
  const days = async () => (await report()).map((line) => line.split(',').slice(2, 7).map(Number));

  async function refund(id: string, request: RefundRequest): Promise<void> {
    const { refund: prepared } = await made.shop.get(PrepareRefund).run(id, request, { by, reason: 'a test' });
    await made.shop.get(SendRefund).run(prepared.id);
  }

  /** The report of all days has the sum of what the list says. */
  async function expectSums(): Promise<void> {
    const listed = (await made.purchases()).reduce((sum, { margin }) => sum + Math.round((margin ?? 0) * 100), 0);
    const reported = (await days()).reduce((sum, [, , , , margin]) => sum + Math.round((margin ?? 0) * 100), 0);
    expect(reported).toBe(listed);
  }

  test('a key that the shop had already costs and brings nothing: its sale counts with the key that was bought for it', async () => {
    const [productId = ''] = await addProducts(made.shop, [{ kinguinId: 997 }]);
    await made.shop.get(AddKeys).run([{ productId, secret: { kind: 'text', key: `KNOWN-${made.product()}` } }], 'test');
    await made.backorder();
    kinguin.keysAtOnce = 0;
    await made.offer(kinguin, 500, 5, 'first');
    await made.offer(kinguin, 600, 5, 'second');
    await made.work();
    kinguin.deliver(made.supplierOrderId(), 1, { kind: 'text', key: `KNOWN-${made.product()}` });
    kinguin.keysAtOnce = Infinity;
    await made.work(10);
    expect(await margins()).toEqual([
      { state: 'complete', cost: 5, margin: -5 },
      { state: 'complete', cost: 6, margin: 4 },
    ]);
    expect(await days()).toEqual([[2, 2, 11, 10, -1]]);
    await expectSums();
  });

  test('a purchase that its supplier ended costs and brings what its keys do', async () => {
    kinguin.keysAtOnce = 1;
    const { id } = await bought(2);
    kinguin.end(made.supplierOrderId());
    kinguin.offered = [];
    await made.work(10);
    expect(await margins()).toEqual([{ state: 'ended', cost: 5, margin: 5 }]);
    const { timeline } = (await made.staff.call('GET', `/ops/orders/${id}`)).json<{ timeline: { what: string; data: object }[] }>();
    expect(timeline.find(({ what }) => what === 'purchase_ended')?.data).toMatchObject({ keys: 1, cost: 5, margin: 5 });
    await expectSums();
    await made.renew();
    kinguin.keysAtOnce = 0;
    await bought(2);
    kinguin.end(made.supplierOrderId());
    kinguin.offered = [];
    await made.work(10);
    expect([await margins(), await days()]).toEqual([[{ state: 'ended', cost: 0, margin: 0 }], []]);
  });

  test('a purchase that is open, or was refused, has no margin', async () => {
    kinguin.keysAtOnce = 0;
    await bought(1);
    expect(await margins()).toEqual([{ state: 'ordered', cost: 5, margin: null }]);
    await made.renew();
    kinguin.balanceMinor = 0;
    await bought(1);
    expect(await margins()).toEqual([{ state: 'refused', cost: null, margin: null }]);
  });

  test('what a buyer is refunded is deducted on the day of the refund: keys that were taken, then the rest', async () => {
    const { id } = await bought(3);
    made.shop.clock.advance(DAY_MINUTES * 60_000);
    await refund(id, { kind: 'goodwill', amountMinor: 100 });
    expect([await margins(), await days()]).toEqual([[{ state: 'complete', cost: 15, margin: 15 }], [[1, 3, 15, 30, 15]]]);
    await refund(id, { kind: 'pieces', picks: [{ line: 0, slots: [1] }] });
    expect([await margins(), await days()]).toEqual([
      [{ state: 'complete', cost: 15, margin: 5 }],
      [
        [1, 3, 15, 30, 15],
        [0, 0, 0, -10, -10],
      ],
    ]);
    await refundWhole(made.shop, id);
    expect([await margins(), (await days())[1]]).toEqual([[{ state: 'complete', cost: 15, margin: -15 }], [0, 0, 0, -30, -30]]);
    await expectSums();
  });

  test('a report of many months, which is read in parts, has each day once and the sum of all purchases', async () => {
    const today = () => made.shop.get(ShopCalendar).day(made.shop.clock.now());
    const later = (daysLater: number) => made.shop.clock.advance(daysLater * DAY_MINUTES * 60_000);
    const orders: string[] = [];
    const expected: (readonly [day: string, ...amounts: number[]])[] = [];
    for (const daysLater of [0, 1, 29, 30, 31, 62]) {
      later(daysLater);
      orders.push((await bought(1)).id);
      expected.push([today(), 1, 1, 5, 10, 5]);
    }
    later(45);
    await refundWhole(made.shop, orders[0] ?? '');
    expected.push([today(), 0, 0, 0, -10, -10]);
    const lines = (await report(expected[0]?.[0])).map((line) => line.split(','));
    expect(lines.map(([day, , ...amounts]) => [day, ...amounts.slice(0, 5).map(Number)])).toEqual(expected);
  });

  test.each([1, 40])(
    'a refund that was made %s days before its purchase was closed is deducted on the day of its revenue',
    async (passed) => {
      kinguin.keysAtOnce = 0;
      const { id } = await bought(1);
      await refundWhole(made.shop, id);
      made.shop.clock.advance(passed * DAY_MINUTES * 60_000);
      kinguin.deliver(made.supplierOrderId(), 1);
      await made.work(10);
      expect([await margins(), await days()]).toEqual([[{ state: 'complete', cost: 5, margin: -5 }], [[1, 1, 5, 0, -5]]]);
    },
  );

  test('a return after a refund brings its money back, and no revenue is deducted twice', async () => {
    const purchase = await unsold();
    await giveBack(purchase);
    await work();
    expect([await margins(), await days()]).toEqual([[{ state: 'complete', cost: 10, margin: 0 }], [[1, 0, 0, 0, 0]]]);
    await made.renew();
    const { id, purchase: other } = await bought(2);
    await made.addOwn(1);
    const support = await operator(made.shop, 'support');
    expect((await support.call('POST', `/ops/orders/${id}/keys/1/2/replace`)).status).toBe(200);
    await refund(id, { kind: 'pieces', picks: [{ line: 0, slots: [0] }] });
    await giveBack(other);
    await work();
    expect([await margins(), await days()]).toEqual([[{ state: 'complete', cost: 10, margin: 10 }], [[1, 0, 0, 10, 10]]]);
  });

  test('keys that no buyer had, as the shop had others, take what was paid with them', async () => {
    kinguin.keysAtOnce = 0;
    const { purchase } = await bought(1);
    await made.addOwn(1);
    await made.work();
    kinguin.deliver(made.supplierOrderId(), 1);
    await made.work(10);
    expect(await margins()).toEqual([{ state: 'complete', cost: 5, margin: 5 }]);
    await giveBack(purchase);
    await work();
    expect([await margins(), await days()]).toEqual([[{ state: 'complete', cost: 5, margin: 0 }], [[1, 0, 0, 0, 0]]]);
    await expectSums();
  });
}
