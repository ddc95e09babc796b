import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ReplicaReads } from '../../../platform/database/replica-reads.ts';
import { Transaction } from '../../../shared/ports.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Listings } from '../application/ports.ts';
import { SITEMAP_PAGE, SITEMAP_PARTS, SqlSitemapReads } from './sql-sitemap-reads.ts';

const PRODUCTS = 20_000;

interface Page {
  products: { _id: string; kinguinId: number | null; name: string; updatedAt: string }[];
  next: string | null;
}

export function sitemap(): void {
  let shop: TestShop;

  /** 20,000 products of which every tenth is hidden; p1 alone is a software, p2 has no price and so no page. */
  beforeAll(async () => {
    shop = await testShop();
    await addProducts(shop, [{ kinguinId: 1_000_000 }]);
    await shop.database.query(
      `insert into product select changed.* from product, generate_series(1, ${PRODUCTS}) n, lateral jsonb_populate_record(product, jsonb_build_object(
      'id', 'p' || n, 'kinguin_id', nullif(n, 1), 'type', case n when 1 then 'software' else 'game' end, 'name', 'Game ' || n, 'is_hidden', n % 10 = 0,
      'updated_at', timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute')) changed where product.kinguin_id = 1000000`,
    );
    await shop.database.query(
      `insert into price (product_id, kind, starts_at, eur_list_minor, usd_list_minor, pln_list_minor, gbp_list_minor, discount_percent, overridden, actor, created_at)
      select 'p' || n, 'base', $1, 100, 100, 400, 100, 0, '{}', 'test', $1 from generate_series(1, ${PRODUCTS}) n where n <> 2`,
      [shop.clock.now()],
    );
    await shop.database.query('delete from product where kinguin_id = 1000000');
    const ids = Array.from({ length: PRODUCTS }, (_, index) => `p${index + 1}`);
    await shop.get(Transaction).run(() => shop.get(Listings).rebuild(ids, shop.clock.now()));
    await shop.get(Listings).settle();
  }, 120_000);
  afterAll(() => shop.close());

  async function get(url: string) {
    const response = await shop.app.inject({ method: 'GET', url });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  }

  test('walking from page to page meets every product that has a page once, in the order of ids, and no other', async () => {
    const met: Page['products'] = [];
    let pages = 0;
    for (let after: string | null = ''; after !== null; pages += 1) {
      const page: Page = (await get(`/sitemap/products?after=${after}`)).body as unknown as Page;
      met.push(...page.products);
      after = page.next;
    }
    const expected = Array.from({ length: PRODUCTS }, (_, index) => index + 1).filter((n) => n % 10 !== 0 && n !== 2);
    expect(pages).toBe(4);
    expect(met.map(({ _id }) => _id)).toEqual(expected.map((n) => `p${n}`).sort());
    expect(met.find(({ _id }) => _id === 'p7')).toEqual({ _id: 'p7', kinguinId: 7, name: 'Game 7', updatedAt: '2026-01-01T00:07:00Z' });
    expect(met.find(({ _id }) => _id === 'p1')?.kinguinId).toBeNull();
  });

  test('a catalogue of less than 50,000 is one part, which tells its latest change', async () => {
    const { status, body } = await get('/sitemap/parts');
    expect([status, body]).toEqual([200, [{ after: '', lastChangeAt: '2026-01-14T21:19:00Z' }]]);
  });

  test('the parts are counted off by 50,000, as many addresses as one file may hold', async () => {
    const asked: unknown[] = [];
    const rows = (...words: unknown[]) => Promise.resolve([{ json: `[${asked.push(words)}]` }]);
    await new SqlSitemapReads({ rows } as unknown as ReplicaReads, shop.clock).parts();
    expect(asked).toEqual([['sitemap-parts', SITEMAP_PARTS, [50_000]]]);
  });

  test('each part begins where the one before it ends', async () => {
    const { rows } = await shop.database.query<{ json: string }>(SITEMAP_PARTS, [7000]);
    const parts = JSON.parse(rows[0]?.json ?? '') as { after: string }[];
    const visible = Array.from({ length: PRODUCTS }, (_, index) => index + 1)
      .filter((n) => n % 10 !== 0)
      .map((n) => `p${n}`)
      .sort();
    expect(parts.map(({ after }) => after)).toEqual(['', visible[6999], visible[13_999]]);
  });

  test.each([
    ['after=P7', 'after'],
    [`after=${'a'.repeat(41)}`, 'after'],
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
  ])('%s is refused by its name', async (query, field) => {
    const { status, body } = await get(`/sitemap/products?${query}`);
    expect([status, body.details]).toMatchObject([400, [{ field }]]);
  });

  test.each(['force_custom_plan', 'force_generic_plan'])(
    'addresses are read off their own index alone, and never by scanning products (%s)',
    async (mode) => {
      await shop.database.query(`set plan_cache_mode = ${mode}`);
      for (const [text, values] of [
        [SITEMAP_PAGE, `'p5', 5000`],
        [SITEMAP_PARTS, '50000'],
      ]) {
        await shop.database.query(`prepare asked as ${text}`);
        const { rows } = await shop.database.query<{ 'QUERY PLAN': string }>(`explain execute asked(${values})`);
        await shop.database.query('deallocate asked');
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toContain('Index Only Scan using product_in_sitemap on product');
        expect(plan).not.toMatch(/Seq Scan|Sort Key: product/);
      }
    },
  );
}
