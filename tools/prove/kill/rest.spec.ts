import { expect, test } from '@jest/globals';
import { type EndedOrder, restAfter } from './rest.ts';

const KILL = 1_000_000;
const order = (placed: number, ended: number, more: Partial<EndedOrder> = {}): EndedOrder => ({
  placedAt: KILL + placed * 1000,
  endedAt: KILL + ended * 1000,
  tries: 0,
  hasWaited: false,
  ...more,
});

test('the last order of those that were open at the last kill counts, also where its mail was tried again', () => {
  expect(restAfter(KILL, [order(-20, 3), order(-10, 14, { tries: 1 }), order(-30, 9)])).toEqual({ seconds: 14, measured: 3, others: 0 });
});

test('an order that a dead worker had claimed for two minutes is seen, whatever the customers did meanwhile', () => {
  expect(restAfter(KILL, [order(-5, 2), order(-4, 118), order(60, 300)])).toEqual({ seconds: 118, measured: 2, others: 0 });
});

test('a mail that failed again and again, a supplier and a refused refund put an order off by themselves', () => {
  const putOff = [order(-200, 320, { tries: 5 }), order(-10, 130, { hasWaited: true })];
  expect(restAfter(KILL, [order(-5, 8), ...putOff])).toEqual({ seconds: 8, measured: 1, others: 2 });
});

test('orders that ended before the last kill, or were placed after it, do not count', () => {
  expect(restAfter(KILL, [order(-90, -1), order(1, 40)])).toEqual({ seconds: 0, measured: 0, others: 0 });
});
