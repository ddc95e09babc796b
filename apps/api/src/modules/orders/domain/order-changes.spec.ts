import { expect, test } from '@jest/globals';
import { orderIn, step } from '../testing/order-in-state.ts';
import { unpaidOrder } from '../testing/order-builder.ts';
import { BUYER_REMOVED, FRAUD_WARNING, LOST_IN_PART, REGION_ENDED, RISK_ENDED, RISK_HOLD, TOO_FEW_KEYS } from './order.ts';
import { ORDER_STATUSES } from './order-status.ts';

const event = (kind: string, data: object = {}) => ({ kind, actor: step.actor, data, at: step.at });

test('the reasons of a hold are what staff read, and what is stored', () => {
  expect([FRAUD_WARNING, TOO_FEW_KEYS, LOST_IN_PART]).toEqual(['fraud warning', 'won, and too few keys', 'lost in part']);
  expect([RISK_HOLD, RISK_ENDED, REGION_ENDED, BUYER_REMOVED]).toEqual(['risk', 'risk_refused', 'region_excluded', 'buyer_removed']);
});

test('an order that is delivered by a link stays so', () => {
  const order = unpaidOrder();
  order.deliverByLink();
  expect(order.linkOnly).toBe(true);
});

test('a checkout moves to another browser; another address ends the links of the former', () => {
  const order = unpaidOrder();
  order.moveToBrowser('browser-2');
  order.moveToEmail('bob@example.com', step.at);
  order.moveToEmail('eve@example.com', step.at);
  expect(order).toMatchObject({ browserId: 'browser-2', email: 'eve@example.com', linkRound: 2, expiresAt: unpaidOrder().expiresAt });
});

test('another address of a checkout that ended unpaid counts as its end, and of no other order', () => {
  const at = new Date('2026-06-01T12:00:00.000Z');
  const moved = ORDER_STATUSES.filter((status) => {
    const order = orderIn(status);
    order.moveToEmail('eve@example.com', at);
    return order.expiresAt.getTime() === at.getTime();
  });
  expect(moved).toEqual(['expired', 'payment_failed']);
  const cancelled = unpaidOrder();
  cancelled.end('cancelled', step);
  cancelled.moveToEmail('eve@example.com', at);
  expect(cancelled.expiresAt).toEqual(at);
});

test('a payment is noted with its provider, its id and its moment', () => {
  const order = unpaidOrder();
  expect(order.pay({ intentId: 'pi_2', provider: 'other' }, step)).toEqual([event('paid')]);
  expect(order).toMatchObject({ status: 'paid', paidAt: step.at, paymentIntentId: 'pi_2', paymentProvider: 'other' });
});

test.each(['fulfilling', 'refunded', 'disputed'] as const)(
  'a payment that is told again of an order that is %s changes nothing',
  (status) => {
    const order = orderIn(status);
    expect(order.pay({ intentId: 'pi_2', provider: 'other' }, step)).toEqual([]);
    expect([order.status, order.paymentIntentId]).toEqual([status, 'pi_1']);
  },
);

test('an order on hold says why, and no longer once it is delivered', () => {
  const order = orderIn('paid');
  expect(order.hold('amount differs', step)).toEqual([event('on_hold', { reason: 'amount differs' })]);
  expect(order.holdReason).toBe('amount differs');
  expect(order.beginFulfilment(step)).toEqual([event('fulfilling')]);
  expect(order.holdReason).toBeNull();
});

test('a backorder waits until a moment, and no longer once it is delivered or refunded', () => {
  const until = new Date('2026-03-02T12:00:00.000Z');
  const order = orderIn('paid');
  expect(order.waitForKeys(until, step)).toEqual([event('waiting_for_keys', { until: '2026-03-02T12:00:00.000Z' })]);
  expect(order.waitingUntil).toEqual(until);
  order.beginFulfilment(step);
  expect(order.waitingUntil).toBeNull();
  const other = orderIn('paid');
  expect(other.giveUpWaiting(step)).toEqual([]);
  other.waitForKeys(until, step);
  expect(other.giveUpWaiting(step)).toEqual([event('waiting_ended')]);
  expect(other.waitingUntil).toBeNull();
});

