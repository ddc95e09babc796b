import { expect, test } from '@jest/globals';
import { orderLine, unpaidOrder } from '../../../orders/testing/order-builder.ts';
import { NoSuchLine, NothingToRefund, RefundTooHigh } from '../../domain/payment-errors.ts';
import type { Order } from '../../../orders/index.ts';
import { planRefund } from './plan-refund.ts';

const step = { at: new Date('2026-03-01T12:05:00.000Z'), actor: 'test' };

/** Three pieces of €10 and one of €7, delivered. */
function delivered(): Order {
  const order = unpaidOrder({
    lines: [orderLine({ unitMinor: 1000, quantity: 3 }), orderLine({ productId: 'product-2', unitMinor: 700 })],
  });
  order.pay({ intentId: 'pi_1', provider: 'stripe' }, step);
  order.beginFulfilment(step);
  return order;
}

const NOTHING_KNOWN = { gone: [], seen: [] };

const slot = (number: number, line = 0) => ({ line, slot: number });

test.each([
  ['one named key costs what one piece cost', [{ line: 0, slots: [1] }], [], [slot(1)], 1000],
  ['a count takes the last ones that are left', [{ line: 0, count: 1 }], [slot(2)], [slot(1)], 1000],
  ['a line is what is left of it', [{ line: 0 }], [slot(0)], [slot(1), slot(2)], 2000],
  [
    'what is named twice goes back once',
    [
      { line: 0, slots: [1, 1] },
      { line: 0, slots: [1] },
    ],
    [],
    [slot(1)],
    1000,
  ],
] as const)('%s', (_what, picks, gone, pieces, amountMinor) => {
  expect(planRefund(delivered(), { kind: 'pieces', picks }, { gone, seen: [] })).toEqual({
    kind: 'pieces',
    pieces,
    amountMinor,
    isWhole: false,
  });
});

test.each([
  [
    'two counts add up',
    [
      { line: 0, count: 1 },
      { line: 0, count: 1 },
    ],
    [slot(1), slot(2)],
  ],
  [
    'a count takes others than the named keys',
    [
      { line: 0, count: 1 },
      { line: 0, slots: [2] },
    ],
    [slot(1), slot(2)],
  ],
  [
    'counts of other lines are apart',
    [
      { line: 0, count: 1 },
      { line: 1, count: 1 },
      { line: 0, count: 1 },
    ],
    [slot(1), slot(2), slot(0, 1)],
  ],
  ['all of a line and a key of it are the line', [{ line: 1 }, { line: 1, slots: [0] }], [slot(0, 1)]],
] as const)('a line may be named twice: %s', (_what, picks, pieces) => {
  expect(planRefund(delivered(), { kind: 'pieces', picks }, NOTHING_KNOWN).pieces).toEqual(pieces);
});

test.each([
  [
    [
      { line: 0, count: 2 },
      { line: 0, count: 2 },
    ],
  ],
  [
    [
      { line: 0, slots: [0] },
      { line: 0, count: 3 },
    ],
  ],
] as const)('more pieces of a line than are left are refused, however they are named: %j', (picks) => {
  expect(() => planRefund(delivered(), { kind: 'pieces', picks }, NOTHING_KNOWN)).toThrow(NothingToRefund);
});

test.each([
  ['nobody has seen one', [], 2, [slot(1), slot(2)]],
  ['the last one was seen', [slot(2)], 1, [slot(1)]],
  ['one alone was not seen', [slot(1), slot(2)], 2, [slot(0), slot(2)]],
  ['all were seen', [slot(0), slot(1), slot(2), slot(0, 1)], 1, [slot(2)]],
  ['one of another line was seen', [slot(2, 1)], 1, [slot(2)]],
])('a count takes pieces whose keys nobody has seen first: %s', (_what, seen, count, pieces) => {
  expect(planRefund(delivered(), { kind: 'pieces', picks: [{ line: 0, count }] }, { gone: [], seen }).pieces).toEqual(pieces);
});

test.each([
  ['a line that is not there', [{ line: 2 }], NoSuchLine],
  ['a key that is not there', [{ line: 1, slots: [1] }], NoSuchLine],
  ['a key that has gone back', [{ line: 0, slots: [0] }], NothingToRefund],
  ['more pieces than are left', [{ line: 0, count: 3 }], NothingToRefund],
])('%s is refused', (_what, picks, error) => {
  expect(() => planRefund(delivered(), { kind: 'pieces', picks }, { gone: [slot(0)], seen: [] })).toThrow(error);
});

test.each([
  ['lines', { line: 2 }],
  ['pieces', { line: 2, count: 1 }],
  ['pieces', { line: 1, slots: [1] }],
])('what is not there is reported under %s, as it was named', (field, pick) => {
  const refused = () => planRefund(delivered(), { kind: 'pieces', picks: [pick] }, { gone: [], seen: [] });
  expect(refused).toThrow(expect.objectContaining({ details: [expect.objectContaining({ field })] }));
});

