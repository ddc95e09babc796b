import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts, keyStates } from '../../../testing/products.ts';
import { buy } from '../../../testing/sales.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { Settle } from '../../payments/application/settle.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { AddKeys, KeyStock, ReleaseLapsed } from '../index.ts';
import type { StockItem, TakenBackAnswer } from './stock-ops.dto.ts';

const DAY_MS = 86_400_000;
const reason = 'The supplier sent used keys';

export function takeBackKeys(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  let keeper: Awaited<ReturnType<typeof operator>>;
  let kinguinId = 0;
  let product: string;
  let other: string;
  let from: string;
  let to: string;

  beforeAll(async () => {
    shop = await salesShop({ provider });
    keeper = await operator(shop, 'catalogue');
  });
  afterAll(() => shop.close());
  /** Four keys came in at one moment, and one a millisecond before and after; another product has two of the same moment. */
  beforeEach(async () => {
    [product = '', other = ''] = await addProducts(shop, [{ kinguinId: (kinguinId += 2) }, { kinguinId: kinguinId + 1 }]);
    await upload(product, 'EARLIER');
    shop.clock.advance(1);
    from = to = shop.clock.now().toISOString();
    for (const key of ['BAD-1', 'BAD-2', 'BAD-3', 'BAD-4']) await upload(product, key);
    for (const key of ['FINE-1', 'FINE-2']) await upload(other, key);
    shop.clock.advance(1);
    await upload(product, 'LATER');
  });

  const upload = (productId: string, key: string) =>
    shop.get(AddKeys).run([{ productId, secret: { kind: 'text', key: `${key}-${kinguinId}` } }], 'test');
  const states = (of = product) => keyStates(shop, of);
  const takeBack = (body: object, query = '', by = keeper) => by.call('POST', `/ops/stock/${kinguinId}/burn${query}`, { reason, ...body });
  const lines = async () => (await audited(shop, 'keys.burn')).filter(({ subject_id }) => subject_id === product);

  test('what came in between two moments is burnt, both of them included, and nothing from before, after, or of another product', async () => {
    const answer = await takeBack({ from, to });
    expect([answer.status, answer.json<TakenBackAnswer>()]).toEqual([200, { dryRun: false, burnt: 4, reserved: 0, sold: 0 }]);
    expect(await states()).toEqual(['available', 'burnt', 'burnt', 'burnt', 'burnt', 'available']);
    expect(await states(other)).toEqual(['available', 'available']);
    expect((await shop.get(KeyStock).available([product])).get(product)).toBe(2);
    const level = (await keeper.call('GET', `/ops/stock?product=${kinguinId}`)).json<{ items: StockItem[] }>().items[0];
    expect(level).toMatchObject({ available: 2, burnt: 4 });
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('it is one entry of the audit log with its count, and a repeat burns none and adds no entry', async () => {
    await takeBack({ from, to });
    expect((await takeBack({ from, to })).json<TakenBackAnswer>().burnt).toBe(0);
    expect(await lines()).toMatchObject([{ reason, after: { burnt: 4, addedFrom: from, addedTo: to } }]);
  });

  test('a dry run shows the same count, burns none and is in no log', async () => {
    const answer = await takeBack({ from, to }, '?dryRun=true');
    expect(answer.json<TakenBackAnswer>()).toEqual({ dryRun: true, burnt: 4, reserved: 0, sold: 0 });
    expect(new Set(await states())).toEqual(new Set(['available']));
    expect(await lines()).toEqual([]);
  });

  test('keys that orders have, paid or not, stay theirs and are reported; those in quarantine are burnt', async () => {
    // The oldest go first: the one from before, and three of the bad ones.
    await buy(shop, provider, { kinguinId });
    await buy(shop, provider, { kinguinId });
    await buy(shop, provider, { kinguinId, isPaid: false });
    await shop.database.query(
      `update stock_key set state = 'quarantined', quarantined_at = now()
      where id = (select max(id) from stock_key where product_id = $1 and added_at = $2)`,
      [product, from],
    );
    const counts = { burnt: 2, reserved: 1, sold: 1 };
    expect((await takeBack({ from, to }, '?dryRun=true')).json<TakenBackAnswer>()).toMatchObject(counts);
    expect((await takeBack({ from, to })).json<TakenBackAnswer>()).toMatchObject(counts);
    expect(await states()).toEqual(['sold', 'sold', 'reserved', 'burnt', 'burnt', 'available']);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('a key that an order held is off sale for good: it goes into quarantine when its reservation lapses, and a repeat burns it', async () => {
    await buy(shop, provider, { kinguinId });
    await buy(shop, provider, { kinguinId, isPaid: false });
    expect((await takeBack({ from, to })).json<TakenBackAnswer>()).toMatchObject({ burnt: 3, reserved: 1 });
    expect((await takeBack({ from, to })).json<TakenBackAnswer>()).toMatchObject({ burnt: 0, reserved: 1 });
    shop.clock.advance(31 * DAY_MS);
    // Before anything has swept it, too.
    expect((await shop.get(KeyStock).available([product])).get(product)).toBe(1);
    await shop.get(ReleaseLapsed).run();
    expect(await states()).toEqual(['sold', 'quarantined', 'burnt', 'burnt', 'burnt', 'available']);
    expect((await shop.get(KeyStock).available([product])).get(product)).toBe(1);
    expect((await takeBack({ from, to })).json<TakenBackAnswer>()).toMatchObject({ burnt: 1, reserved: 0 });
    expect((await lines()).map(({ after }) => after)).toMatchObject([
      { burnt: 3, marked: 1 },
      { burnt: 1, marked: 0 },
    ]);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test('a key that an order holds is delivered once that order is paid', async () => {
    await buy(shop, provider, { kinguinId });
    const order = await buy(shop, provider, { kinguinId, isPaid: false });
    await takeBack({ from, to });
    provider.become(`session-${order}`, { outcome: 'paid' });
    await shop.get(Settle).run(`session-${order}`, 'test', 'stripe');
    expect(await states()).toEqual(['sold', 'sold', 'burnt', 'burnt', 'burnt', 'available']);
  });

  test('a sold key that a refund brings back goes into quarantine, and is not sold again', async () => {
    await buy(shop, provider, { kinguinId });
    const order = await buy(shop, provider, { kinguinId, isDelivered: false });
    await takeBack({ from, to });
    expect(
      (await (await operator(shop, 'owner')).call('POST', `/ops/orders/${order}/refund`, { everything: true, reason })).status,
    ).toBeLessThan(300);
    expect(await states()).toEqual(['sold', 'quarantined', 'burnt', 'burnt', 'burnt', 'available']);
  });

  test('a reservation that has lapsed is burnt at once, swept or not, and the dry run counts it', async () => {
    await buy(shop, provider, { kinguinId });
    await buy(shop, provider, { kinguinId, isPaid: false });
    shop.clock.advance(31 * DAY_MS);
    expect((await takeBack({ from, to }, '?dryRun=true')).json<TakenBackAnswer>()).toMatchObject({ burnt: 4, reserved: 0 });
    expect((await takeBack({ from, to })).json<TakenBackAnswer>()).toMatchObject({ burnt: 4, reserved: 0 });
    expect(await states()).toEqual(['sold', 'burnt', 'burnt', 'burnt', 'burnt', 'available']);
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test.each([
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-11-31' }, 'to'],
    [{ from: '2036-01-01T00:00:00Z' }, 'to'],
    [{ from: undefined }, 'from'],
    [{ to: null }, 'to'],
    [{ reason: '' }, 'reason'],
  ])('with %j nothing is burnt, and the 400 names %s', async (wrong, field) => {
    const answer = await takeBack({ from, to, ...wrong });
    expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, field]);
    expect(await states()).not.toContain('burnt');
  });

  test('a product that the shop does not have is 404, and support may not burn', async () => {
    expect((await keeper.call('POST', '/ops/stock/999999/burn', { from, to, reason })).status).toBe(404);
    expect((await takeBack({ from, to }, '', await operator(shop, 'support'))).status).toBe(403);
    expect(await states()).not.toContain('burnt');
  });
}
