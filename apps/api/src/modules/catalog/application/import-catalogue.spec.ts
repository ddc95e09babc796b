import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Transaction } from '../../../shared/ports.ts';
import { ImportCatalogue } from './import-catalogue.ts';
import type { FeedLine, ImportedProducts, ProductFeed } from './import-ports.ts';
import type { PricingRules } from './ports.ts';

const LINES = 1500;
/** About as many answers as the database gives for one batch. */
const STATEMENTS = 12;

test('a batch is written while lines that are at hand are read, not after them', async () => {
  let read = 0;
  const readAtEnds: number[] = [];
  const rules = { margin: 0, exchangeRates: { Usd: 1, Pln: 1, Gbp: 1 } };
  const feed = { read: ({ number }: FeedLine) => ({ product: { kinguinId: number, ownId: null }, hash: `${number}`, warnings: [] }) };
  const intake = {
    takeIn: async (products: readonly unknown[]) => {
      for (let statement = 0; statement < STATEMENTS; statement += 1) await setImmediate();
      readAtEnds.push(read);
      return products.map(() => 'created' as const);
    },
  };
  const importCatalogue = new ImportCatalogue(
    feed as unknown as ProductFeed,
    intake as ImportedProducts,
    { current: async () => rules, hold: async () => rules } as unknown as PricingRules,
    { run: (work: () => Promise<unknown>) => work() } as Transaction,
  );
  const lines = (async function* () {
    for (read = 1; read <= LINES; read += 1) yield { number: read, text: '' };
  })();
  const summary = await importCatalogue.run(lines, 'tester', { rejected: () => undefined, progressed: () => undefined });
  expect(summary.created).toBe(LINES);
  // The first of three batches is stored before the second is complete.
  expect(readAtEnds[0]).toBeLessThan((LINES / 3) * 2);
});