test('the last piece is refunded with the rest after goodwill, and refunds add up to the payment', () => {
  const order = delivered();
  order.refund(300, step);
  const gone = [slot(0), slot(1), slot(2)];
  order.refund(3000, step);
  expect(planRefund(order, null, { gone, seen: [] })).toEqual({ kind: 'pieces', pieces: [slot(0, 1)], amountMinor: 400, isWhole: true });
});

test('goodwill revokes no key and is less than the rest, and a refusal names the rest', () => {
  const order = delivered();
  order.refund(1000, step);
  expect(planRefund(order, { kind: 'goodwill', amountMinor: 2699 }, { gone: [slot(0)], seen: [] })).toMatchObject({
    pieces: [],
    amountMinor: 2699,
    isWhole: false,
  });
  for (const amountMinor of [2700, 9999])
    expect(() => planRefund(order, { kind: 'goodwill', amountMinor }, { gone: [slot(0)], seen: [] })).toThrow(
      'Of this order €27.00 is left',
    );
});

test('a piece that costs more than the rest after goodwill and a lost dispute is not refunded alone', () => {
  const order = delivered();
  order.refund(2000, step);
  order.dispute(step, 'fraudulent');
  order.chargeBackPart(1000, false, step);
  order.resumeAfterDispute(step);
  expect(() => planRefund(order, { kind: 'pieces', picks: [{ line: 0, slots: [0] }] }, NOTHING_KNOWN)).toThrow(RefundTooHigh);
});

test('of an order whose dispute was lost nothing goes back', () => {
  const order = delivered();
  order.dispute(step, 'fraudulent');
  order.chargeBack(step);
  expect(() => planRefund(order, null, NOTHING_KNOWN)).toThrow('the bank took the money');
});

test.each([
  ['nothing was paid', unpaidOrder(), null],
  ['nothing was paid', Object.assign(delivered(), { paymentIntentId: null }), null],
  ['nothing was paid', Object.assign(delivered(), { paidAt: null }), null],
  ['the order is refunded', Object.assign(delivered(), { status: 'refunded' }), null],
  ['an order that is paid is refunded in full only', Object.assign(delivered(), { status: 'paid' }), { line: 1 }],
  ['an order that is cancelled is refunded in full only', Object.assign(delivered(), { status: 'cancelled' }), { line: 1 }],
  ['these lines cost nothing', Object.assign(delivered(), { lines: [orderLine({ unitMinor: 0, quantity: 2 })] }), { line: 0, count: 1 }],
])('a refusal says why: %s', (message, order, pick) => {
  const request = pick && ({ kind: 'pieces', picks: [pick] } as const);
  expect(() => planRefund(order, request, NOTHING_KNOWN)).toThrow(`Nothing can be sent back: ${message}.`);
});

test('an order that was cancelled after its payment goes back as a whole', () => {
  expect(planRefund(Object.assign(delivered(), { status: 'cancelled' }), null, NOTHING_KNOWN).isWhole).toBe(true);
});

test.each([
  ['all of the line', { line: 1 }, [slot(0, 1)]],
  ['one of the named keys', { line: 0, slots: [0, 1] }, [slot(0)]],
])('where %s has gone back, nothing more goes', (_what, pick, gone) => {
  const request = pick && ({ kind: 'pieces', picks: [pick] } as const);
  expect(() => planRefund(delivered(), request, { gone, seen: [] })).toThrow('Nothing can be sent back: it has gone back already.');
});

test('a line that has gone back is refused beside one that has not', () => {
  const picks = [{ line: 0 }, { line: 1 }];
  expect(() => planRefund(delivered(), { kind: 'pieces', picks }, { gone: [slot(0, 1)], seen: [] })).toThrow(NothingToRefund);
});

test('a key that is not there is refused beside one that is', () => {
  const picks = [{ line: 1, slots: [0, 1] }];
  expect(() => planRefund(delivered(), { kind: 'pieces', picks }, NOTHING_KNOWN)).toThrow(NoSuchLine);
});

test('a count may be all that is left of a line, seen or not', () => {
  const picks = [{ line: 0, count: 3 }];
  const { pieces } = planRefund(delivered(), { kind: 'pieces', picks }, { gone: [], seen: [slot(1)] });
  expect(pieces).toEqual([slot(0), slot(1), slot(2)]);
});

test('once all pieces have gone back, everything is the money that the bank has returned', () => {
  const order = delivered();
  order.refundFully(step);
  order.refundFailed(7, step);
  const known = { gone: [slot(0), slot(1), slot(2), slot(0, 1)], seen: [] };
  expect(planRefund(order, null, known)).toEqual({ kind: 'pieces', pieces: [], amountMinor: 7, isWhole: true });
  expect(() => planRefund(order, { kind: 'pieces', picks: [{ line: 0 }] }, known)).toThrow(NothingToRefund);
  expect(() => planRefund(order, { kind: 'pieces', picks: [] }, known)).toThrow('it has gone back already');
  order.refundFailed(-7, step);
  expect(() => planRefund(order, null, known)).toThrow('it has gone back already');
});
