import { beforeAll, expect, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { RefundPayment } from '../../payments/application/refunds/refund-payment.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

/** What happens to a buyer in Poland when a product excludes his country after the sale. */
export function regionsAfterSale(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;
  let support: Awaited<ReturnType<typeof operator>>;
  beforeAll(async () => {
    support = await operator(made.shop, 'support');
  });

  async function inPoland(id: string): Promise<string> {
    await made.shop.database.query(`update shop_order set customer = customer || '{"country": "Poland"}' where id = $1`, [id]);
    return id;
  }
  const exclude = (country: string) =>
    made.shop.database.query('update product set country_limitation = $1 where id = $2', [[country], made.productId()]);
  const plan = () => made.shop.get(PlanPurchases).run();
  async function refundsDue(id: string): Promise<number> {
    const { rows } = await made.shop.database.query(`select from outbox where job = 'refund' and data ->> 'orderId' = $1`, [id]);
    return rows.length;
  }
  async function endings(id: string): Promise<unknown[]> {
    const { rows } = await made.shop.database.query<{ kind: string; data: object }>(
      `select kind, data from order_event where order_id = $1 and kind in ('region_excluded', 'waiting_ended', 'refunded') order by id`,
      [id],
    );
    return rows.map(({ kind, data }) => (kind === 'region_excluded' ? data : kind));
  }

  test('a product that excludes another country is bought for the buyer, and so it is where his is not known', async () => {
    await made.offer(kinguin, 500, 50);
    const ids = [await made.paid(), await inPoland(await made.paid())];
    await exclude('DE');
    await plan();
    expect((await made.purchases()).map(({ orderId }) => orderId).toSorted()).toEqual(ids.toSorted());
  });

  test('an order that waits for what excludes its buyer’s country is refunded at once, and its offer is another buyer’s', async () => {
    await made.offer(kinguin, 500, 1);
    const id = await inPoland(await made.paid());
    await exclude('PL');
    expect([await made.shown(), await refundsDue(id)]).toEqual([0, 0]);
    await plan();
    await plan();
    expect([await made.purchases(), await refundsDue(id)]).toEqual([[], 1]);
    await made.shop.get(RefundPayment).run(id);
    expect([await made.statusOf(id), await endings(id)]).toEqual([
      'refunded',
      [{ country: 'PL', productId: made.productId() }, 'waiting_ended', 'refunded'],
    ]);
    expect(await made.shown()).toBe(1);
    const next = await made.paid();
    await made.work();
    expect([kinguin.ordered.length, await made.statusOf(next)]).toEqual([1, 'fulfilling']);
  });

  test('keys of the shop that come before the refund fill the order, and nothing is refunded', async () => {
    await made.offer(kinguin, 500, 1);
    const id = await inPoland(await made.paid());
    await exclude('PL');
    await plan();
    await made.addOwn(1);
    await made.work();
    await made.shop.get(RefundPayment).run(id);
    expect([await made.statusOf(id), kinguin.ordered]).toEqual(['fulfilling', []]);
  });

  test('an order of which a part was bought before waits for keys of the shop', async () => {
    const id = await inPoland(await made.backorder(2));
    await made.offer(kinguin, 500, 1);
    await made.work();
    await exclude('PL');
    await made.offer(other, 500, 5);
    await made.work(1);
    expect([await refundsDue(id), other.ordered, await made.statusOf(id)]).toEqual([0, [], 'paid']);
    await made.addOwn(1);
    await made.work();
    expect(await made.statusOf(id)).toBe('fulfilling');
  });

  test('a purchase that was planned before is not sent, and the wait of its order ends', async () => {
    await made.offer(kinguin, 500, 1);
    const id = await inPoland(await made.paid());
    expect(await plan()).toBe(1);
    await exclude('PL');
    await made.shop.get(BuyKeys).run(kinguin);
    expect([kinguin.ordered, await made.purchases()]).toEqual([[], []]);
    await plan();
    expect(await refundsDue(id)).toBe(1);
  });

  test('a purchase whose first call was lost is not sent again, and the wait ends when it counts as refused', async () => {
    const id = await inPoland(await made.backorder());
    await made.offer(kinguin, 500, 1);
    kinguin.trouble = 'lost before';
    await made.work();
    await exclude('PL');
    await made.work(0.1);
    expect([kinguin.ordered, await made.purchases(), await refundsDue(id)]).toMatchObject([[], [{ state: 'sent' }], 0]);
    await made.work(11);
    expect([kinguin.ordered, await made.purchases(), await refundsDue(id)]).toMatchObject([[], [{ state: 'refused' }], 1]);
  });

  /** A delivered order of a buyer in Poland; answers how its key is bought again. */
  async function delivered() {
    const id = await inPoland(await made.backorder());
    await made.offer(kinguin, 500, 5);
    await made.work();
    const { keys } = (await support.call('GET', `/ops/orders/${id}`)).json<{ keys: { keyId: string }[] }>();
    await made.offer(other, 600, 5);
    return (body: object = {}) =>
      support.call('POST', `/ops/orders/${id}/keys/1/1/buy-again`, { keyId: keys[0]?.keyId ?? '', reason: 'A test', ...body });
  }

  test('a key that the buyer’s country excludes by now is bought again only where staff accept that', async () => {
    const buyAgain = await delivered();
    await exclude('PL');
    for (const body of [{}, { acceptRegion: false }, { acceptCost: 100 }]) {
      const refused = await buyAgain(body);
      expect([refused.status, refused.json()]).toMatchObject([
        409,
        {
          message: expect.stringMatching(/cannot be activated in Poland\. .*`acceptRegion` true\.$/),
          details: [{ field: 'acceptRegion' }],
        },
      ]);
    }
    expect((await buyAgain({ acceptRegion: 'yes' })).status).toBe(400);
    expect((await buyAgain({ acceptRegion: true })).status).toBe(202);
    await made.work();
    expect([other.ordered.length, await made.purchases('codeswholesale')]).toMatchObject([1, [{ state: 'complete' }]]);
  });

  test('a key to be bought again is not bought where its country is excluded before it is sent, and staff are told', async () => {
    const buyAgain = await delivered();
    expect((await buyAgain()).status).toBe(202);
    await exclude('PL');
    await made.work();
    expect([other.ordered, await made.alerts()]).toEqual([[], [expect.stringContaining('It was not sent')]]);
  });
}
