import { expect, test } from '@jest/globals';
import type { StaffAct } from '../../../ops/index.ts';
import { NotFit, OwnerNeeded, ProductNotFound, SaleOverlaps } from '../../domain/product-change-errors.ts';
import { PriceRefused } from '../../domain/price-limits.ts';
import { PlanSales } from './plan-sales.ts';
import type { PriceProduct, WantedSale } from './price-product.ts';

const offer = { percent: 20 } as unknown as WantedSale;
const act = { by: { id: 'key-1', name: 'ada', role: 'catalogue' }, reason: 'a holiday' } as unknown as StaffAct;

/** Sales that fail for products with an error here. */
function planning(errors: Readonly<Record<string, Error>> = {}) {
  const calls: unknown[] = [];
  const prices = {
    planSale: async (product: string, ...given: unknown[]) => {
      calls.push([product, ...given]);
      if (errors[product]) throw errors[product];
      return `sale of ${product}`;
    },
  } as unknown as PriceProduct;
  return { calls, run: (...names: readonly string[]) => new PlanSales(prices).run(names, offer, act) };
}

const planned = (product: string) => ({ product, id: `sale of ${product}` });

test('each product that is named gets its sale, once', async () => {
  const { calls, run } = planning();
  expect(await run('game-1', 'game-2', 'game-1')).toEqual({ planned: [planned('game-1'), planned('game-2')], leftOut: [] });
  expect(calls).toEqual([
    ['game-1', offer, act],
    ['game-2', offer, act],
  ]);
});

test('a product for which it is not possible is left out with the reason, and the others are planned', async () => {
  const refused = new PriceRefused('percent', 'It would raise the price.', {
    product: 'another name',
    currency: 'Usd',
    nowMinor: 100,
    thenMinor: 250,
  });
  const { run } = planning({
    unknown: new ProductNotFound(),
    taken: new SaleOverlaps(),
    raised: refused,
    costless: new NotFit('eur', 'Its cost is unknown.'),
  });
  expect(await run('unknown', 'taken', 'raised', 'costless', 'game-1')).toEqual({
    planned: [planned('game-1')],
    leftOut: [
      { product: 'unknown', reason: 'The shop has no such product.' },
      { product: 'taken', reason: new SaleOverlaps().message },
      { product: 'raised', reason: 'It would raise the price.', currency: 'USD', priceNow: 1, priceThen: 2.5 },
      { product: 'costless', reason: 'Its cost is unknown.' },
    ],
  });
});

test.each([
  ['times that fit no product', new NotFit('endsAt', 'A sale lasts a year at most.')],
  ['a price that only an owner may set', new OwnerNeeded('percent')],
  ['a failure', new Error('The database is away.')],
])('%s end the whole plan', async (_what, error) => {
  const { calls, run } = planning({ 'game-1': error });
  await expect(run('game-1', 'game-2')).rejects.toThrow(error);
  expect(calls).toHaveLength(1);
});
