import { describe, expect, test } from '@jest/globals';
import { sitemap } from './sitemap.db.cases.ts';
import { SITEMAP_PAGE, SITEMAP_PARTS } from './sql-sitemap-reads.ts';

describe('the sitemap of a large catalogue', () => {
  const shop = sitemap({ products: 20_000, page: '' });

  test.each(['force_custom_plan', 'force_generic_plan'])(
    'addresses are read from their own index only, and never by scanning products (%s)',
    async (mode) => {
      await shop().database.query(`set plan_cache_mode = ${mode}`);
      for (const [text, values] of [
        [SITEMAP_PAGE, `'p5', 5000`],
        [SITEMAP_PARTS, '50000'],
      ]) {
        await shop().database.query(`prepare asked as ${text}`);
        const { rows } = await shop().database.query<{ 'QUERY PLAN': string }>(`explain execute asked(${values})`);
        await shop().database.query('deallocate asked');
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toContain('Index Only Scan using product_in_sitemap on product');
        expect(plan).not.toMatch(/Seq Scan|Sort Key: product/);
      }
    },
  );
});
