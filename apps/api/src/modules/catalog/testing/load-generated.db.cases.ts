import { EntityManager } from '@mikro-orm/postgresql';
import { expect, test } from '@jest/globals';
import { testShop } from '../../../testing/test-shop.ts';
import { ProductFeed } from '../application/import-ports.ts';
import { ImportCatalogue } from '../index.ts';
import { generatedLine } from './generated-lines.ts';
import { loadGenerated } from './load-generated.ts';

const tables = {
  product: `select to_jsonb(product) - 'content_hash' - 'changed_by' - 'created_at' - 'updated_at' as row from product order by id`,
  price: `select to_jsonb(price) - 'id' - 'actor' as row from price order by product_id`,
  listing: 'select to_jsonb(listing) as row from listing order by product_id',
  genres: 'select to_jsonb(listing_genre) as row from listing_genre order by product_id, genre',
  words: 'select word as row from search_word order by word',
  indexes: 'select indexdef as row from pg_indexes where schemaname = current_schema() order by indexname',
};

export function loadingGenerated(count = 60): void {
  test('generated products are stored as by an import, indexes included', async () => {
    const [loaded, imported] = [await testShop(), await testShop()];
    try {
      await loadGenerated({ em: loaded.get(EntityManager), feed: loaded.get(ProductFeed), now: loaded.clock.now(), from: 0, to: count });
      const lines = (async function* () {
        for (let index = 0; index < count; index += 1) yield { number: index + 1, text: JSON.stringify(generatedLine(index)) };
      })();
      const rejected: string[] = [];
      const watcher = { rejected: (_line: number, reason: string) => rejected.push(reason), progressed: () => undefined };
      await imported.get(ImportCatalogue).run(lines, 'test', watcher);
      expect(rejected).toEqual([]);
      for (const text of Object.values(tables)) {
        const [one, other] = await Promise.all([loaded, imported].map(async ({ database }) => (await database.query(text)).rows));
        expect(one).toEqual(other);
        expect(one?.length).toBeGreaterThan(10);
      }
    } finally {
      await Promise.all([loaded.close(), imported.close()]);
    }
  });
}
