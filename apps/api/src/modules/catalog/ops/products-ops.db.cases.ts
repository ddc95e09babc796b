import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { imageId } from '../../../platform/images/recipe.ts';
import { tileRecipe } from '../../../platform/images/tile.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { audited, operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { RefreshDuePrices } from '../index.ts';
import type { PriceHistory, ProductAnswer, ProductItem, SaleAnswer } from './products-ops.answers.ts';

const DAY = 86_400_000;
const fieldOf = (answer: { json<T>(): T }) => answer.json<{ details: { field: string }[] }>().details[0]?.field;

export function productsOps(): void {
  let shop: TestShop;
  let keeper: Awaited<ReturnType<typeof operator>>;
  let ids: string[];

  beforeAll(async () => {
    shop = await testShop();
    ids = await addProducts(shop, [
      { kinguinId: 1, name: 'Elden Ring Steam CD Key', keys: 2, sellPrice: 20 },
      { kinguinId: 2, name: 'Portal Steam CD Key', sellPrice: 10 },
      { kinguinId: 3, sellPrice: 8 },
    ]);
    keeper = await operator(shop, 'catalogue');
  });
  afterAll(() => shop.close());

  const list = async (query: string) => (await keeper.call('GET', `/ops/products?${query}`)).json<{ items: ProductItem[] }>().items;
  const product = async (name: string | number) => (await keeper.call('GET', `/ops/products/${name}`)).json<ProductAnswer>();
  const page = async (kinguinId: number) => shop.app.inject({ method: 'GET', url: `/products/kinguinId/${kinguinId}` });
  const wire = async (kinguinId: number) => {
    const { rows } = await shop.database.query<{ card: string }>(
      'select card from listing join product on product.id = product_id where kinguin_id = $1',
      [kinguinId],
    );
    return JSON.parse(`${rows[0]?.card.slice(0, -1)}}`) as {
      name: string;
      sellPrice: number;
      new_price: number | null;
      discount_perc: number;
    };
  };

  test('products are found by words, by kinguinId and by own id, hidden ones too', async () => {
    expect((await list('q=elden')).map(({ kinguinId }) => kinguinId)).toEqual([1]);
    expect((await list('q=2')).map(({ kinguinId }) => kinguinId)).toEqual([2]);
    expect((await list(`q=${ids[2]}`)).map(({ kinguinId }) => kinguinId)).toEqual([3]);
    expect(await list('q=!!')).toEqual([]);
    expect((await list('platform=Steam')).length).toBe(3);
    expect((await keeper.call('GET', '/ops/products?hidden=maybe')).status).toBe(400);
  });

  test('a change shows on the page, in the search and in the audit log, and an import does not overwrite it', async () => {
    const answer = await keeper.call('PATCH', '/ops/products/2', {
      name: 'Portal 2 Steam CD Key',
      description: '<p onclick="x()">Cake</p><script>alert(1)</script>',
      limitPerBasket: 2,
      regionId: 2,
      countryLimitation: ['PR'],
    });
    expect(answer.json<ProductAnswer>()).toMatchObject({ name: 'Portal 2 Steam CD Key', description: '<p>Cake</p>', limitPerBasket: 2 });
    expect((await wire(2)).name).toBe('Portal 2 Steam CD Key');
    expect((await list('q=portal 2')).length).toBe(1);
    await addProducts(shop, [{ kinguinId: 2, name: 'Portal by the supplier', sellPrice: 11, ageRating: 'PEGI 12', regionId: 3 }]);
    expect(await product(2)).toMatchObject({ name: 'Portal 2 Steam CD Key', limitPerBasket: 2, ageRating: 'PEGI 12', regionId: 2 });
    expect((await page(2)).json()).toMatchObject({ sellPrice: 11, regionId: 2, countryLimitation: ['PR'] });
    expect((await audited(shop, 'products.change')).at(-1)).toMatchObject({
      subject_id: ids[1],
      before: { name: 'Portal Steam CD Key', limitPerBasket: null },
      after: { name: 'Portal 2 Steam CD Key', limitPerBasket: 2 },
    });
  });

  test('a hidden product is in no list and cannot be opened, until it is shown again', async () => {
    await keeper.call('PATCH', '/ops/products/3', { isHidden: true });
    expect((await page(3)).statusCode).toBe(404);
    expect((await list('hidden=true')).map(({ kinguinId }) => kinguinId)).toEqual([3]);
    await keeper.call('PATCH', '/ops/products/3', { isHidden: false });
    expect((await page(3)).statusCode).toBe(200);
    expect(await audited(shop, 'products.hide')).toHaveLength(1);
    expect(await audited(shop, 'products.show')).toHaveLength(1);
  });

  test('what changes nothing is not logged', async () => {
    const before = await audited(shop, 'products.change');
    expect((await keeper.call('PATCH', '/ops/products/1', { name: 'Elden Ring Steam CD Key' })).status).toBe(200);
    expect(await audited(shop, 'products.change')).toEqual(before);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ platform: 'Amiga' }, 'platform'],
    [{ genres: ['Nonsense'] }, 'genres'],
    [{ releaseDate: '2026-02-30' }, 'releaseDate'],
    [{ limitPerBasket: 0 }, 'limitPerBasket'],
    [{ popularity: 1.5 }, 'popularity'],
    [{ countryLimitation: ['Poland'] }, 'countryLimitation'],
    [{ regionId: 1.5 }, 'regionId'],
    [{ isHidden: 'yes' }, 'isHidden'],
    [{ kinguinId: 5 }, 'kinguinId'],
  ])('the change %j is refused by the name of the field', async (change, field) => {
    const answer = await keeper.call('PATCH', '/ops/products/1', change);
    expect([answer.status, fieldOf(answer)]).toEqual([400, field]);
  });

  test('a product of our own gets an address, a tile as cover and prices in all currencies', async () => {
    const answer = await keeper.call('POST', '/ops/products', {
      type: 'game',
      name: 'Our Own Game Key',
      platform: 'Steam',
      genres: ['Action'],
      price: { eur: 9.99, pln: 40 },
      description: '<h1>Hello</h1>',
    });
    expect(answer.status).toBe(201);
    const made = answer.json<ProductAnswer>();
    expect(made.kinguinId).toBeGreaterThanOrEqual(1_000_000_000);
    expect(made).toMatchObject({ name: 'Our Own Game Key', price: { eur: 9.99, usd: 10.89, pln: 40, gbp: 8.49 }, isHidden: false });
    expect((await page(made.kinguinId ?? 0)).statusCode).toBe(200);
    const tile = (name: string) => `images/${imageId(tileRecipe({ name, platform: 'Steam' }))}-640.webp`;
    expect(made.coverImage).toBe(tile('Our Own'));
    expect((await keeper.call('PATCH', `/ops/products/${made.id}`, { name: 'Another' })).json<ProductAnswer>().coverImage).toBe(
      tile('Another'),
    );
    expect((await shop.app.inject({ method: 'GET', url: `/${tile('Another')}` })).statusCode).toBe(200);
    expect(await audited(shop, 'products.create')).toHaveLength(1);
    const software = await keeper.call('POST', '/ops/products', {
      type: 'software',
      name: 'Our Tool',
      platform: 'Steam',
      price: { eur: 5 },
      isHidden: true,
    });
    expect(software.json<ProductAnswer>()).toMatchObject({ type: 'software', kinguinId: null, isHidden: true });
  });

  test.each([
    [{ type: 'game', name: 'A', platform: 'Steam', price: {} }, 'price.eur'],
    [{ type: 'game', name: 'A', platform: 'Steam' }, 'price'],
    [{ type: 'gift', name: 'A', platform: 'Steam', price: { eur: 1 } }, 'type'],
    [{ type: 'game', platform: 'Steam', price: { eur: 1 } }, 'name'],
    [{ type: 'game', name: 'A', platform: 'Steam', price: { eur: -1 } }, 'price.eur'],
  ])('the new product %j is refused by the name of the field', async (body, field) => {
    const answer = await keeper.call('POST', '/ops/products', body);
    expect([answer.status, fieldOf(answer)]).toEqual([400, field]);
  });

  test('a price that is set applies at once, and an import does not change it', async () => {
    const answer = await keeper.call('PUT', '/ops/products/1/price', { eur: 30, usd: 31 });
    expect(answer.json<ProductAnswer>().price).toEqual({ eur: 30, usd: 31, pln: 128.1, gbp: 25.5 });
    expect((await wire(1)).sellPrice).toBe(30);
    await addProducts(shop, [{ kinguinId: 1, name: 'Elden Ring Steam CD Key', sellPrice: 25, ageRating: 'PEGI 16' }]);
    expect((await wire(1)).sellPrice).toBe(30);
    expect((await audited(shop, 'products.price')).at(-1)).toMatchObject({ before: { eur: 2000 }, after: { eur: 3000, usd: 3100 } });
  });

  test('a planned sale starts and ends by itself, is charged meanwhile, and the history has the lowest price', async () => {
    const now = shop.clock.now().getTime();
    const at = (days: number) => new Date(now + days * DAY).toISOString();
    const planned = await keeper.call('POST', '/ops/products/3/sales', { percent: 25, startsAt: at(1), endsAt: at(3) });
    expect(planned.status).toBe(201);
    expect(planned.json<SaleAnswer>().product).toMatchObject({
      price: { eur: 8 },
      sales: [{ kind: 'sale', charged: { eur: 6 }, discountPercent: 25 }],
    });
    const overlapping = await keeper.call('POST', '/ops/products/3/sales', { amounts: { eur: 5 }, startsAt: at(2), endsAt: at(4) });
    expect(overlapping.status).toBe(409);

    shop.clock.advance(DAY);
    await shop.get(RefreshDuePrices).run();
    expect(await wire(3)).toMatchObject({ sellPrice: 8, new_price: 6, discount_perc: 25 });
    shop.clock.advance(2 * DAY);
    await shop.get(RefreshDuePrices).run();
    expect(await wire(3)).toMatchObject({ sellPrice: 8, new_price: null });

    const history = async () => (await keeper.call('GET', '/ops/products/3/prices')).json<PriceHistory>();
    expect((await history()).lowestOfLast30Days).toMatchObject({ eur: 6 });
    expect((await history()).items.map(({ kind }) => kind)).toEqual(['sale', 'base']);
    shop.clock.advance(31 * DAY);
    expect((await history()).lowestOfLast30Days).toMatchObject({ eur: 8 });
  });

  test('a sale is ended at once, and one to come never starts', async () => {
    const now = shop.clock.now().getTime();
    const on = await keeper.call('POST', '/ops/products/3/sales', {
      amounts: { eur: 5, usd: 5.5 },
      endsAt: new Date(now + DAY).toISOString(),
    });
    expect(await wire(3)).toMatchObject({ new_price: 5 });
    expect((await keeper.call('DELETE', `/ops/products/3/sales/${on.json<SaleAnswer>().id}`)).status).toBe(204);
    expect(await wire(3)).toMatchObject({ new_price: null });
    expect((await keeper.call('DELETE', `/ops/products/3/sales/${on.json<SaleAnswer>().id}`)).status).toBe(404);
    const later = await keeper.call('POST', '/ops/products/3/sales', {
      percent: 10,
      startsAt: new Date(now + DAY).toISOString(),
      endsAt: new Date(now + 2 * DAY).toISOString(),
    });
    await keeper.call('DELETE', `/ops/products/3/sales/${later.json<SaleAnswer>().id}`);
    shop.clock.advance(DAY);
    await shop.get(RefreshDuePrices).run();
    expect(await wire(3)).toMatchObject({ new_price: null });
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test.each([
    [{ endsAt: '2026-06-01T00:00:00Z' }, 'percent'],
    [{ percent: 0, endsAt: '2030-01-01T00:00:00Z' }, 'percent'],
    [{ percent: 10, amounts: { eur: 1 }, endsAt: '2026-06-01T00:00:00Z' }, 'percent'],
    [{ amounts: { eur: 8 }, endsAt: '2026-06-01T00:00:00Z' }, 'amounts.eur'],
    [{ amounts: { eur: 'x' }, endsAt: '2026-06-01T00:00:00Z' }, 'amounts.eur'],
    [{ percent: 10, endsAt: '2020-01-01T00:00:00Z' }, 'endsAt'],
    [{ percent: 10, endsAt: 'tomorrow' }, 'endsAt'],
    [{ percent: 10 }, 'endsAt'],
  ])('the sale %j is refused by the name of the field', async (body, field) => {
    const answer = await keeper.call('POST', '/ops/products/3/sales', body);
    expect([answer.status, fieldOf(answer)]).toEqual([400, field]);
  });

  test('uploaded pictures replace tiles, are served in several widths, and survive an import', async () => {
    const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const answer = await keeper.upload('/ops/products/2/cover', [['file', picture, 'cover.png']], 'PUT');
    expect(answer.status).toBe(200);
    const { coverImage } = answer.json<ProductAnswer>();
    const served = await shop.app.inject({ method: 'GET', url: `/${coverImage}` });
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp']);
    await addProducts(shop, [{ kinguinId: 2, name: 'Portal again', sellPrice: 12 }]);
    await keeper.call('PATCH', '/ops/products/2', { name: 'Portal 2 Deluxe' });
    expect((await product(2)).coverImage).toBe(coverImage);

    const before = (await product(2)).screenshots.length;
    await keeper.upload('/ops/products/2/screenshots', [['file', picture, 'shot.png']]);
    expect((await product(2)).screenshots).toHaveLength(before + 1);
    expect((await keeper.call('DELETE', `/ops/products/2/screenshots/${before + 1}`)).status).toBe(204);
    expect((await keeper.call('DELETE', '/ops/products/2/screenshots/99')).status).toBe(404);
    expect((await product(2)).screenshots).toHaveLength(before);
  });

  test('a file that is no picture is refused, whatever its name and type', async () => {
    const answer = await keeper.upload('/ops/products/2/cover', [['file', '<svg onload="x()"/>', 'cover.png']], 'PUT');
    expect([answer.status, fieldOf(answer)]).toEqual([415, 'file']);
    expect((await keeper.upload('/ops/products/2/cover', [], 'PUT')).status).toBe(400);
  });

  test('support may look and change nothing', async () => {
    const supporter = await operator(shop, 'support');
    expect((await supporter.call('GET', '/ops/products/1')).status).toBe(200);
    expect((await supporter.call('PATCH', '/ops/products/1', { isHidden: true })).status).toBe(403);
    expect((await supporter.call('PUT', '/ops/products/1/price', { eur: 1 })).status).toBe(403);
    expect((await keeper.call('GET', '/ops/products/99')).status).toBe(404);
  });
}
