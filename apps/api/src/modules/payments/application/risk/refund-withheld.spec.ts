import { expect, test } from '@jest/globals';
import { PlainTransaction } from '../../../../testing/fakes.ts';
import { type KeyReveals, type Orders, RefundUnderWay, RISK_ENDED, RISK_HOLD } from '../../../orders/index.ts';
import { ada, EVERY_PIECE, refundFixture } from '../../testing/refund-fixture.ts';
import { RevokeKeys } from '../refunds/revoke-keys.ts';
import { RefundHeld } from './refund-held.ts';
import { RefundWarned } from './refund-warned.ts';
import { RefundWithheld } from './refund-withheld.ts';

async function withheld(as: Parameters<typeof refundFixture>[0] = 'fulfilling') {
  const fixture = await refundFixture(as);
  const { orders, refunds, stock, returns, mails, outbox, clock, seen } = fixture;
  const reveals = { piecesSeen: async () => seen, wasRevealed: async () => seen.length > 0 } as unknown as KeyReveals;
  const refund = new RefundWithheld(orders, refunds, new RevokeKeys(stock, returns, reveals, mails), outbox, new PlainTransaction(), clock);
  return { ...fixture, refund, run: (isDue = true) => refund.run('order-1', 'worker', () => isDue) };
}

const job = { queue: 'payments', job: 'staff-refund', id: 'refund-order-1-order-1', data: { refundId: 'order-1' } };

test('an order is refunded whole by the shop itself: its keys are free again, the refund is stored with its job', async () => {
  const { order, run, refunds, outbox, keys, orders, clock, mails } = await withheld();
  expect(await run()).toBe(true);
  expect(await refunds.ofId('order-1')).toMatchObject({
    id: 'order-1',
    orderId: 'order-1',
    kind: 'pieces',
    pieces: EVERY_PIECE,
    amountMinor: 2700,
    isWhole: true,
    askedBy: 'worker',
    reason: null,
    keyIds: ['text:KEY-0', 'text:KEY-1', 'text:KEY-2'],
    state: 'asked',
  });
  expect([keys(), outbox.messages, [...mails.closed]]).toEqual([{ available: 3 }, [job], ['order-1-keys-1']]);
  const step = { orderId: order.id, actor: 'worker', at: clock.now() };
  expect(orders.events.slice(-2)).toEqual([
    { ...step, kind: RISK_ENDED, data: {} },
    { ...step, kind: 'refund_asked', data: { amountMinor: 2700 } },
  ]);
});

test('what went back before is not sent again', async () => {
  const { order, asked, finish, refunds, run } = await withheld();
  await asked({ pieces: [{ line: 0, slot: 1 }], amountMinor: 1000 });
  await finish.run('refund-1', 1000, 0);
  expect([await run(), order.leftMinor()]).toEqual([true, 1700]);
  expect(await refunds.ofId('order-1')).toMatchObject({
    amountMinor: 1700,
    pieces: [
      { line: 0, slot: 0 },
      { line: 1, slot: 0 },
    ],
  });
});

test('what waited for keys waits no more', async () => {
  const { order, run, kinds, step, stock } = await withheld('paid');
  const until = new Date(step.at.getTime() + 1);
  order.waitForKeys(until, step);
  await stock.wait(order.id, order.lines);
  expect(await run()).toBe(true);
  expect([order.waitingUntil, kinds()[0]]).toEqual([null, 'waiting_ended']);
});

test('nothing is refunded that is not due, unknown, unpaid, refunded by the shop before, or being refunded', async () => {
  const none = async (one: Awaited<ReturnType<typeof withheld>>, stored: number) => {
    expect([one.outbox.messages, one.kinds(), one.refunds.all.size]).toEqual([[], [], stored]);
  };
  const notDue = await withheld();
  expect(await notDue.run(false)).toBe(false);
  await none(notDue, 0);
  expect(await notDue.refund.run('nobody', 'worker', () => true)).toBe(false);
  await none(notDue, 0);
  const unpaid = await withheld('unpaid');
  expect(await unpaid.run()).toBe(false);
  await none(unpaid, 0);
  const open = await withheld();
  await open.asked({ isWhole: true, amountMinor: 2700 });
  expect(await open.run()).toBe(false);
  await none(open, 1);
  const twice = await withheld();
  await twice.asked({ id: 'order-1', kind: 'goodwill', pieces: [], amountMinor: 1 });
  await twice.refunds.done('order-1', 1);
  expect(await twice.run()).toBe(false);
  await none(twice, 1);
});

