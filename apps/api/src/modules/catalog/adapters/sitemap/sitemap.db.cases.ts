import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ReplicaReads } from '../../../../platform/database/replicas/replica-reads.ts';
import { Transaction } from '../../../../shared/ports.ts';
import { addProducts } from '../../../../testing/products.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { Listings } from '../../application/ports.ts';
import { SITEMAP_PARTS, SqlSitemapReads } from './sql-sitemap-reads.ts';

/** Nine of ten are visible: four pages, and three parts of 35 in 100. */
const FEW = { products: 200, page: '&limit=50' };

interface Page {
  products: { _id: string; kinguinId: number | null; name: string; updatedAt: string }[];
  next: string | null;
}

/** With few products and small pages; `npm run prove` reads many with the page size of the storefront. */
export function sitemap({ products, page } = FEW): () => TestShop {
  const partSize = products * 0.35;
  let shop: TestShop;

  /** Every tenth product is hidden; p1 alone is a software, p2 has no price and so no page. */
  beforeAll(async () => {
    shop = await testShop();
    await addProducts(shop, [{ kinguinId: 1_000_000 }]);
    await shop.database.query(
      `insert into product select changed.* from product, generate_series(1, ${products}) n, lateral jsonb_populate_record(product, jsonb_build_object(
      'id', 'p' || n, 'kinguin_id', nullif(n, 1), 'type', case n when 1 then 'software' else 'game' end, 'name', 'Game ' || n, 'is_hidden', n % 10 = 0,
      'updated_at', timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute')) changed where product.kinguin_id = 1000000`,
    );
    await shop.database.query(
      `insert into price (product_id, kind, starts_at, eur_list_minor, usd_list_minor, pln_list_minor, gbp_list_minor, discount_percent, overridden, actor, created_at)
      select 'p' || n, 'base', $1, 100, 100, 400, 100, 0, '{}', 'test', $1 from generate_series(1, ${products}) n where n <> 2`,
      [shop.clock.now()],
    );
    await shop.database.query('delete from product where kinguin_id = 1000000');
    const ids = Array.from({ length: products }, (_, index) => `p${index + 1}`);
    await shop.get(Transaction).run(() => shop.get(Listings).rebuild(ids, shop.clock.now()));
    await shop.get(Listings).settle();
  }, 120_000);
  afterAll(() => shop.close());

  async function get(url: string) {
    const response = await shop.app.inject({ method: 'GET', url });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  }

  test('all pages together contain every product that has a page once, in the order of ids, and no other', async () => {
    const met: Page['products'] = [];
    let pages = 0;
    for (let after: string | null = ''; after !== null; pages += 1) {
      const answer: Page = (await get(`/sitemap/products?after=${after}${page}`)).body as unknown as Page;
      met.push(...answer.products);
      after = answer.next;
    }
    const expected = Array.from({ length: products }, (_, index) => index + 1).filter((n) => n % 10 !== 0 && n !== 2);
    expect(pages).toBe(4);
    expect(met.map(({ _id }) => _id)).toEqual(expected.map((n) => `p${n}`).sort());
    expect(met.find(({ _id }) => _id === 'p7')).toEqual({ _id: 'p7', kinguinId: 7, name: 'Game 7', updatedAt: '2026-01-01T00:07:00Z' });
    expect(met.find(({ _id }) => _id === 'p1')?.kinguinId).toBeNull();
  });

  test('a catalogue of less than 50,000 is one part, with its latest change', async () => {
    const { status, body } = await get('/sitemap/parts');
    const latest = new Date(Date.UTC(2026, 0, 1, 0, products - 1)).toISOString();
    expect([status, body]).toEqual([200, [{ after: '', lastChangeAt: latest.replace('.000', '') }]]);
  });

  test('the parts have 50,000 products each, as many addresses as one file may have', async () => {
    const asked: unknown[] = [];
    const rows = (...words: unknown[]) => Promise.resolve([{ json: `[${asked.push(words)}]` }]);
    await new SqlSitemapReads({ rows } as unknown as ReplicaReads, shop.clock).parts();
    expect(asked).toEqual([['sitemap-parts', SITEMAP_PARTS, [50_000]]]);
  });

  test('each part begins where the one before it ends', async () => {
    const { rows } = await shop.database.query<{ json: string }>(SITEMAP_PARTS, [partSize]);
    const parts = JSON.parse(rows[0]?.json ?? '') as { after: string }[];
    const visible = Array.from({ length: products }, (_, index) => index + 1)
      .filter((n) => n % 10 !== 0)
      .map((n) => `p${n}`)
      .sort();
    expect(parts.map(({ after }) => after)).toEqual(['', visible[partSize - 1], visible[2 * partSize - 1]]);
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

  return () => shop;
}
