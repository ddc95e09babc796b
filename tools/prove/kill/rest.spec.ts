import { expect, test } from '@jest/globals';
import { restAfter, type RestOrder } from './rest.ts';

const KILL = 1_000_000;
const at = (seconds: number) => KILL + seconds * 1000;
const order = (placed: number, delivered: number | null, more: Partial<RestOrder> = {}): RestOrder => ({
  placedAt: at(placed),
  deliveredAt: delivered === null ? null : at(delivered),
  tries: 0,
  hasWaited: false,
  refunds: [],
  ...more,
});
const refund = (asked: number, done: number | null, wasRefused = false): RestOrder['refunds'][number] => ({
  askedAt: at(asked),
  doneAt: done === null ? null : at(done),
  wasRefused,
});

test('the last order of those that were open at the last kill counts, also where its mail was tried again', () => {
  expect(restAfter(KILL, [order(-20, 3), order(-10, 14, { tries: 1 }), order(-30, 9)])).toEqual({ seconds: 14, measured: 3, others: 0 });
});

test('an order that a dead worker had claimed for two minutes is seen, whatever the customers did meanwhile', () => {
  expect(restAfter(KILL, [order(-5, 2), order(-4, 118), order(60, 300)])).toEqual({ seconds: 118, measured: 2, others: 0 });
});

test('an order that was delivered before the last kill, and whose refund was asked for after it, was not open', () => {
  expect(restAfter(KILL, [order(-20, -5, { refunds: [refund(60, 61)] })])).toEqual({ seconds: 0, measured: 0, others: 0 });
});

test('an open delivery ends with itself, whenever its order is refunded', () => {
  expect(restAfter(KILL, [order(-20, 3, { refunds: [refund(60, 61)] })])).toEqual({ seconds: 3, measured: 1, others: 0 });
});

test('a refund that was open at the last kill counts, whenever its order was delivered', () => {
  const refunded = [order(-90, -50, { refunds: [refund(-1, 9)] }), order(-9, 4, { refunds: [refund(-2, 6)] })];
  expect(restAfter(KILL, refunded)).toEqual({ seconds: 9, measured: 3, others: 0 });
});

test('an order without a delivery was open until its refund was asked for', () => {
  expect(restAfter(KILL, [order(-9, null, { refunds: [refund(118, 300)] })])).toEqual({ seconds: 118, measured: 1, others: 0 });
});

test('mails that failed again and again and suppliers put a delivery off by themselves, and refusals a refund, but not one for the other', () => {
  const putOff = [
    order(-200, 320, { tries: 5, refunds: [refund(-1, 7)] }),
    order(-10, 130, { hasWaited: true }),
    order(-10, 8, { refunds: [refund(-3, 200, true)] }),
  ];
  expect(restAfter(KILL, putOff)).toEqual({ seconds: 8, measured: 2, others: 3 });
});

test('what ended before the last kill, began after it or was given up does not count', () => {
  const others = [order(-90, -1, { refunds: [refund(-1, null)] }), order(1, 40), order(-9, null)];
  expect(restAfter(KILL, others)).toEqual({ seconds: 0, measured: 0, others: 0 });
});
