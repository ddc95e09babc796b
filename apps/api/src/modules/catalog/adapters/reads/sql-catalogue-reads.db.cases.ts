import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addProducts } from '../../../../testing/products.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { CatalogueReads } from '../../application/catalogue-reads.ts';
import { all as firstSixteen } from '../../testing/list-filter.ts';

const all = { ...firstSixteen, limit: 100 };
const software = { kinguinId: null as never, platform: 'PC' };

type Answer = { products?: Card[]; games?: Card[]; totalPages: number };
type Card = { _id: string; kinguinId?: number; name: string } & Record<string, unknown>;

export function sqlCatalogueReads(): void {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop();
    await addProducts(shop, [
      {
        kinguinId: 1,
        name: 'Elden Ring Steam CD Key',
        genres: ['RPG', 'Action'],
        sellPrice: 40,
        popularity: 90,
        releaseDate: '2022-02-25',
      },
      {
        kinguinId: 2,
        name: 'Hades II Steam CD Key',
        genres: ['Action', 'Indie'],
        sellPrice: 30,
        is_discounted: true,
        new_price: 15,
        popularity: 80,
        releaseDate: '2025-09-25',
      },
      {
        kinguinId: 3,
        name: 'Grand Theft Auto V Steam CD Key',
        genres: ['Open World'],
        sellPrice: 20,
        usdPrice: 99,
        popularity: 90,
        releaseDate: '2015-04-14',
      },
      { kinguinId: 4, name: 'Pokémon Café Nintendo Key', platform: 'Nintendo', genres: ['RPG'], sellPrice: 10, popularity: 5 },
      { kinguinId: 5, name: 'The Witcher 3: Wild Hunt', platform: 'PC GOG', genres: ['RPG'], sellPrice: 8, popularity: 70 },
      { kinguinId: 6, name: 'Hades', genres: ['Indie'], sellPrice: 12, popularity: 10, releaseDate: '2020-09-17' },
      { ...software, _id: 'win11', name: 'Windows 11 Pro', sellPrice: 25, popularity: 1 },
      { ...software, _id: 'office', name: 'Office 2024', sellPrice: 90, popularity: 2 },
      { kinguinId: 99, name: 'Hidden Ring', genres: ['RPG'], popularity: 999 },
    ]);
    await shop.database.query(`update product set is_hidden = true where kinguin_id = 99;
    update listing set is_hidden = true where product_id = (select id from product where kinguin_id = 99);
    delete from listing_genre where product_id = (select id from product where kinguin_id = 99)`);
  });
  afterAll(() => shop.close());

  const reads = () => shop.get(CatalogueReads);

  test('a platform shows its games, most popular first, then newest', async () => {
    expect(await ids(reads().gamesOfPlatform('Steam', all))).toEqual([1, 3, 2, 6]);
    expect(await ids(reads().gamesOfPlatform('Nintendo', all))).toEqual([4]);
  });

  test('the list of all games has no software and nothing hidden', async () => {
    expect(await ids(reads().games(all))).toEqual([1, 3, 2, 5, 6, 4]);
    expect(await ids(reads().software(all))).toEqual(['office', 'win11']);
  });

  test('one genre, and any of several, filter without showing a product twice', async () => {
    expect(await ids(reads().games({ ...all, genres: ['Indie'] }))).toEqual([2, 6]);
    expect(await ids(reads().games({ ...all, genres: ['Action', 'RPG'] }))).toEqual([1, 2, 5, 4]);
    expect(await ids(reads().gamesOfPlatform('Steam', { ...all, genres: ['Action', 'RPG'], order: 'priceAsc' }))).toEqual([2, 1]);
  });

  test('prices are compared with what a shopper would pay, in the currency, bounds included', async () => {
    expect(await ids(reads().games({ ...all, minMinor: 1500, maxMinor: 2000 }))).toEqual([3, 2]);
    expect(await ids(reads().games({ ...all, minMinor: 9900, maxMinor: 9900, currency: 'Usd' }))).toEqual([3]);
    expect(await ids(reads().games({ ...all, genres: ['RPG'], maxMinor: 1000 }))).toEqual([5, 4]);
  });

  test.each([
    ['popular', [1, 3, 2, 6]],
    ['newest', [2, 1, 6, 3]],
    ['priceAsc', [6, 2, 3, 1]],
    ['priceDesc', [1, 3, 2, 6]],
    ['nameAsc', [1, 3, 6, 2]],
  ] as const)('by %s, the games of a platform come in the order %j', async (order, expected) => {
    expect(await ids(reads().gamesOfPlatform('Steam', { ...all, order }))).toEqual(expected);
  });

  test.each(['popular', 'newest', 'priceAsc', 'priceDesc', 'nameAsc'] as const)(
    'by %s, pages of one game each contain every game once',
    async (order) => {
      for (const genres of [[], ['RPG'], ['Action', 'RPG']] as const) {
        const whole = await ids(reads().games({ ...all, genres, order }));
        const pages = await Promise.all(
          whole.map((_id, index) => ids(reads().games({ ...all, genres, order, page: index + 1, limit: 1 }))),
        );
        expect(pages.flat()).toEqual(whole);
      }
    },
  );

  test('a page past the end is empty and has the same number of pages', async () => {
    const answers = await Promise.all([1, 2, 3, 999_999_999].map((page) => reads().games({ ...all, page, limit: 4 })));
    expect(answers.map((text) => (JSON.parse(text) as Answer).totalPages)).toEqual([2, 2, 2, 2]);
    expect(answers.map((text) => (JSON.parse(text) as Answer).products?.length)).toEqual([4, 2, 0, 0]);
    expect(JSON.parse(await reads().games({ ...all, genres: ['VR Games'] }))).toEqual({ products: [], totalPages: 0 });
  });

  test.each([
    ['elden ring', 1],
    ['Ring Elden', 1],
    ['eld ri', 1],
    ['elden rign', 1],
    ['gta 5', 3],
    ['gta5', 3],
    ['GTA V', 3],
    ['gran theft', 3],
    ['pokemon cafe', 4],
    ['wicher 3', 5],
    ['witcher 3 steam', 5],
    ['pokemon pc key', 4],
    ['hades 2', 2],
    ['hades ii', 2],
    ['windows', 'win11'],
  ])('who types "%s" finds %s first', async (query, found) => {
    expect((await ids(reads().search(query, all)))[0]).toBe(found);
  });

  test('the exact name comes before a more popular one that begins with it', async () => {
    expect(await ids(reads().search('hades', all))).toEqual([6, 2]);
    expect(await ids(reads().search('hades', { ...all, order: 'popular' }))).toEqual([2, 6]);
  });

  test('a search takes the filters of lists and shows nothing hidden', async () => {
    expect(await ids(reads().search('hades', { ...all, maxMinor: 1300 }))).toEqual([6]);
    expect(await ids(reads().search('hades', { ...all, genres: ['Action'] }))).toEqual([2]);
    expect(await ids(reads().search('hidden ring', all))).not.toContain(99);
    expect(JSON.parse(await reads().search('???', all))).toEqual({ products: [], totalPages: 0 });
  });

  test('similar products share genres or the platform, and never include the product itself', async () => {
    const similar = await ids(reads().similarTo({ id: '1', genres: ['Action'], platform: 'Steam' }));
    expect(similar[0]).toBe(2);
    expect(similar).not.toContain(1);
    expect(similar).not.toContain('win11');
    expect(await ids(reads().similarTo({ id: 'win11', genres: [], platform: 'PC' }))).toEqual(['office']);
  });

  test("a game and a software are returned with all that their pages show, and without the shop's cost", async () => {
    const text = (await reads().gameByKinguinId(2)) ?? '';
    expect(JSON.parse(text)).toMatchObject({
      kinguinId: 2,
      name: 'Hades II Steam CD Key',
      price: 30,
      sellPrice: 30,
      is_discounted: true,
      discount_perc: 50,
      new_price: 15,
      usdPriceDiscounted: 16.35,
      releaseDate: '2025-09-25',
      mainImage: expect.stringMatching(/^images\/[0-9a-f]{32}-320\.webp$/),
      coverImageOriginal: expect.stringMatching(/^http:\/\/localhost:3000\/images\/[0-9a-f]{32}-640\.webp$/),
      images: { screenshots: [] },
      systemRequirements: [],
    });
    expect(text).not.toMatch(/cost|supplier|"textQty"/);
    const game = JSON.parse((await reads().softwareById('win11')) ?? '') as { game: Card; message: string };
    expect(game).toMatchObject({ message: 'success', game: { _id: 'win11', productName: 'Windows 11 Pro', type: 'software' } });
    expect('kinguinId' in game.game).toBe(false);
  });

  test('hidden and unknown products are never returned', async () => {
    expect(await reads().gameByKinguinId(99)).toBeNull();
    expect(await reads().gameByKinguinId(404)).toBeNull();
    expect(await reads().softwareById('nothing')).toBeNull();
    expect(await reads().softwareById('x'.repeat(10_000))).toBeNull();
  });
}

async function ids(text: Promise<string>): Promise<(number | string)[]> {
  const answer = JSON.parse(await text) as Answer;
  return (answer.products ?? answer.games ?? []).map(({ kinguinId, _id }) => kinguinId ?? _id);
}
