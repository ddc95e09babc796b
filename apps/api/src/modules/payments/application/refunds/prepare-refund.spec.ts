import { expect, jest, test } from '@jest/globals';
import { OrderNotFound, OrderNotOnHold, RefundUnderWay } from '../../../orders/index.ts';
import { ada, EVERY_PIECE, refundFixture } from '../../testing/refund-fixture.ts';

const why = { by: ada, reason: 'broken' };
const onePiece = { kind: 'pieces', picks: [{ line: 0, slots: [1] }] } as const;

test('a piece whose key nobody saw goes back into stock; row, job, event and audit are written together', async () => {
  const { prepare, refunds, outbox, audited, orders, order, clock, keys } = await refundFixture();
  const { refund, keys: taken } = await prepare.run(order.id, onePiece, why);
  expect(taken).toBe('back in stock');
  expect(keys()).toEqual({ sold: 2, available: 1 });
  const stored = await refunds.ofId(refund.id);
  expect(stored).toMatchObject({
    kind: 'pieces',
    pieces: [{ line: 0, slot: 1 }],
    amountMinor: 1000,
    isWhole: false,
    askedBy: 'ada',
    reason: 'broken',
    state: 'asked',
    isOpen: true,
  });
  expect(stored?.keyIds).toHaveLength(1);
  expect(outbox.messages).toEqual([
    { queue: 'payments', job: 'staff-refund', id: `refund-${order.id}-${refund.id}`, data: { refundId: refund.id } },
  ]);
  const items = { kind: 'pieces', items: '1/2' };
  expect(orders.events).toEqual([
    { orderId: order.id, kind: 'refund_asked', actor: 'ada', data: { amountMinor: 1000, ...items }, at: clock.now() },
  ]);
  expect(audited).toEqual([
    {
      by: ada,
      action: 'orders.refund',
      subject: { type: 'order', id: order.id },
      before: { status: 'completed', refundedMinor: 0 },
      after: { refundId: refund.id, ...items, amountMinor: 1000, keys: 'back in stock', count: 1 },
      reason: 'broken',
    },
  ]);
});

test('a key that somebody may have seen is burnt, the others of the same refund go back', async () => {
  const { prepare, seen, order, keys, returns, audited } = await refundFixture();
  seen.push({ line: 0, slot: 0 });
  const takeBack = jest.spyOn(returns, 'takeBack');
  expect((await prepare.run(order.id, { kind: 'pieces', picks: [{ line: 0 }] }, why)).keys).toBe('burnt');
  expect(takeBack.mock.calls).toEqual([
    [order.id, [{ line: 0, slot: 0 }], 'burnt'],
    [order.id, [{ line: 0, slot: 1 }], 'available'],
  ]);
  expect(audited[0]).toMatchObject({ after: { items: '1/1, 1/2', keys: 'burnt', count: 2 } });
  expect(keys()).toEqual({ burnt: 1, available: 1, sold: 1 });
});

test('a held order that staff released at the same moment is not refunded: its buyer has the keys', async () => {
  const { prepare, order, keys, outbox } = await refundFixture('completed');
  await expect(prepare.run(order.id, null, { ...why, action: 'orders.cancel', isOfHeld: true })).rejects.toThrow(new OrderNotOnHold());
  expect([keys(), outbox.messages]).toEqual([{ sold: 3 }, []]);
});

test('a held order that is still on hold is refunded', async () => {
  const { prepare, order, step, kinds } = await refundFixture('paid');
  order.hold('risk', step);
  const { refund } = await prepare.run(order.id, null, { ...why, isOfHeld: true });
  expect([refund.amountMinor, kinds()]).toEqual([2700, ['refund_asked']]);
});

