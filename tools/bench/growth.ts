import { listPaths, type Narrowness, searchPaths, someTitles } from './catalogue-queries.ts';
import type { CatalogueShop } from './catalogue-shop.ts';
import { oneByOne } from './load.ts';
import { median, type Row } from './measure.ts';

const narrownesses: readonly Narrowness[] = ['platform', 'platform + genre', 'platform + genre + price'];

/**
 * Medians at one connection as the catalogue grows, the same queries at every size; the last size against the first. Each list and search is
 * measured twice: with counting its matches, and with cached matches.
 */
export async function growthRows(bench: CatalogueShop, sizes: readonly number[]): Promise<Row[]> {
  const medians = new Map<string, number[]>();
  for (const size of sizes) {
    await bench.grow(size);
    const searches = searchPaths(await someTitles(bench.databaseUrl, 60));
    const questions = [
      ...narrownesses.map((narrowness) => [narrowness, listPaths(150, narrowness)] as const),
      ['search', searches] as const,
    ];
    for (const [what, paths] of questions) {
      for (const name of [`${what}, for the first time`, what]) {
        const time = median(await oneByOne(bench.shop, paths));
        medians.set(name, [...(medians.get(name) ?? []), time]);
      }
    }
  }
  const named = sizes.map((size) => `${size / 1000}k`).join(' → ');
  return [...medians].map(([what, times]) => {
    const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN);
    return {
      what: `growth ${named}: ${what}, p50`,
      measured: times.map((time) => `${time.toFixed(1)} ms`).join(', '),
      baseline: '',
      ratio: `${growth.toFixed(1)} ×`,
      bar: 'under 3 ×',
      isHeld: growth < 3,
    };
  });
}
