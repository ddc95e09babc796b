import { expect, test } from '@jest/globals';
import { addProducts } from '../../../testing/products.ts';
import { AddKeys } from '../../stock/index.ts';
import { MarginRules } from '../application/margins/margin-rules.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import type { References } from '../application/ports.ts';
import type { SuppliersAnswer } from '../ops/suppliers-ops.dto.ts';
import type { OrderTrouble } from '../testing/in-memory-supplier.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

const MINUTE_MS = 60_000;

export function purchaseCases(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;

  test('a backorder gets its keys from the cheapest offer, and staff sees the purchase, its cost and its part of the timeline', async () => {
    const id = await made.backorder(2);
    await made.offer(kinguin, 600, 5);
    await made.offer(other, 550, 1);
    await made.work();
    expect(await made.statusOf(id)).toBe('fulfilling');
    expect(await made.purchases('codeswholesale')).toMatchObject([
      { orderId: id, quantity: 1, keys: 1, price: 5.5, charged: 10, cost: 5.5, margin: 4.5 },
    ]);
    const [bought] = await made.purchases();
    expect(bought).toMatchObject({ state: 'complete', quantity: 1, cost: 6, supplierOrderId: made.supplierOrderId(), failure: null });
    const day = made.shop.clock.now().toISOString().slice(0, 10);
    const report = await made.staff.call('GET', `/ops/suppliers/report.csv?from=${day}&to=${day}`);
    expect(report.text.split('\r\n').slice(0, 3)).toEqual([
      'day,supplier,purchases,keys,cost,charged,margin,marginPercent',
      `${day},codeswholesale,1,1,5.5,10,4.5,45.0`,
      `${day},kinguin,1,1,6,10,4,40.0`,
    ]);
    const { timeline } = (await made.staff.call('GET', `/ops/orders/${id}`)).json<{
      timeline: { source: string; what: string; data: object }[];
    }>();
    expect(timeline.filter(({ source, what }) => source === 'supplier' && what === 'purchase_complete')).toHaveLength(2);
    expect(JSON.stringify(timeline)).toContain(bought?.id);
    expect(JSON.stringify(timeline)).toContain('"cost":6,"margin":4');
    expect((await made.staff.call('GET', '/ops/suppliers')).json<SuppliersAnswer>().items[0]).toMatchObject({
      ordersOpen: 0,
      ordersFailed: 0,
    });
  });

  test('nothing is bought above what was charged less the margin, nor from an old offer, a paused supplier or for nobody', async () => {
    await made.backorder();
    await made.offer(kinguin, 901, 5);
    await made.offer(other, 900, 5);
    made.shop.clock.advance(121 * MINUTE_MS);
    await made.work();
    expect([kinguin.ordered, other.ordered]).toEqual([[], []]);
    await made.offer(kinguin, 901, 5);
    await made.offer(other, 900, 5);
    await made.staff.call('POST', '/ops/suppliers/codeswholesale/pause', {});
    await made.work();
    expect([kinguin.ordered, other.ordered]).toEqual([[], []]);
    await made.staff.call('POST', '/ops/suppliers/codeswholesale/resume', {});
    await made.work();
    expect([kinguin.ordered.length, other.ordered.length]).toEqual([0, 1]);
    await made.work(30);
    expect(other.ordered).toHaveLength(1);
  });

  test('what is planned is not sent when more margin is asked for by then', async () => {
    await made.backorder();
    await made.offer(kinguin, 850, 5);
    await made.shop.get(PlanPurchases).run();
    const margins = made.shop.get(MarginRules);
    const real = margins.of.bind(margins);
    margins.of = async () => () => 0.2;
    await made.work();
    expect([kinguin.ordered, await made.purchases()]).toEqual([[], []]);
    margins.of = real;
    await made.work();
    expect(kinguin.ordered).toHaveLength(1);
  });

  test('rules of staff say how much must be left: of the product, else of its genre, else of the supplier', async () => {
    const set = (path: string, margin?: number) =>
      made.staff.call('PUT', `/ops/suppliers/margins/${path}`, { ...(margin !== undefined && { margin }) });
    expect((await set('genre/Sofa', 0.1)).status).toBe(400);
    expect((await set('planet/Mars', 0.1)).status).toBe(404);
    expect((await set('supplier/kinguin', 0.95)).status).toBe(400);
    await made.backorder();
    await made.offer(kinguin, 500, 5);
    await set('supplier/kinguin', 0.1);
    await set('genre/action', 0.51);
    await made.work();
    expect(kinguin.ordered).toEqual([]);
    await set(`product/${made.product()}`, 0.5);
    await made.work();
    expect(kinguin.ordered).toHaveLength(1);
    const { items, otherwise } = (await made.staff.call('GET', '/ops/suppliers/margins')).json<{ items: object[]; otherwise: number }>();
    expect([items, otherwise]).toMatchObject([
      [
        { kind: 'genre', subject: 'Action', margin: 0.51 },
        { kind: 'product', margin: 0.5 },
        { kind: 'supplier', margin: 0.1 },
      ],
      0.1,
    ]);
    for (const path of ['genre/Action', `product/${made.product()}`, 'supplier/kinguin']) await set(path);
    expect((await made.staff.call('GET', '/ops/suppliers/margins')).json()).toMatchObject({ items: [] });
  });

  test('an offer that is sold out or dearer by now is followed by the next one, and an empty balance by the other supplier', async () => {
    const id = await made.backorder();
    await made.offer(kinguin, 500, 5, 'dearer');
    kinguin.offered = [];
    await made.offer(kinguin, 510, 5, 'good');
    kinguin.balanceMinor = 100;
    await made.offer(other, 700, 5);
    await made.work();
    expect(await made.purchases()).toMatchObject([
      { offerId: 'good', state: 'refused', failure: 'The balance is too low.' },
      { offerId: 'dearer', state: 'refused', failure: 'It is sold out.' },
    ]);
    expect([await made.statusOf(id), other.ordered.length]).toEqual(['fulfilling', 1]);
  });

  test('staff sees how many orders are open at each supplier, and how many failed within a day', async () => {
    await made.backorder();
    await made.offer(kinguin, 500, 5);
    kinguin.offered = [];
    await made.offer(other, 700, 5);
    other.keysAtOnce = 0;
    await made.work();
    const counts = async () =>
      (await made.staff.call('GET', '/ops/suppliers'))
        .json<SuppliersAnswer>()
        .items.map(({ name, ordersOpen, ordersFailed }) => [name, ordersOpen, ordersFailed]);
    expect(await counts()).toEqual([
      ['kinguin', 0, 1],
      ['codeswholesale', 1, 0],
    ]);
    made.shop.clock.advance(24 * 60 * MINUTE_MS + 1);
    expect(await counts()).toEqual([
      ['kinguin', 0, 0],
      ['codeswholesale', 1, 0],
    ]);
  });

  test.each<[References, OrderTrouble, number]>([
    ['unique', 'lost before', 0.1],
    ['unique', 'lost after', 0.1],
    ['unique', 'not sent', 0.1],
    ['unique', 'died before', 3],
    ['unique', 'died after', 3],
    ['listed', 'lost after', 0.1],
    ['listed', 'died after', 3],
  ])('with references that are %s, an order that is %s is made once', async (references, trouble, minutes) => {
    kinguin.references = references;
    const id = await made.backorder();
    await made.offer(kinguin, 500, 5);
    kinguin.trouble = trouble;
    await made.work();
    await made.work(0.02);
    await made.work(minutes);
    expect([kinguin.ordered.length, await made.statusOf(id)]).toEqual([1, 'fulfilling']);
  });

  test.each<[References, OrderTrouble]>([
    ['none', 'lost before'],
    ['listed', 'lost before'],
    ['listed', 'died before'],
  ])('with references that are %s, an order that is %s is never sent again by itself', async (references, trouble) => {
    kinguin.references = references;
    const id = await made.backorder();
    await made.offer(kinguin, 500, 5);
    kinguin.trouble = trouble;
    await made.work();
    for (let hours = 0; hours < 5; hours += 1) {
      await made.offer(kinguin, 500, 5, `another-${hours}`);
      await made.work(60);
    }
    expect([kinguin.ordered.length, await made.statusOf(id)]).toEqual([0, 'paid']);
    expect(await made.purchases()).toMatchObject([{ state: 'unclear' }]);
  });

  test('keys that are late come one by one, each once, as text, account or picture', async () => {
    kinguin.keysAtOnce = 1;
    const id = await made.backorder(3);
    await made.offer(kinguin, 500, 5);
    await made.work();
    expect([await made.statusOf(id), (await made.purchases())[0]]).toEqual([
      'paid',
      expect.objectContaining({ state: 'ordered', keys: 1 }),
    ]);
    kinguin.deliver(made.supplierOrderId(), 1, {
      kind: 'account',
      login: `ada-${made.product()}`,
      password: 'secret',
      mail: 'ada@example.com',
    });
    await made.work(10);
    kinguin.deliver(made.supplierOrderId(), 1, {
      kind: 'image',
      mediaType: 'image/png',
      base64: Buffer.from(`picture ${made.product()}`).toString('base64'),
    });
    await made.work(10);
    expect([await made.statusOf(id), (await made.purchases())[0]]).toEqual([
      'fulfilling',
      expect.objectContaining({ state: 'complete', keys: 3, knownKeys: 0 }),
    ]);
    const { rows } = await made.shop.database.query<{ kind: string }>(`select kind from stock_key where order_id = $1 order by added_at`, [
      id,
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['text', 'account', 'image']);
  });

  test('an order that the supplier cancels is bought elsewhere', async () => {
    const id = await made.undelivered();
    kinguin.end(made.supplierOrderId());
    await made.offer(other, 600, 5);
    await made.work(10);
    expect([await made.statusOf(id), (await made.purchases())[0]?.state, other.ordered.length]).toEqual(['fulfilling', 'ended', 1]);
  });

  test('a key that the shop had before is no delivery: another one is bought, of another offer', async () => {
    const id = await made.backorder();
    await made.offer(kinguin, 500, 5);
    await made.offer(kinguin, 510, 5, 'another');
    await made.shop.get(AddKeys).run(
      [
        {
          productId: (await addProducts(made.shop, [{ kinguinId: 999 }]))[0] ?? '',
          secret: { kind: 'text', key: `KINGUIN-${kinguin.nextOrderId.toUpperCase()}-1` },
        },
      ],
      'test',
    );
    await made.work();
    expect([kinguin.ordered.length, await made.statusOf(id)]).toEqual([2, 'fulfilling']);
    expect((await made.purchases()).map(({ offerId, knownKeys }) => `${offerId} ${knownKeys}`).toSorted()).toEqual([
      'another 0',
      `kinguin-${made.product()} 1`,
    ]);
  });
}
