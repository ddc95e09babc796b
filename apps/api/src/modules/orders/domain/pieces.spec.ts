import { expect, test } from '@jest/globals';
import { allPieces, countByLine, hasPiece, isSamePieces, piecesInWords, piecesOfLineAt, piecesWithout } from './pieces.ts';

const lines = [
  { name: 'Half Moon', quantity: 3, unitMinor: 1000 },
  { name: 'Moon Two', quantity: 1, unitMinor: 700 },
];
const at = (line: number, ...slots: number[]) => slots.map((slot) => ({ line, slot }));

test('an order has a piece for each of its lines’ quantity', () => {
  expect(allPieces(lines)).toEqual([...at(0, 0, 1, 2), ...at(1, 0)]);
});

test('a piece is one by line and slot', () => {
  expect(hasPiece(at(0, 1), { line: 0, slot: 1 })).toBe(true);
  expect(hasPiece(at(0, 1), { line: 0, slot: 0 })).toBe(false);
  expect(hasPiece(at(0, 1), { line: 1, slot: 1 })).toBe(false);
  expect(hasPiece(at(0, 0, 1), { line: 0, slot: 1 })).toBe(true);
});

test('pieces without others are those that are not among them', () => {
  expect(piecesWithout(at(0, 0, 1, 2), at(0, 1))).toEqual(at(0, 0, 2));
});

test('the same pieces are as many, in any order', () => {
  expect(isSamePieces(at(0, 0, 1), at(0, 1, 0))).toBe(true);
  expect(isSamePieces(at(0, 0), at(0, 0, 1))).toBe(false);
  expect(isSamePieces(at(0, 0, 1), at(0, 0))).toBe(false);
  expect(isSamePieces(at(0, 0), at(0, 1))).toBe(false);
});

test('pieces are counted by line', () => {
  expect([...countByLine([...at(0, 0, 2), ...at(1, 0)])]).toEqual([
    [0, 2],
    [1, 1],
  ]);
});

test.each([
  [allPieces(lines), ['3 × Half Moon', '1 × Moon Two']],
  [at(0, 1), ['1 × Half Moon (key 2 of 3)']],
  [at(0, 0, 2), ['2 × Half Moon (keys 1, 3 of 3)']],
  [
    [...at(0, 0), ...at(1, 0)],
    ['1 × Half Moon (key 1 of 3)', '1 × Moon Two'],
  ],
  [at(9, 0), []],
])('%j in words', (pieces, words) => {
  expect(piecesInWords(lines, pieces)).toEqual(words);
});

test('an amount is the line that alone cost so much, and of which nothing has gone', () => {
  expect(piecesOfLineAt(lines, 700, [])).toEqual(at(1, 0));
  expect(piecesOfLineAt(lines, 3000, [])).toEqual(at(0, 0, 1, 2));
  expect(piecesOfLineAt(lines, 1000, [])).toEqual([]);
  expect(piecesOfLineAt(lines, 700, at(1, 0))).toEqual([]);
  expect(piecesOfLineAt([...lines, { name: 'Moon Three', quantity: 1, unitMinor: 700 }], 700, [])).toEqual([]);
  expect(piecesOfLineAt([...lines, { name: 'Moon Three', quantity: 7, unitMinor: 100 }], 700, at(1, 0))).toEqual(
    at(2, 0, 1, 2, 3, 4, 5, 6),
  );
});
