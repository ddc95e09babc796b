import { expect, test } from '@jest/globals';
import { ada, madeElsewhere, refundFixture } from '../../../testing/refund-fixture.ts';

test('an amount that one line alone cost is that line: its key goes back, and the buyer is told', async () => {
  const fixture = await refundFixture();
  expect(await fixture.record.run(fixture.order.id, madeElsewhere(700))).toBe(true);
  expect(fixture.keys()).toEqual({ sold: 2, available: 1 });
  expect(fixture.order).toMatchObject({ status: 'partially_refunded', refundedMinor: 700 });
  const { at } = fixture.step;
  expect(fixture.orders.events).toEqual([
    { orderId: fixture.order.id, kind: 'refunded_elsewhere', actor: 'stripe', data: { refundId: 're_1', amountMinor: 700 }, at },
    { orderId: fixture.order.id, kind: 'partially_refunded', actor: 'stripe', data: { amountMinor: 700 }, at },
  ]);
  expect(await fixture.refunds.ofId('re_1')).toMatchObject({
    orderId: fixture.order.id,
    kind: 'pieces',
    pieces: [{ line: 1, slot: 0 }],
    amountMinor: 700,
    isWhole: false,
    askedBy: 'stripe',
    reason: null,
    state: 'done',
    keyIds: [expect.stringContaining('KEY-2')],
  });
  expect(fixture.planned().at(-1)).toBe(`${fixture.order.id}-staff-refund-re_1`);
});

test('the rest of the payment is all that is left of the order, whatever its amount', async () => {
  const fixture = await refundFixture();
  await fixture.record.run(fixture.order.id, madeElsewhere(700));
  expect(await fixture.record.run(fixture.order.id, madeElsewhere(1990, { id: 're_2', paidMinor: 2690 }))).toBe(true);
  expect(fixture.order).toMatchObject({ status: 'refunded', refundedMinor: 2700 });
  expect((await fixture.refunds.ofId('re_2'))?.pieces).toEqual([
    { line: 0, slot: 0 },
    { line: 0, slot: 1 },
  ]);
  expect(fixture.keys()).toEqual({ available: 3 });
});

test('it is recorded once, and not beside the shop’s own row of it', async () => {
  const fixture = await refundFixture();
  await fixture.record.run(fixture.order.id, madeElsewhere(700));
  expect(await fixture.record.run(fixture.order.id, madeElsewhere(700))).toBe(false);
  await fixture.asked();
  expect(await fixture.record.run(fixture.order.id, madeElsewhere(1000, { id: 're_2', refundId: 'refund-1' }))).toBe(false);
  expect(await fixture.record.run('nobody', madeElsewhere(700, { id: 're_3' }))).toBe(false);
  expect(fixture.refunds.all.size).toBe(2);
});

const asStaff = { by: ada, reason: 'they kept it' };

/** An order with a refund that was given up, and is made all the same. */
async function givenUp(change: Parameters<Awaited<ReturnType<typeof refundFixture>>['asked']>[0] = {}, as?: 'fulfilling') {
  const fixture = await refundFixture(as);
  await fixture.asked(change);
  await fixture.giveUp.run(fixture.order.id, 'refund-1', asStaff);
  return fixture;
}

test('one that was given up and made all the same takes the keys that it was asked for, whatever line its amount equals', async () => {
  // As much as the other line cost.
  const fixture = await givenUp({ amountMinor: 700, isWhole: true });
  expect(await fixture.record.run(fixture.order.id, madeElsewhere(700, { refundId: 'refund-1' }))).toBe(true);
  expect(await fixture.refunds.ofId('re_1')).toMatchObject({
    kind: 'pieces',
    pieces: [{ line: 0, slot: 1 }],
    keyIds: [expect.any(String)],
  });
  expect(fixture.keys()).toEqual({ sold: 2, available: 1 });
  expect(fixture.order).toMatchObject({ status: 'partially_refunded', refundedMinor: 700 });
  expect((await fixture.refunds.ofId('refund-1'))?.state).toBe('given-up');
});

