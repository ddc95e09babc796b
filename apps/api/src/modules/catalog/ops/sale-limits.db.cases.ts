import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Catalogue } from '../application/catalogue.ts';
import type { ProductAnswer } from './products-ops.answers.ts';

const DAY = 86_400_000;

/** A sale never raises a price, and a price below cost needs a confirmation. */
export function saleLimits(): void {
  let shop: TestShop;
  let keeper: Awaited<ReturnType<typeof operator>>;
  let owner: Awaited<ReturnType<typeof operator>>;
  let product = 300;

  beforeAll(async () => {
    shop = await testShop();
    keeper = await operator(shop, 'catalogue');
    owner = await operator(shop, 'owner');
  });
  beforeEach(async () => {
    product += 10;
    // Costs 5 euros.
    await addProducts(shop, [{ kinguinId: product, sellPrice: 20 }]);
  });
  afterAll(() => shop.close());

  const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * DAY).toISOString();
  const put = (body: object, by = keeper) => by.call('PUT', `/ops/products/${product}/price`, body);
  const plan = (body: object, by = keeper) => by.call('POST', `/ops/products/${product}/sales`, { endsAt: inDays(2), ...body });
  const discounted = (id: number, minor: number) =>
    addProducts(shop, [{ kinguinId: id, sellPrice: 20, new_price: minor, is_discounted: true }]);
  /** Cents that a cart is charged, euros and dollars. */
  const charged = async (days = 0) => {
    const ref = { type: 'game', id: String(product) } as const;
    const offer = (await shop.get(Catalogue).offers([ref], new Date(inDays(days)))).get(`game/${product}`);
    return [offer?.prices.Eur, offer?.prices.Usd].map((price) => price?.discountedMinor ?? price?.listMinor);
  };

  test('a sale of a product that is cheaper already is refused with the price now and then, and nothing changes', async () => {
    await discounted(product, 6);
    const answer = await plan({ percent: 25 });
    expect([answer.status, answer.json()]).toEqual([
      409,
      expect.objectContaining({
        message: `This sale would raise the price of ${product} from €6.00 to €15.00.`,
        product: String(product),
        currency: 'EUR',
        priceNow: 6,
        priceThen: 15,
      }),
    ]);
    expect((await charged())[0]).toBe(600);
    expect((await plan({ percent: 75 })).status).toBe(201);
    expect((await charged())[0]).toBe(500);
  });

  test('a price that is planned for the time of a sale counts, one that is planned for after it does not', async () => {
    await put({ eur: 12, startsAt: inDays(1), endsAt: inDays(3) });
    expect((await plan({ percent: 25 })).json()).toMatchObject({ priceNow: 12, priceThen: 15 });
    expect((await plan({ percent: 25, endsAt: inDays(1) })).status).toBe(201);
  });

  test('where a price falls below a running sale, the lower is charged in each currency, shown to all, and the sale is back after it', async () => {
    expect((await plan({ percent: 25, endsAt: inDays(9) })).status).toBe(201);
    const dollars = (await charged())[1] ?? 0;
    await put({ eur: 10, usd: 99, endsAt: inDays(1) });
    expect(await charged()).toEqual([1000, dollars]);
    expect(await charged(1)).toEqual([1500, dollars]);
    const view = (await keeper.call('GET', `/ops/products/${product}`)).json<ProductAnswer>();
    expect(view).toMatchObject({ price: { eur: 10 }, isDiscounted: false, priceInForce: { kind: 'base', charged: { eur: 10 } } });
    const { rows } = await shop.database.query<{ eur_minor: number; usd_minor: number; card: string }>(
      'select eur_minor, usd_minor, card from listing join product on product.id = product_id where kinguin_id = $1',
      [product],
    );
    expect(rows[0]).toMatchObject({ eur_minor: 1000, usd_minor: dollars });
    expect(rows[0]?.card).toContain('"is_discounted":true,"discount_perc":0,"new_price":null');
  });

  test('less than the product costs is refused, for a price and a sale, unless an owner says belowCost', async () => {
    for (const ask of [() => put({ eur: 4.99 }), () => plan({ percent: 76 })]) {
      const answer = await ask();
      expect([answer.status, answer.json()]).toEqual([
        409,
        expect.objectContaining({ details: [expect.objectContaining({ field: 'belowCost' })] }),
      ]);
    }
    expect((await put({ eur: 4.99, belowCost: true })).status).toBe(403);
    expect((await plan({ percent: 76, belowCost: true })).status).toBe(403);
    expect((await charged())[0]).toBe(2000);
    expect((await plan({ percent: 76, belowCost: true }, owner)).status).toBe(201);
    expect((await charged())[0]).toBe(480);
    expect((await put({ eur: 4.5, belowCost: true }, owner)).status).toBe(200);
    expect((await charged())[0]).toBe(450);
  });

  test('more than 90 % off needs a confirmation', async () => {
    const answer = await put({ eur: 0.01, belowCost: true }, owner);
    expect([answer.status, answer.json()]).toEqual([
      409,
      expect.objectContaining({ priceNow: 20, priceThen: 0.01, details: [expect.objectContaining({ field: 'confirm' })] }),
    ]);
    expect((await plan({ percent: 95, belowCost: true }, owner)).status).toBe(409);
    expect((await put({ eur: 0.01, belowCost: true, confirm: true }, owner)).status).toBe(200);
    expect((await charged())[0]).toBe(1);
  });

  test('a sale of many products reports which were skipped and why, and starts for the others', async () => {
    await addProducts(shop, [
      { kinguinId: product + 1, sellPrice: 10 },
      { kinguinId: product + 3, sellPrice: 5.5 },
    ]);
    await discounted(product + 2, 6);
    const products = [product, product + 1, product + 2, product + 3, product + 1, 999_999].map(String);
    const answer = await keeper.call('POST', '/ops/sales', { products, percent: 25, endsAt: inDays(2) });
    expect(answer.status).toBe(200);
    const { planned, leftOut } = answer.json<{ planned: { product: string }[]; leftOut: object[] }>();
    expect(planned.map((one) => one.product)).toEqual([String(product), String(product + 1)]);
    expect(leftOut).toEqual([
      expect.objectContaining({ product: String(product + 2), currency: 'EUR', priceNow: 6, priceThen: 15 }),
      expect.objectContaining({
        product: String(product + 3),
        priceNow: 5.5,
        priceThen: 4.13,
        reason: expect.stringContaining('costs the shop'),
      }),
      { product: '999999', reason: 'The shop has no such product.' },
    ]);
    expect((await charged())[0]).toBe(1500);
    const again = await keeper.call('POST', '/ops/sales', { products: products.slice(0, 1), percent: 25, endsAt: inDays(1) });
    expect(again.json()).toMatchObject({ planned: [], leftOut: [{ reason: expect.stringContaining('another sale') }] });
    const past = await keeper.call('POST', '/ops/sales', { products, percent: 25, endsAt: '2020-01-01T00:00:00Z' });
    expect([past.status, past.json()]).toEqual([400, expect.objectContaining({ details: [expect.objectContaining({ field: 'endsAt' })] })]);
  });
}
