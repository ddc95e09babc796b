import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { activationIn, COUNTRY_CODES, PAGE_SIZES } from '@keyturn/shop-rules';
import { addProducts } from '../../../../testing/products.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { CatalogueReads } from '../../application/catalogue-reads.ts';
import { all } from '../../testing/list-filter.ts';

const NUMBERS = [undefined, 1, 3, 5, 4, 999];
const NAMES = [undefined, 'Region free', 'EUROPE', 'Poland', 'Other'];
const EXCLUDED = [[], ['PL', 'CA']];
/** Every combination of what a feed may say. */
const PRODUCTS = NUMBERS.flatMap((regionId) =>
  NAMES.flatMap((regionalLimitations) => EXCLUDED.map((countryLimitation) => ({ regionId, regionalLimitations, countryLimitation }))),
).map((limits, index) => ({
  ...limits,
  kinguinId: index + 1,
  name: `Limited Game ${index + 1}`,
  genres: ['Action', ...(index % 2 ? ['RPG'] : [])],
}));

export function countryFilter(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop();
    await addProducts(shop, PRODUCTS);
  });
  afterAll(() => shop.close());

  const worksIn = (country: string, isWanted: (genres: readonly string[]) => boolean = () => true) =>
    PRODUCTS.filter((product) => isWanted(product.genres) && activationIn(product, country) === 'yes').map(({ kinguinId }) => kinguinId);
  const ids = async (answer: Promise<string>) =>
    (JSON.parse(await answer) as { products: { kinguinId: number }[] }).products
      .map(({ kinguinId }) => kinguinId)
      .toSorted((a, b) => a - b);
  const reads = () => shop.get(CatalogueReads);

  test('a list of what works in a country has exactly the products of which the rule says yes, in every country', async () => {
    for (const country of COUNTRY_CODES)
      expect([country, await ids(reads().games({ ...all, limit: 100, country }))]).toEqual([country, worksIn(country)]);
  });

  test.each(['PL', 'CA', 'TR'])('genres, prices, orders and the search keep to the country %s', async (country) => {
    const filter = { ...all, limit: 100, country };
    for (const order of [null, 'priceAsc'] as const)
      expect(await ids(reads().games({ ...filter, order, genres: ['RPG'] }))).toEqual(worksIn(country, (genres) => genres.includes('RPG')));
    expect(await ids(reads().gamesOfPlatform('Steam', { ...filter, genres: ['Action', 'RPG'], maxMinor: 1000 }))).toEqual(worksIn(country));
    expect(await ids(reads().search('limited', filter))).toEqual(worksIn(country));
  });

  test.each(['PL', 'CA', 'TR', 'US'])(
    'matches in %s are as many as the rule says yes to, with any genres, each product once',
    async (country) => {
      for (const genres of [[], ['RPG'], ['Action', 'RPG']] as const) {
        const { totalPages } = JSON.parse(await reads().games({ ...all, limit: 1, country, genres })) as { totalPages: number };
        const isWanted = (of: readonly string[]) => genres.length === 0 || genres.some((genre) => of.includes(genre));
        expect([genres, totalPages]).toEqual([genres, worksIn(country, isWanted).length]);
      }
    },
  );

  test('the number of pages is that of the country', async () => {
    const { totalPages } = (await shop.app.inject('/products/getAllProductsFiltred?country=pl')).json<{ totalPages: number }>();
    expect(totalPages).toBe(Math.ceil(worksIn('PL').length / PAGE_SIZES.filtered));
  });
}
