import { expect, test } from '@jest/globals';
import { leastMargin, type MarginRule } from './least-margin.ts';

const game = { productId: 'p', genres: ['Action', 'Racing'], supplier: 'kinguin' };
const product: MarginRule = { kind: 'product', subject: 'p', margin: 0.01 };
const genres: MarginRule[] = [
  { kind: 'genre', subject: 'Action', margin: 0.1 },
  { kind: 'genre', subject: 'Racing', margin: 0.2 },
];
const supplier: MarginRule = { kind: 'supplier', subject: 'kinguin', margin: 0.3 };

test('the rule of the product counts, else the highest of its genres, else that of the supplier, else the setting', () => {
  const all = [supplier, ...genres, product];
  expect([3, 2, 1, 0].map((count) => leastMargin([...all.slice(0, count === 3 ? 4 : count === 2 ? 3 : count)], game, 0.02))).toEqual([
    0.01, 0.2, 0.3, 0.02,
  ]);
});

test('rules of others do not count', () => {
  const others: MarginRule[] = [
    { kind: 'product', subject: 'Action', margin: 0.5 },
    { kind: 'genre', subject: 'kinguin', margin: 0.5 },
    { kind: 'supplier', subject: 'codeswholesale', margin: 0.5 },
  ];
  expect(leastMargin(others, game, 0.02)).toBe(0.02);
});
