import { expect, test } from '@jest/globals';
import type { Currency } from '@keyturn/shop-rules';
import { admission } from './hoarding.ts';

const LIMITS = {
  graceMs: 0,
  mostOpenPerAddress: 10,
  mostOpenPerEmail: 3,
  mostPiecesPerProduct: 99,
  mostFurtherMinor: 50_000,
  perEuro: { Eur: 1, Usd: 1.1, Pln: 4, Gbp: 0.9 },
  isLifted: false,
};
const holds = (quantity: number, totalMinor = 100, currency: Currency = 'Eur') => ({
  currency,
  totalMinor,
  lines: [{ productId: 'p1', quantity }],
});
const wants = (quantity: number, free: number, totalMinor = 100) => ({
  currency: 'Eur' as const,
  totalMinor,
  pieces: [{ productId: 'p1', quantity, free }],
});
const open = (...ofNetwork: ReturnType<typeof holds>[]) => ({ ofAddress: 0, ofEmail: 0, ofNetwork });

test('the first checkout of a network holds what one cart may hold', () => {
  expect(admission(wants(99, 99), open(), LIMITS)).toBe('free');
  expect(admission(wants(6, 99), open(), { ...LIMITS, mostPiecesPerProduct: 5 })).toBe('refused');
});

test.each([
  ['3 of a small stock', 4, [], 3, 4],
  ['a fifth: 4 of 20', 20, [], 4, 5],
  ['a fifth of what is free and what the network itself holds', 10, [], 4, 5, 10],
  ['10 of a large stock', 99, [], 10, 11],
  ['what earlier ones left of a fifth', 17, [3], 1, 2],
  ['what several earlier ones left of 10', 88, [4, 5], 1, 2],
])('the further ones of a network hold together %s', (_what, free, further, most, tooMany, ofFirst = 0) => {
  const beside = open(holds(ofFirst), ...further.map((quantity) => holds(quantity)));
  expect(admission(wants(most, free), beside, LIMITS)).toBe('with captcha');
  expect(admission(wants(tooMany, free), beside, LIMITS)).toBe('refused');
});

test('they are worth so much together, in euros, and what the first is worth does not count', () => {
  const beside = open(holds(1, 1_000_000), holds(1, 80_000, 'Pln'), holds(1, 10_000));
  expect(admission(wants(1, 99, 20_000), beside, LIMITS)).toBe('with captcha');
  expect(admission(wants(1, 99, 20_001), beside, LIMITS)).toBe('refused');
});

test('what they hold of one product does not count for another', () => {
  const other = { ...wants(3, 5), pieces: [{ productId: 'p2', quantity: 3, free: 5 }] };
  expect(admission(other, open(holds(3), holds(3)), LIMITS)).toBe('with captcha');
});

test('one product of which too much is wanted refuses the whole cart, the first of a network and a further one', () => {
  const both = (quantity: number) => ({
    ...wants(1, 99),
    pieces: [
      { productId: 'p1', quantity: 1, free: 99 },
      { productId: 'p2', quantity, free: 4 },
    ],
  });
  const atMostFive = { ...LIMITS, mostPiecesPerProduct: 5 };
  expect([admission(both(5), open(), atMostFive), admission(both(6), open(), atMostFive)]).toEqual(['free', 'refused']);
  expect([admission(both(3), open(holds(1)), LIMITS), admission(both(4), open(holds(1)), LIMITS)]).toEqual(['with captcha', 'refused']);
});

test.each([
  [9, 'free'],
  [10, 'refused'],
])('an address with %s of 10 open checkouts: the next one is %s', (ofAddress, admitted) => {
  expect(admission(wants(1, 99), { ...open(), ofAddress }, LIMITS)).toBe(admitted);
});

test.each([
  [2, 'free'],
  [3, 'with captcha'],
  [100, 'with captcha'],
])('an e-mail address with %s open checkouts, 3 of which need no captcha: the first of another network is %s', (ofEmail, admitted) => {
  expect(admission(wants(1, 99), { ...open(), ofEmail }, LIMITS)).toBe(admitted);
});