test('goodwill that was given up and made all the same takes no key, though a line cost as much', async () => {
  const fixture = await givenUp({ kind: 'goodwill', pieces: [], amountMinor: 700 }, 'fulfilling');
  expect(await fixture.record.run(fixture.order.id, madeElsewhere(700, { refundId: 'refund-1' }))).toBe(true);
  expect(await fixture.refunds.ofId('re_1')).toMatchObject({ kind: 'goodwill', pieces: [], keyIds: [], state: 'done' });
  expect([fixture.keys(), fixture.kinds().slice(-2)]).toEqual([{ sold: 3 }, ['refunded_elsewhere', 'partially_refunded']]);
  expect(fixture.mails.closed.size).toBe(0);
  // One of the dashboard, of as much.
  await fixture.record.run(fixture.order.id, madeElsewhere(700, { id: 're_2' }));
  expect((await fixture.refunds.ofId('re_2'))?.pieces).toEqual([{ line: 1, slot: 0 }]);
});

test('where it turns out to be the rest, it is all that is left', async () => {
  const fixture = await givenUp({ kind: 'goodwill', pieces: [], amountMinor: 700 });
  await fixture.record.run(fixture.order.id, madeElsewhere(2700, { refundId: 'refund-1' }));
  expect([fixture.order.status, fixture.keys()]).toEqual(['refunded', { available: 3 }]);
});

test('what it was asked for and has gone back since is unknown', async () => {
  const fixture = await givenUp();
  await fixture.asked({ id: 'refund-2' });
  await fixture.refunds.done('refund-2', 1000);
  await fixture.record.run(fixture.order.id, madeElsewhere(1000, { refundId: 'refund-1' }));
  expect(await fixture.refunds.ofId('re_1')).toMatchObject({ kind: 'external', pieces: [], keyIds: [] });
});

test('of an order that is disputed or withheld it takes its keys, and the order stays so; of one without keys staff decides', async () => {
  const [disputed, withheld] = [await givenUp({ isWhole: true }), await givenUp()];
  disputed.order.dispute(disputed.step, 'fraudulent');
  withheld.order.hold('risk', withheld.step);
  for (const [status, { order, record, refunds, keys }] of [
    ['disputed', disputed],
    ['on_hold', withheld],
  ] as const) {
    await record.run(order.id, madeElsewhere(1000, { refundId: 'refund-1' }));
    expect([order.status, keys(), (await refunds.ofId('re_1'))?.kind]).toEqual([status, { sold: 2, available: 1 }, 'pieces']);
  }
  for (const isWhole of [true, false]) {
    const held = await refundFixture('paid');
    await held.asked({ isWhole });
    await held.giveUp.run(held.order.id, 'refund-1', asStaff);
    // A part was asked for while it had keys: they are sold to others since, and it waits.
    if (!isWhole) held.order.waitForKeys(held.step.at, held.step);
    await held.record.run(held.order.id, madeElsewhere(1000, { refundId: 'refund-1' }));
    expect(held.order).toMatchObject({ status: 'on_hold', refundedMinor: 1000 });
    expect(await held.refunds.ofId('re_1')).toMatchObject({ kind: 'external', pieces: [] });
  }
});

test('of an order on hold it is not known what a refund of the dashboard was for', async () => {
  const { order, step, record, refunds } = await refundFixture('paid');
  order.hold('risk', step);
  await record.run(order.id, madeElsewhere(700));
  expect([order.status, await refunds.ofId('re_1')]).toMatchObject(['on_hold', { kind: 'external', pieces: [] }]);
});

test('of one that was charged back it is not known, and the staff is told', async () => {
  const { order, step, record, refunds, keys } = await givenUp();
  order.dispute(step, 'fraudulent');
  order.chargeBack(step);
  await record.run(order.id, madeElsewhere(1000, { refundId: 'refund-1' }));
  expect([await refunds.ofId('re_1'), keys()]).toMatchObject([{ kind: 'external', pieces: [], keyIds: [] }, { sold: 3 }]);
});

test('of any other amount nobody knows what it was for: keys that have not left are frozen', async () => {
  const fixture = await refundFixture('fulfilling');
  expect(await fixture.record.run(fixture.order.id, madeElsewhere(650))).toBe(true);
  expect(fixture.order).toMatchObject({ status: 'disputed', refundedMinor: 650 });
  expect(fixture.keys()).toEqual({ sold: 3 });
  expect([...fixture.mails.closed]).toEqual([`${fixture.order.id}-keys-1`]);
  expect(fixture.kinds()).toEqual(['refunded_elsewhere', 'partially_refunded', 'disputed']);
  expect(fixture.orders.events.at(-1)).toMatchObject({ data: { reason: 'refunded in part at the provider' } });
  expect(await fixture.refunds.ofId('re_1')).toMatchObject({ kind: 'external', pieces: [], keyIds: [] });
});