test('a wait for what the buyer’s country excludes ends at once, and only once; an order that does not wait is left alone', () => {
  const excluded = { productId: 'product-1', country: 'PL' };
  const later = new Date(step.at.getTime() + 3_600_000);
  const order = orderIn('paid');
  expect(order.endExcludedWait(excluded, step)).toEqual([]);
  expect(order.waitingUntil).toBeNull();
  order.waitForKeys(later, step);
  expect(order.endExcludedWait(excluded, step)).toEqual([event('region_excluded', excluded)]);
  expect([order.waitingUntil, order.waitsForKeys()]).toEqual([step.at, true]);
  expect(order.endExcludedWait(excluded, step)).toEqual([]);
  const late = orderIn('paid');
  late.waitForKeys(step.at, step);
  expect(late.endExcludedWait(excluded, { ...step, at: later })).toEqual([]);
  expect(late.waitingUntil).toEqual(step.at);
  const held = orderIn('paid');
  held.waitForKeys(later, step);
  held.hold('risk', step);
  expect(held.endExcludedWait(excluded, step)).toEqual([]);
});

test('that keys were mailed is kept, whatever attempts come later; a mail with a link has no keys', () => {
  const order = orderIn('fulfilling');
  const noted = (['tried', 'sent', 'tried'] as const).map((as) => (order.noteKeysMail(as), order.keysMailed));
  expect(noted).toEqual(['tried', 'sent', 'sent']);
  const linked = unpaidOrder();
  linked.deliverByLink();
  linked.noteKeysMail('sent');
  expect(linked.keysMailed).toBeNull();
});

test('a delivered order notes when it was completed', () => {
  const order = orderIn('fulfilling');
  expect(order.complete(step)).toEqual([event('completed')]);
  expect(order.completedAt).toEqual(step.at);
  expect(order.complete({ ...step, at: new Date() })).toEqual([]);
  expect(order.completedAt).toEqual(step.at);
});

test.each(['expired', 'cancelled', 'payment_failed'] as const)('a pending order ends as %s, and frees its key', (as) => {
  const order = orderIn('pending');
  expect(order.end(as, step)).toEqual([event(as)]);
  expect([order.idempotencyKey, order.end(as, step)]).toEqual([null, []]);
});

test('a refund of what is left, or more, is one of the whole', () => {
  const exact = orderIn('completed');
  expect(exact.refund(2700, step)).toEqual([event('refunded', { amountMinor: 2700 })]);
  const more = orderIn('partially_refunded');
  expect(more.refund(9999, step)).toEqual([event('refunded', { amountMinor: 2000 })]);
  expect(more.refundedMinor).toBe(2700);
});

test('further parts are events of the same kind', () => {
  const order = orderIn('partially_refunded');
  expect(order.refund(100, step)).toEqual([event('partially_refunded', { amountMinor: 100 })]);
  expect(order.refundedMinor).toBe(800);
});

test.each(['paid', 'on_hold', 'disputed', 'cancelled'] as const)(
  'a part that goes back while an order is %s shows no keys: the amount counts, and the state stays until all has gone back',
  (status) => {
    const order = orderIn(status);
    const { holdReason } = order;
    expect(order.refund(1000, step)).toEqual([event('partially_refunded', { amountMinor: 1000 })]);
    expect(order).toMatchObject({ status, holdReason, refundedMinor: 1000 });
    expect(order.showsKeys()).toBe(false);
    expect(order.refund(1700, step)).toEqual([event('refunded', { amountMinor: 1700 })]);
    expect([order.status, order.refundedMinor]).toEqual(['refunded', 2700]);
  },
);

test('an amount from the provider’s dashboard: an order without keys is on hold, one with keys refunded in part', () => {
  const paid = orderIn('paid');
  expect(paid.refundElsewhere(650, step)).toEqual([event('on_hold', { reason: 'refunded in part at the provider' })]);
  expect(paid).toMatchObject({ refundedMinor: 650, holdReason: 'refunded in part at the provider' });
  const delivered = orderIn('completed');
  expect(delivered.refundElsewhere(650, step)).toEqual([event('partially_refunded', { amountMinor: 650 })]);
  expect(delivered.refundedMinor).toBe(650);
});

test.each(['on_hold', 'disputed', 'cancelled'] as const)(
  'one of an order that is %s changes the amount alone, and never beyond all',
  (status) => {
    const order = orderIn(status);
    expect(order.refundElsewhere(650, step)).toEqual([]);
    expect([order.status, order.refundedMinor]).toEqual([status, 650]);
    order.refundElsewhere(9999, step);
    expect(order.refundedMinor).toBe(2700);
  },
);