test('goodwill takes no key and withdraws no mail', async () => {
  const { prepare, order, keys, mails, audited } = await refundFixture('fulfilling');
  const { keys: taken } = await prepare.run(order.id, { kind: 'goodwill', amountMinor: 200 }, { ...why, action: 'orders.thank' });
  expect(taken).toBe('none');
  expect(keys()).toEqual({ sold: 3 });
  expect([...mails.closed]).toEqual([]);
  expect(audited[0]).toMatchObject({ action: 'orders.thank', after: { kind: 'goodwill', items: '', keys: 'none', count: 0 } });
});

test('a mail that has not left is planned anew without the piece, and not at all where nothing is left', async () => {
  const part = await refundFixture('fulfilling');
  await part.prepare.run(part.order.id, onePiece, why);
  expect(part.planned()).toEqual([`${part.order.id}-keys-1`, `${part.order.id}-keys-2`]);
  expect([...part.mails.closed]).toEqual([`${part.order.id}-keys-1`]);
  const whole = await refundFixture('fulfilling');
  await whole.prepare.run(whole.order.id, null, why);
  expect(whole.planned()).toEqual([`${whole.order.id}-keys-1`]);
  const sent = await refundFixture('completed');
  await sent.prepare.run(sent.order.id, onePiece, why);
  expect(sent.planned()).toEqual([`${sent.order.id}-keys-1`]);
});

test('all of a backorder ends its wait and frees what was reserved for it', async () => {
  const { prepare, stock, order, step, kinds, keys } = await refundFixture('paid');
  await stock.reserve(order.id, order.lines, new Date('2026-03-02T12:00:00.000Z'));
  order.waitForKeys(new Date('2026-03-02T12:00:00.000Z'), step);
  const { refund, keys: taken } = await prepare.run(order.id, null, why);
  expect([taken, refund.amountMinor]).toEqual(['none', 2700]);
  expect(kinds()).toEqual(['waiting_ended', 'refund_asked']);
  expect(keys()).toEqual({ available: 3 });
});

test('the same request again finds the open refund and changes nothing; another one is refused', async () => {
  const { prepare, order, refunds, outbox, audited } = await refundFixture();
  const first = await prepare.run(order.id, onePiece, why);
  const again = await prepare.run(order.id, onePiece, why);
  expect([again.refund.id, again.keys]).toEqual([first.refund.id, 'none']);
  for (const other of [
    { kind: 'pieces', picks: [{ line: 0, slots: [0] }] } as const,
    { kind: 'goodwill', amountMinor: 1000 } as const,
    null,
  ])
    await expect(prepare.run(order.id, other, why)).rejects.toThrow(RefundUnderWay);
  expect([refunds.all.size, outbox.messages.length, audited.length]).toEqual([1, 1, 1]);
});

test('goodwill is the same by its amount', async () => {
  const { prepare, order } = await refundFixture();
  const first = await prepare.run(order.id, { kind: 'goodwill', amountMinor: 200 }, why);
  expect((await prepare.run(order.id, { kind: 'goodwill', amountMinor: 200 }, why)).refund.id).toBe(first.refund.id);
  await expect(prepare.run(order.id, { kind: 'goodwill', amountMinor: 300 }, why)).rejects.toThrow(RefundUnderWay);
});

test('goodwill that is asked for again in the same words within ten minutes is not sent twice, and is in others or later', async () => {
  const { prepare, refunds, order, clock, audited } = await refundFixture();
  const ask = async (reason: string) => {
    const { refund } = await prepare.run(order.id, { kind: 'goodwill', amountMinor: 200 }, { ...why, reason });
    await refunds.done(refund.id, refund.amountMinor);
    return refund.id;
  };
  const first = await ask('late');
  clock.advance(599_000);
  expect(await ask('late')).toBe(first);
  const second = await ask('rude');
  clock.advance(600_000);
  expect(new Set([first, second, await ask('rude')]).size).toBe(3);
  expect(audited).toHaveLength(3);
});

