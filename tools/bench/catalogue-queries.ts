import { GENRES, type Platform, PLATFORMS } from '@keyturn/shop-rules';
import pg from 'pg';
import { chance, picker } from '../../apps/api/src/testing/campaigns/chance.ts';

export const SEED = 20_261_121;
/** A shopper's platform is Steam in most cases, as in the catalogue. */
const platforms: readonly Platform[] = [...PLATFORMS, ...Array.from({ length: 20 }, () => 'Steam' as const)];

export type Narrowness = 'platform' | 'platform + genre' | 'platform + genre + price';

/** `count` different addresses of lists of 16, first pages more often than later ones. */
export function listPaths(count: number, narrowness: Narrowness): string[] {
  const next = chance(SEED);
  const of = picker(next);
  const paths = new Set<string>();
  while (paths.size < count) {
    const query = new URLSearchParams();
    const platform = of(platforms);
    if (narrowness !== 'platform') query.set('genres', of(GENRES));
    if (narrowness === 'platform + genre + price') {
      const min = Math.floor(next() * 30);
      query.set('minPrice', String(min));
      query.set('maxPrice', String(min + 1 + Math.floor(next() * 40)));
    }
    const page = next() < 0.7 ? 1 : 1 + Math.floor(next() * 5);
    if (page > 1 || narrowness === 'platform') query.set('page', String(narrowness === 'platform' ? 1 + Math.floor(next() * 20) : page));
    paths.add(`/products/kinguin/${encodeURIComponent(platform)}?${query}`);
  }
  return [...paths];
}

/** Titles of products that every size of the catalogue has. */
export async function someTitles(databaseUrl: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ title: string }>(
    `select title from product where kinguin_id is not null and kinguin_id < 100020000 group by title order by md5(title) limit $1`,
    [count],
  );
  await client.end();
  return rows.map(({ title }) => title);
}

/** The queries while somebody types the names, one per character. */
export function typedPaths(titles: readonly string[]): string[] {
  return titles.flatMap((title) =>
    Array.from({ length: Math.min(title.length, 14) }, (_, index) => searchPath(title.slice(0, index + 1), 3)),
  );
}

/** Whole names, two words, and the beginning of one, in equal shares. */
export function searchPaths(titles: readonly string[]): string[] {
  return titles.flatMap((title) => {
    const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    return [title, words.slice(0, 2).join(' '), (words.toSorted((a, b) => b.length - a.length)[0] ?? title).slice(0, 5)].map((text) =>
      searchPath(text, 10),
    );
  });
}

export function searchPath(text: string, limit: number): string {
  return `/products/search/${encodeURIComponent(text.trim())}?limit=${limit}`;
}