test('a refund that came back counts no longer; an order of which nothing was left is on hold', () => {
  const part = orderIn('partially_refunded');
  expect(part.refundFailed(500, step)).toEqual([]);
  expect([part.status, part.refundedMinor]).toEqual(['partially_refunded', 200]);
  part.refundFailed(500, step);
  expect(part.refundedMinor).toBe(0);
  const whole = orderIn('refunded');
  expect(whole.refundFailed(2700, step)).toEqual([event('on_hold', { reason: 'refund failed' })]);
  expect(whole).toMatchObject({ status: 'on_hold', holdReason: 'refund failed', refundedMinor: 0 });
});

test('an order on hold is cancelled', () => {
  expect(orderIn('on_hold').cancelHeld(step)).toEqual([event('cancelled')]);
});

test('a dispute keeps what else an order is held for, but not what the bank decides now', () => {
  const held = orderIn('on_hold');
  expect(held.dispute(step, 'fraudulent')).toEqual([event('disputed', { reason: 'fraudulent' })]);
  expect(held.holdReason).toBe('amount differs');
  expect(held.dispute(step, 'again')).toEqual([]);
  expect(held.holdReason).toBe('amount differs');
  const warned = orderIn('fulfilling');
  expect(warned.freeze(step)).toEqual([event('disputed', { reason: 'fraud warning' })]);
  expect(warned.holdReason).toBe(FRAUD_WARNING);
  warned.dispute(step, 'fraudulent');
  expect(warned.holdReason).toBeNull();
  const short = orderIn('disputed');
  expect(short.lackKeys(step)).toEqual([event('stock_short')]);
  expect(short.lackKeys(step)).toEqual([]);
  expect(short.holdReason).toBe(TOO_FEW_KEYS);
  short.dispute(step, 'fraudulent');
  expect(short.holdReason).toBeNull();
  const delivered = Object.assign(orderIn('completed'), { holdReason: 'of before' });
  delivered.dispute(step, 'fraudulent');
  expect(delivered.holdReason).toBeNull();
});

test('a part that was lost is gone; where staff must decide, the order says so, unless it is held for more', () => {
  const known = orderIn('disputed');
  expect(known.chargeBackPart(700, false, step)).toEqual([event('lost_in_part', { amountMinor: 700 })]);
  expect([known.chargedBackMinor, known.holdReason]).toEqual([700, null]);
  known.chargeBackPart(9999, true, step);
  expect([known.chargedBackMinor, known.holdReason]).toEqual([2700, LOST_IN_PART]);
  const held = orderIn('on_hold');
  held.chargeBackPart(700, true, step);
  expect(held.holdReason).toBe('amount differs');
});

test('a dispute that took everything left', () => {
  const order = orderIn('disputed');
  order.chargeBackPart(700, false, step);
  expect(order.chargeBack(step)).toEqual([event('charged_back', { amountMinor: 2000 })]);
  expect(order.chargedBackMinor).toBe(2700);
});

test('a dispute that was won completes the order, at its first moment, or leaves it refunded in part', () => {
  const first = new Date('2026-03-01T12:01:00.000Z');
  const delivered = orderIn('fulfilling');
  delivered.complete({ ...step, at: first });
  delivered.dispute(step, 'fraudulent');
  expect(delivered.resumeAfterDispute(step)).toEqual([event('completed')]);
  expect(delivered.completedAt).toEqual(first);
  const undelivered = orderIn('fulfilling');
  undelivered.freeze(step);
  undelivered.resumeAfterDispute(step);
  expect(undelivered).toMatchObject({ status: 'completed', completedAt: step.at, holdReason: null });
  const part = orderIn('partially_refunded');
  part.freeze(step);
  expect(part.resumeAfterDispute(step)).toEqual([event('partially_refunded')]);
  expect(part.holdReason).toBeNull();
});

test('an order on hold whose keys a supplier is to bring waits for them as a paid one', () => {
  const held = orderIn('on_hold');
  const until = new Date(step.at.getTime() + 1000);
  expect(held.waitForKeys(until, step)).toEqual([event('waiting_for_keys', { until: until.toISOString() })]);
  expect(held).toMatchObject({ status: 'paid', holdReason: null, waitingUntil: until });
  expect(held.waitsForKeys()).toBe(true);
  expect(() => orderIn('refunded').waitForKeys(until, step)).toThrow('cannot become paid');
});