test('goodwill in the same words is sent again when it came back from the bank, or when another of the staff asks for it', async () => {
  const { prepare, refunds, order } = await refundFixture();
  const ask = async (name: string) => {
    const { refund } = await prepare.run(order.id, { kind: 'goodwill', amountMinor: 200 }, { ...why, by: { ...ada, name } });
    await refunds.done(refund.id, refund.amountMinor);
    return refund.id;
  };
  const first = await ask('ada');
  await refunds.fail(first, 'account_closed');
  const second = await ask('ada');
  expect(new Set([first, second, await ask('eva')]).size).toBe(3);
});

test('a refund that came back is closed by a new one of the same pieces or amount, and by no other', async () => {
  const { prepare, refunds, order, asked } = await refundFixture();
  const goodwill = { kind: 'goodwill', pieces: [], amountMinor: 200 } as const;
  await asked({ id: 'pieces', keyIds: ['KEY-OF-PIECES'] });
  await asked({ id: 'other', pieces: [{ line: 1, slot: 0 }], amountMinor: 700 });
  await asked({ id: 'thanks', ...goodwill });
  await asked({ id: 'more-thanks', ...goodwill, amountMinor: 300 });
  await asked({
    id: 'both',
    pieces: [
      { line: 0, slot: 0 },
      { line: 0, slot: 1 },
    ],
    amountMinor: 2000,
  });
  await asked({ id: 'of-200', pieces: [{ line: 1, slot: 0 }], amountMinor: 200 });
  for (const id of ['pieces', 'other', 'thanks', 'more-thanks', 'both', 'of-200']) {
    await refunds.done(id, refunds.all.get(id)?.amountMinor ?? 0);
    await refunds.fail(id, 'account_closed');
  }
  await asked({ id: 'done-thanks', ...goodwill });
  await refunds.done('done-thanks', 200);
  await asked({ id: 'closed-thanks', ...goodwill });
  await refunds.done('closed-thanks', 200);
  await refunds.fail('closed-thanks', 'account_closed');
  await refunds.close('closed-thanks');
  const closed = jest.spyOn(refunds, 'close');
  const open = () => [...refunds.all.values()].filter(({ state, isOpen }) => state === 'failed' && isOpen).map(({ id }) => id);
  const { refund } = await prepare.run(order.id, onePiece, why);
  expect(open()).toEqual(['other', 'thanks', 'more-thanks', 'of-200']);
  expect((await refunds.ofId(refund.id))?.keyIds).toEqual(['KEY-OF-PIECES', expect.stringContaining('KEY-')]);
  await refunds.done(refund.id, refund.amountMinor);
  await prepare.run(order.id, { kind: 'goodwill', amountMinor: 200 }, { ...why, reason: 'sent anew' });
  expect(open()).toEqual(['other', 'more-thanks', 'of-200']);
  expect(closed.mock.calls.flat()).toEqual(['both', 'pieces', 'thanks']);
});

test('pieces that went back before are not among those of the next refund', async () => {
  const { prepare, order, asked, refunds } = await refundFixture();
  await asked();
  await refunds.done('refund-1', 1000);
  order.refund(1000, { at: new Date(), actor: 'ada' });
  const { refund } = await prepare.run(order.id, null, why);
  expect((await refunds.ofId(refund.id))?.pieces).toEqual([
    { line: 0, slot: 0 },
    { line: 1, slot: 0 },
  ]);
});

test('money that came back twice without a piece is sent twice', async () => {
  const { asked, finish, prepare, order } = await refundFixture();
  await asked({ isWhole: true, pieces: EVERY_PIECE, amountMinor: 2700 });
  await finish.run('refund-1', 2700, 0);
  const ids = [];
  for (let times = 0; times < 2; times += 1) {
    Object.assign(order, { status: 'on_hold', refundedMinor: 2600 });
    const { refund } = await prepare.run(order.id, null, why);
    await finish.run(refund.id, 100, 0);
    ids.push(refund.id);
  }
  expect(new Set(ids).size).toBe(2);
  expect(order.status).toBe('refunded');
});

test('an order that is not there has no refund', async () => {
  const { prepare } = await refundFixture();
  await expect(prepare.run('nobody', null, why)).rejects.toThrow(OrderNotFound);
});