test('while a part is being refunded the rest is to be asked for again, and goes back once the part is made or given up', async () => {
  const [made, givenUp] = [await withheld(), await withheld()];
  for (const one of [made, givenUp]) {
    await one.asked();
    await expect(one.run()).rejects.toThrow(RefundUnderWay);
    expect([one.outbox.messages, one.kinds(), one.refunds.all.size]).toEqual([[], [], 1]);
  }
  await made.finish.run('refund-1', 1000, 0);
  await givenUp.giveUp.run('order-1', 'refund-1', { by: ada, reason: 'a test' });
  for (const one of [made, givenUp]) expect(await one.run()).toBe(true);
  expect([made, givenUp].map(({ refunds }) => refunds.all.get('order-1')?.amountMinor)).toEqual([1700, 2700]);
});

test('an order on hold of which a part is being refunded waits for it, and keeps no other from its refund', async () => {
  const { order, refund, orders, refunds, clock, step, asked, finish } = await withheld('fulfilling');
  const held = new RefundHeld(orders, refund, { longestHoldMs: 0 }, clock);
  await asked();
  order.hold(RISK_HOLD, step);
  clock.advance(1);
  await held.run();
  expect(refunds.all.size).toBe(1);
  await finish.run('refund-1', 1000, 0);
  expect(order.status).toBe('on_hold');
  await held.run();
  expect(await refunds.ofId('order-1')).toMatchObject({ amountMinor: 1700, isWhole: true });
  orders.forUpdate = () => Promise.reject(new Error('away'));
  await expect(held.run()).rejects.toThrow('away');
});

test('an order on hold as possible fraud goes back once the staff has had its time', async () => {
  const { order, refund, orders, refunds, clock, step } = await withheld('paid');
  const held = new RefundHeld(orders, refund, { longestHoldMs: 1000 }, clock);
  order.hold(RISK_HOLD, step);
  clock.advance(1000);
  await held.run();
  expect(refunds.all.size).toBe(0);
  clock.advance(1);
  await held.run();
  expect([...refunds.all.values()]).toEqual([expect.objectContaining({ id: 'order-1', askedBy: 'worker' })]);
});

test.each([
  ['fulfilling', RISK_HOLD],
  ['on_hold', 'amount differs'],
] as const)('one that is %s meanwhile, for %s, does not', async (status, holdReason) => {
  const { order, refund, orders, refunds, clock } = await withheld('paid');
  orders.heldSince = async () => {
    Object.assign(order, { status, holdReason });
    return ['order-1'];
  };
  await new RefundHeld(orders, refund, { longestHoldMs: 0 }, clock).run();
  expect(refunds.all.size).toBe(0);
});

test('those that are due are the ones on hold as possible fraud', async () => {
  const { refund, clock } = await withheld();
  const asked: unknown[] = [];
  const orders = { heldSince: async (...call: unknown[]) => (asked.push(call), []) } as unknown as Orders;
  await new RefundHeld(orders, refund, { longestHoldMs: 1000 }, clock).run();
  expect(asked).toEqual([[RISK_HOLD, new Date(clock.now().getTime() - 1000)]]);
});

test.each([
  ['on_hold', 'fraud warning', true, true],
  ['disputed', 'fraud warning', true, true],
  ['on_hold', 'fraud warning', false, false],
  ['disputed', 'fraud warning', false, false],
  ['fulfilling', 'fraud warning', true, false],
  ['on_hold', 'amount differs', false, true],
  ['disputed', null, true, false],
  ['fulfilling', null, true, false],
] as const)(
  'a warning about an order that is %s for %s, refunded by themselves: %s, is refunded: %s',
  async (status, holdReason, refundsWarned, isDue) => {
    const { order, refund, orders, refunds } = await withheld('paid');
    Object.assign(order, { status, holdReason });
    expect(await new RefundWarned(orders, refund, { refundsWarned }).run('intent-1', 'stripe')).toBe(isDue);
    expect([...refunds.all.values()].map(({ askedBy }) => askedBy)).toEqual(isDue ? ['stripe'] : []);
  },
);

test('a warning about a payment of no order changes nothing', async () => {
  const { refund, orders } = await withheld();
  expect(await new RefundWarned(orders, refund, { refundsWarned: true }).run('intent-9', 'stripe')).toBe(false);
});