test('keys that somebody may have seen stay the buyer’s', async () => {
  const seen = await refundFixture('fulfilling');
  seen.seen.push({ line: 0, slot: 0 });
  await seen.record.run(seen.order.id, madeElsewhere(650));
  const sent = await refundFixture('completed');
  await sent.mails.plan({ id: 'again', kind: 'keys', about: sent.order.id });
  await sent.record.run(sent.order.id, madeElsewhere(650));
  for (const { order, mails, kinds, keys, refunds } of [seen, sent]) {
    expect(order.status).toBe('partially_refunded');
    expect((await refunds.ofId('re_1'))?.keyIds).toEqual([]);
    expect(kinds()).toEqual(['refunded_elsewhere', 'partially_refunded']);
    expect(keys()).toEqual({ sold: 3 });
    expect(mails.planned.map(({ id }) => id)).toContain(`${order.id}-staff-refund-re_1`);
    expect(mails.closed.has('again')).toBe(false);
  }
  expect([...seen.mails.closed]).toEqual([]);
});

test('a backorder stops waiting, gives back what was reserved, and is on hold', async () => {
  const fixture = await refundFixture('paid');
  await fixture.stock.reserve(fixture.order.id, fixture.order.lines, new Date('2026-03-02T12:00:00.000Z'));
  fixture.order.waitForKeys(new Date('2026-03-02T12:00:00.000Z'), fixture.step);
  await fixture.record.run(fixture.order.id, madeElsewhere(650));
  expect(fixture.order).toMatchObject({ status: 'on_hold', refundedMinor: 650, waitingUntil: null });
  expect(fixture.kinds()).toEqual(['refunded_elsewhere', 'waiting_ended', 'on_hold']);
  expect(fixture.keys()).toEqual({ available: 3 });
});

test('a paid order that waits for nothing keeps its reservation', async () => {
  const fixture = await refundFixture('paid');
  await fixture.stock.reserve(fixture.order.id, fixture.order.lines, new Date('2026-03-02T12:00:00.000Z'));
  await fixture.record.run(fixture.order.id, madeElsewhere(700));
  expect(fixture.keys()).toEqual({ reserved: 3 });
  expect(fixture.order.status).toBe('on_hold');
});

test.each(['refunded', 'charged_back'] as const)('an order that is %s already gets the row alone', async (status) => {
  const fixture = await refundFixture();
  if (status === 'refunded') fixture.order.refundFully(fixture.step);
  else {
    fixture.order.dispute(fixture.step, 'fraudulent');
    fixture.order.chargeBack(fixture.step);
  }
  expect(await fixture.record.run(fixture.order.id, madeElsewhere(700, { paidMinor: 700 }))).toBe(true);
  expect(fixture.kinds()).toStrictEqual(['refunded_elsewhere']);
  expect([fixture.order.status, fixture.keys(), (await fixture.refunds.ofId('re_1'))?.keyIds]).toEqual([status, { sold: 3 }, []]);
});

test('an amount of unknown purpose that is all that is left ends an order that is not delivered, and freezes nothing', async () => {
  const { order, record, keys, kinds } = await refundFixture('fulfilling');
  Object.assign(order, { refundedMinor: 2100 });
  await record.run(order.id, madeElsewhere(650));
  expect([order.status, keys(), kinds()]).toEqual(['refunded', { available: 3 }, ['refunded_elsewhere', 'refunded']]);
});

test.each([2000, 2300])(
  'of a line that costs all that is left after %s of goodwill, or more, no mail is planned anew',
  async (goodwill) => {
    const fixture = await refundFixture('fulfilling');
    Object.assign(fixture.order, { refundedMinor: goodwill });
    await fixture.record.run(fixture.order.id, madeElsewhere(700));
    expect([fixture.order.status, fixture.keys()]).toEqual(['refunded', { available: 3 }]);
    expect((await fixture.refunds.ofId('re_1'))?.keyIds).toHaveLength(3);
    expect(fixture.planned()).toEqual([`${fixture.order.id}-keys-1`, `${fixture.order.id}-staff-refund-re_1`]);
  },
);
