import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Catalogue } from '../application/catalogue.ts';
import { PricingRules } from '../application/ports.ts';
import { Reprice } from '../application/reprice.ts';
import { RefreshDuePrices } from '../index.ts';
import type { PriceHistory, ProductAnswer } from './products-ops.answers.ts';

const DAY = 86_400_000;

export function plannedPriceCases(): void {
  let shop: TestShop;
  let keeper: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop();
    keeper = await operator(shop, 'catalogue');
  });
  let product = 100;

  beforeEach(async () => {
    product += 1;
    await addProducts(shop, [{ kinguinId: product, sellPrice: 20 }]);
  });
  afterAll(async () => {
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
    await shop.close();
  });

  const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * DAY).toISOString();
  const put = (body: object) => keeper.call('PUT', `/ops/products/${product}/price`, body);
  const shown = async () => (await keeper.call('GET', `/ops/products/${product}`)).json<ProductAnswer>();
  const history = async () => (await keeper.call('GET', `/ops/products/${product}/prices`)).json<PriceHistory>();
  /** What a cart is charged. */
  const charged = async (days = 0) =>
    (await shop.get(Catalogue).offers([{ type: 'game', id: String(product) }], new Date(inDays(days)))).get(`game/${product}`)?.prices.Eur
      .listMinor;
  const listed = async () => {
    const { rows } = await shop.database.query<{ eur_minor: number }>(
      'select eur_minor from listing join product on product.id = product_id where kinguin_id = $1',
      [product],
    );
    return rows[0]?.eur_minor;
  };
  async function pass(days: number): Promise<void> {
    shop.clock.advance(days * DAY);
    await shop.get(RefreshDuePrices).run();
  }

  test('a price with a start is charged and shown from then on, and not before', async () => {
    const answer = await put({ eur: 30, startsAt: inDays(2) });
    expect(answer.json<ProductAnswer>()).toMatchObject({
      price: { eur: 20 },
      plannedPrices: [{ startsAt: inDays(2), endsAt: null, list: { eur: 30 }, setByHand: ['Eur.list'] }],
    });
    expect([await charged(1.9), await charged(2)]).toEqual([2000, 3000]);
    expect(await listed()).toBe(2000);
    await pass(2);
    expect(await listed()).toBe(3000);
    expect(await shown()).toMatchObject({ price: { eur: 30 }, plannedPrices: [] });
  });

  test('after a temporary price, even a higher one, the one before continues, and it counts for the lowest of the last 30 days', async () => {
    await put({ eur: 15, startsAt: inDays(1), endsAt: inDays(3) });
    expect([await charged(0), await charged(1), await charged(3)]).toEqual([2000, 1500, 2000]);
    expect((await history()).lowestOfLast30Days).toMatchObject({ eur: 20 });
    await pass(1);
    expect(await listed()).toBe(1500);
    await pass(2);
    expect([await listed(), await charged()]).toEqual([2000, 2000]);
    expect((await history()).lowestOfLast30Days).toMatchObject({ eur: 15 });
    expect((await history()).items.map(({ list, endsAt }) => [list.eur, endsAt === null])).toEqual([
      [20, true],
      [15, false],
      [20, false],
    ]);
    await put({ eur: 40, endsAt: inDays(1) });
    expect([await charged(), await charged(1)]).toEqual([4000, 2000]);
    expect((await history()).lowestOfLast30Days).toMatchObject({ eur: 15 });
    await pass(31);
    expect((await history()).lowestOfLast30Days).toMatchObject({ eur: 20 });
  });

  test('a price replaces what was planned for its time, and nothing else', async () => {
    await put({ eur: 30, startsAt: inDays(10) });
    await put({ eur: 25, startsAt: inDays(5), endsAt: inDays(15) });
    expect([await charged(4), await charged(5), await charged(12), await charged(15)]).toEqual([2000, 2500, 2500, 3000]);
    await put({ eur: 22, endsAt: inDays(7) });
    expect([await charged(0), await charged(7), await charged(15)]).toEqual([2200, 2500, 3000]);
    await put({ eur: 18 });
    expect([await charged(0), await charged(7), await charged(15)]).toEqual([1800, 1800, 1800]);
    expect((await shown()).plannedPrices).toEqual([]);
  });

  test('a change of rates reprices what is planned in its place, and keeps the amounts of each', async () => {
    await put({ eur: 30, startsAt: inDays(2), endsAt: inDays(4) });
    const rules = { margin: 0.12, exchangeRates: { Usd: 2, Pln: 4.27, Gbp: 0.85 } };
    const former = await shop.get(Transaction).run(() => shop.get(PricingRules).set(rules, shop.clock.now(), 'ops'));
    await shop.get(Reprice).run('ops');
    expect(await shop.get(Reprice).run('ops')).toBe(0);
    expect(await shown()).toMatchObject({
      price: { eur: 20, usd: 40 },
      plannedPrices: [
        { startsAt: inDays(2), endsAt: inDays(4), list: { eur: 30, usd: 60 } },
        { startsAt: inDays(4), endsAt: null, list: { eur: 20, usd: 40 } },
      ],
    });
    await shop.get(Transaction).run(() => shop.get(PricingRules).set(former, shop.clock.now(), 'ops'));
  });

  test('a sale takes its percent off the price that is in force at its start', async () => {
    await put({ eur: 40, startsAt: inDays(2) });
    await keeper.call('POST', `/ops/products/${product}/sales`, { percent: 50, startsAt: inDays(3), endsAt: inDays(4) });
    await pass(3);
    expect(await shown()).toMatchObject({ price: { eur: 20 }, priceInForce: { list: { eur: 40 }, kind: 'sale' } });
  });

  test('the audit log has start and end', async () => {
    await put({ eur: 30, startsAt: inDays(2), endsAt: inDays(4) });
    expect((await audited(shop, 'products.price')).at(-1)).toMatchObject({
      before: { eur: 2000 },
      after: { eur: 3000, startsAt: inDays(2), endsAt: inDays(4) },
    });
  });

  test('planned prices replaced by a price, wholly or in part, are in the audit log, and no others', async () => {
    await put({ eur: 30, startsAt: inDays(2), endsAt: inDays(4) });
    await put({ eur: 25, startsAt: inDays(10) });
    await put({ eur: 22, startsAt: inDays(3), endsAt: inDays(5) });
    const planned = async () => ((await audited(shop, 'products.price')).at(-1)?.before as { planned?: unknown }).planned;
    expect(await planned()).toMatchObject([
      { eur: 3000, startsAt: inDays(2), endsAt: inDays(4) },
      { eur: 2000, startsAt: inDays(4), endsAt: inDays(10) },
    ]);
    await put({ eur: 18 });
    expect(await planned()).toMatchObject([{ eur: 3000 }, { eur: 2200 }, { eur: 2000 }, { eur: 2500, startsAt: inDays(10), endsAt: null }]);
    await put({ eur: 19 });
    expect(await planned()).toBeUndefined();
  });

  test('imports do not change a price that was set, even after its end, until {} is put: then it is derived from the cost at once, and set by imports', async () => {
    const imported = (price: number) => addProducts(shop, [{ kinguinId: product, price, sellPrice: undefined }]);
    const pinned = async () => (await shown()).keptFields;
    await put({ eur: 30, endsAt: inDays(1) });
    await pass(2);
    await imported(10);
    expect([await pinned(), await charged()]).toEqual([['price'], 2000]);
    await put({ startsAt: inDays(5) });
    await put({ usd: 30 });
    expect(await pinned()).toEqual(['price']);
    await put({});
    expect([await pinned(), await charged()]).toEqual([[], 1120]);
    await imported(20);
    expect(await charged()).toBe(2240);
    await put({ eur: 30 });
    await put({ eur: 31 });
    expect(await pinned()).toEqual(['price']);
  });

  test.each([
    [{ eur: 30, startsAt: 'soon' }, 'startsAt'],
    [{ eur: 30, startsAt: '2031-W10-1' }, 'startsAt'],
    [{ eur: 30, startsAt: '2031-02-30T00:00:00Z' }, 'startsAt'],
    [{ eur: 30, endsAt: '2020-01-01T00:00:00Z' }, 'endsAt'],
    [{ eur: 30, startsAt: '2031-01-02T00:00:00Z', endsAt: '2031-01-01T00:00:00Z' }, 'endsAt'],
  ])('the price %j is refused by the name of the field', async (body, field) => {
    const answer = await put(body);
    expect([answer.status, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, field]);
  });
}
