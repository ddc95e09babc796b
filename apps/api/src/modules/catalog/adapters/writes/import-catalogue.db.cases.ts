import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { ImportCatalogue } from '../../application/import-catalogue.ts';

const line = (more: Record<string, unknown> = {}) =>
  JSON.stringify({ kinguinId: 1, name: 'Elden Ring', platform: 'Steam', genres: ['RPG'], price: 10, productId: 'p', ...more });

export function importCatalogue(): void {
  let shop: TestShop | null = null;
  afterAll(() => shop?.close());
  beforeEach(async () => {
    shop ??= await testShop();
    await shop.database.query('truncate product, image, search_word cascade');
  });

  async function take(lines: readonly string[]) {
    const rejected: string[] = [];
    const feed = (async function* () {
      for (const [index, text] of lines.entries()) yield { number: index + 1, text };
    })();
    const summary = await shop
      ?.get(ImportCatalogue)
      .run(feed, 'tester', { rejected: (number, reason) => rejected.push(`${number}: ${reason}`), progressed: () => undefined });
    const { created, updated, unchanged } = summary ?? { created: 0, updated: 0, unchanged: 0 };
    return { created, updated, unchanged, rejected, warnings: [...(summary?.warnings ?? [])] };
  }

  const rows = async (text: string) => (await shop?.database.query(text))?.rows;

  test('importing a feed again changes nothing', async () => {
    const lines = Array.from({ length: 600 }, (_, index) => line({ kinguinId: index + 1, name: `Game ${index}` }));
    expect(await take(lines)).toMatchObject({ created: 600, updated: 0, unchanged: 0, rejected: [] });
    const written = `select (select sum(extract(epoch from updated_at)) from product), (select count(*)::integer from price), (select count(*)::integer from listing_genre), (select count(*)::integer from image) as images`;
    const before = await rows(written);
    expect(await take(lines)).toMatchObject({ created: 0, updated: 0, unchanged: 600 });
    expect(await rows(written)).toEqual(before);
  });

  test('invalid lines are reported with their numbers and reasons, and the rest is imported', async () => {
    const result = await take([line(), '{', line({ kinguinId: 2, platform: 'Ouya' }), line({ kinguinId: 3, genres: ['RPG', 'Nope'] })]);
    expect(result).toMatchObject({ created: 2, warnings: [['unknown genre "Nope" left out', 1]] });
    expect(result.rejected).toEqual([expect.stringMatching(/^2: not JSON/), '3: unknown platform "Ouya"']);
  });

  test('a changed price ends the former one, a changed text leaves prices alone, and each names who changed it', async () => {
    await take([line()]);
    expect(await take([line({ price: 20 })])).toMatchObject({ updated: 1 });
    expect(await take([line({ price: 20, description: 'New' })])).toMatchObject({ updated: 1 });
    expect(await rows('select eur_list_minor, ends_at is null as open, actor from price order by id')).toEqual([
      { eur_list_minor: 1120, open: false, actor: 'tester' },
      { eur_list_minor: 2240, open: true, actor: 'tester' },
    ]);
    expect(await rows('select changed_by, description, cost_minor from product')).toEqual([
      { changed_by: 'tester', description: '<p>New</p>', cost_minor: 2000 },
    ]);
    expect(await rows('select eur_minor from listing')).toEqual([{ eur_minor: 2240 }]);
  });

  test('of two lines for one product the later wins, counted as if it had come later', async () => {
    expect(await take([line({ name: 'Old' }), line({ name: 'New' }), line({ name: 'New' })])).toMatchObject({
      created: 1,
      updated: 1,
      unchanged: 1,
    });
    expect(await rows('select name from product')).toEqual([{ name: 'New' }]);
    expect(await take([line({ name: 'New' }), line({ name: 'Newer' })])).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
  });

  test('stock that was counted survives an update of its product', async () => {
    await take([line()]);
    await rows('update listing set stock = 7');
    await take([line({ name: 'Elden Ring 2' })]);
    expect(await rows('select stock, search_name from listing')).toEqual([{ stock: 7, search_name: 'elden ring 2' }]);
  });

  test('genres removed from a product are removed from the lists', async () => {
    await take([line({ genres: ['RPG', 'Action'] })]);
    await take([line({ genres: ['Action', 'Indie'] })]);
    expect(await rows('select genre from listing_genre order by genre')).toEqual([{ genre: 'Action' }, { genre: 'Indie' }]);
  });

  test('a new product in the same batch does not keep a known one from its new price and genres', async () => {
    await take([line({ genres: ['RPG', 'Action'] })]);
    expect(await take([line({ genres: ['Action'], price: 20 }), line({ kinguinId: 2, name: 'New' })])).toMatchObject({
      created: 1,
      updated: 1,
    });
    expect(await rows('select genre from listing_genre join product on id = product_id where kinguin_id = 1')).toEqual([
      { genre: 'Action' },
    ]);
    expect(await rows('select eur_list_minor from price where ends_at is null order by eur_list_minor')).toEqual([
      { eur_list_minor: 1120 },
      { eur_list_minor: 2240 },
    ]);
  });

  test('an _id that another product has is refused, and a game of our own gets a kinguinId of the range kept for them', async () => {
    expect(await take([line({ _id: 'own1' }), line({ kinguinId: 2, _id: 'own1' })])).toMatchObject({
      created: 1,
      rejected: ['2: the _id own1 belongs to another product'],
    });
    const own = (id: string) => line({ kinguinId: null, type: 'game', productId: 'CustomGame', _id: id });
    expect(await take([own('a1'), own('a2')])).toMatchObject({ created: 2 });
    expect(await take([own('a1'), own('a2')])).toMatchObject({ unchanged: 2 });
    expect(await rows(`select id, kinguin_id from product where id like 'a%' order by id`)).toEqual([
      { id: 'a1', kinguin_id: 1_000_000_000 },
      { id: 'a2', kinguin_id: 1_000_000_001 },
    ]);
  });

  test('an error in a batch rolls back the whole batch', async () => {
    await rows(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''planted''; end';
    create trigger planted before insert on listing for each row execute function refuse()`);
    await expect(take([line()])).rejects.toThrow('planted');
    await rows('drop trigger planted on listing; drop function refuse');
    expect(
      await rows(
        'select (select count(*)::integer from product) as products, (select count(*)::integer from price) as prices, (select count(*)::integer from image) as images',
      ),
    ).toEqual([{ products: 0, prices: 0, images: 0 }]);
  });
}
