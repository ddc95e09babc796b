import { expect, test } from '@jest/globals';
import { LEASE_MS } from '../../../shared/concurrency/lease.ts';
import type { FixedClock } from '../../../testing/fakes.ts';
import type { NewRefund, Refund, Refunds } from '../application/refunds.ts';

const MINUTE = 60_000;

const wanted = (changes: Partial<NewRefund> = {}): NewRefund => ({
  id: 'refund-1',
  orderId: 'order-1',
  kind: 'pieces',
  pieces: [{ line: 0, slot: 0 }],
  amountMinor: 1200,
  isWhole: false,
  askedBy: 'support',
  reason: 'a wish',
  keyIds: ['key-1'],
  ...changes,
});

/** What every Refunds must do. `make` gives a shop with the orders `order-1` and `order-2`, without refunds. */
export function refundsContract(make: () => Promise<{ refunds: Refunds; clock: FixedClock }>): void {
  const idsOf = (refunds: readonly Pick<Refund, 'id'>[]) => refunds.map(({ id }) => id);
  /** A shop with one refund that was asked for. */
  const asked = async () => {
    const made = await make();
    await made.refunds.add(wanted());
    const ofId = async () => (await made.refunds.ofId('refund-1')) as Refund;
    return { ...made, ofId };
  };

  test('a refund is found as it was asked for, by its id and among those of its order, oldest first', async () => {
    const { refunds, clock } = await make();
    const askedAt = clock.now();
    await refunds.add(wanted({ id: 'refund-2' }));
    clock.advance(MINUTE);
    await refunds.add(wanted({ kind: 'goodwill', pieces: [], keyIds: [], isWhole: true, reason: null }));
    await refunds.add(wanted({ id: 'refund-3', orderId: 'order-2' }));
    const untouched = { state: 'asked', isOpen: true, tries: 0, attemptedAt: null, refusal: null };
    expect(await refunds.ofId('refund-2')).toEqual({ ...wanted({ id: 'refund-2' }), askedAt, ...untouched });
    expect(await refunds.ofOrder('order-1')).toMatchObject([
      { id: 'refund-2' },
      { id: 'refund-1', kind: 'goodwill', pieces: [], isWhole: true, reason: null },
    ]);
    expect([await refunds.ofId('nobody'), await refunds.ofOrder('nobody')]).toEqual([null, []]);
  });

  test('an id belongs to one refund alone', async () => {
    const { refunds } = await asked();
    await expect(refunds.add(wanted({ orderId: 'order-2' }))).rejects.toThrow();
    expect(await refunds.ofOrder('order-2')).toEqual([]);
  });

  test('one attempt is at work at a time; another one begins once it was not renewed for its lease', async () => {
    const { refunds, clock, ofId } = await asked();
    await refunds.renewAttempt('refund-1');
    expect(await ofId()).toMatchObject({ attemptedAt: null });
    expect([await refunds.begin('refund-1'), await refunds.begin('refund-1'), await refunds.begin('nobody')]).toEqual([0, null, null]);
    clock.advance(LEASE_MS - 1);
    await refunds.renewAttempt('refund-1');
    clock.advance(LEASE_MS - 1);
    expect(await refunds.begin('refund-1')).toBeNull();
    clock.advance(1);
    expect(await refunds.begin('refund-1')).toBe(0);
    expect(await ofId()).toMatchObject({ attemptedAt: clock.now() });
  });

  test('a refused attempt is over; the next one has another number where the refusal is final, and an old answer changes nothing', async () => {
    const { refunds, ofId } = await asked();
    await refunds.begin('refund-1');
    await refunds.refused('refund-1', 0, 'no balance', false);
    expect(await ofId()).toMatchObject({ state: 'asked', isOpen: true, attemptedAt: null, tries: 0, refusal: 'no balance' });
    expect(await refunds.begin('refund-1')).toBe(0);
    await refunds.refused('refund-1', 0, 'refused', true);
    expect(await refunds.begin('refund-1')).toBe(1);
    const before = await ofId();
    await refunds.refused('refund-1', 0, 'an old answer', true);
    expect(await ofId()).toEqual(before);
  });

  test('a refund is made once, with what was sent back, and is not due any more', async () => {
    const { refunds, clock, ofId } = await asked();
    await refunds.begin('refund-1');
    expect(await refunds.done('refund-1', 1100)).toBe(true);
    expect([await refunds.done('refund-1', 900), await refunds.done('refund-1', 900, 0)]).toEqual([false, false]);
    expect(await ofId()).toMatchObject({ state: 'done', isOpen: false, attemptedAt: null, amountMinor: 1100 });
    expect(await refunds.begin('refund-1')).toBeNull();
    clock.advance(MINUTE);
    expect([await refunds.overdue(clock.now()), await refunds.close('refund-1')]).toEqual([[], undefined]);
    expect(await ofId()).toMatchObject({ state: 'done' });
  });

  test('those of an order that are in progress are limited to their amounts, and no others', async () => {
    const { refunds } = await make();
    for (const id of ['refund-1', 'refund-2', 'refund-3']) await refunds.add(wanted({ id, isWhole: true }));
    await refunds.add(wanted({ id: 'refund-4', orderId: 'order-2', isWhole: true }));
    await refunds.done('refund-2', 1200);
    await refunds.giveUp((await refunds.ofId('refund-3')) as Refund);
    await refunds.limitToAmounts('order-1');
    const all = [...(await refunds.ofOrder('order-1')), ...(await refunds.ofOrder('order-2'))];
    expect(all.map(({ isWhole }) => isWhole)).toEqual([false, true, true, true]);
  });

  test('what an attempt has made is not recorded once another has followed it', async () => {
    const { refunds, ofId } = await asked();
    await refunds.begin('refund-1');
    await refunds.refused('refund-1', 0, 'account_closed', true);
    expect(await refunds.done('refund-1', 1100, 0)).toBe(false);
    expect(await ofId()).toMatchObject({ state: 'asked', tries: 1 });
    expect(await refunds.done('refund-1', 1100, 1)).toBe(true);
    expect(await ofId()).toMatchObject({ state: 'done', amountMinor: 1100 });
  });

  test('a refund that the bank returned has failed once, and is open until it is closed', async () => {
    const { refunds, clock, ofId } = await asked();
    expect(await refunds.fail('refund-1', 'not made yet')).toBe(false);
    await refunds.done('refund-1', 1200);
    expect([await refunds.fail('refund-1', 'account closed'), await refunds.fail('refund-1', 'again')]).toEqual([true, false]);
    expect(await ofId()).toMatchObject({ state: 'failed', isOpen: true, refusal: 'account closed' });
    await refunds.done('refund-1', 900);
    expect(await ofId()).toMatchObject({ state: 'failed', isOpen: true, amountMinor: 1200 });
    clock.advance(MINUTE);
    expect([await refunds.overdue(clock.now()), await refunds.begin('refund-1')]).toEqual([[], null]);
    await refunds.close('refund-1');
    expect(await ofId()).toMatchObject({ state: 'failed', isOpen: false });
  });

  test('a refund is given up as it was read; one that was attempted or refused since then, or is made, is not', async () => {
    const { refunds, ofId } = await asked();
    const unattempted = await ofId();
    await refunds.begin('refund-1');
    const attempted = await ofId();
    await refunds.refused('refund-1', 0, 'refused', true);
    const refused = await ofId();
    expect([await refunds.giveUp(unattempted), await refunds.giveUp(attempted)]).toEqual([false, false]);
    expect([await refunds.giveUp(refused), await refunds.giveUp(refused)]).toEqual([true, false]);
    expect(await ofId()).toMatchObject({ state: 'given-up', isOpen: false });
    expect(await refunds.begin('refund-1')).toBeNull();
    // The provider had made it all the same.
    await refunds.done('refund-1', 1200);
    expect(await ofId()).toMatchObject({ state: 'done', isOpen: false });
    expect(await refunds.giveUp(await ofId())).toBe(false);
  });

  test('a refund that was given up is asked for anew under its id, with its attempts counted on; no other one is', async () => {
    const { refunds, clock, ofId } = await asked();
    const anew = wanted({ pieces: [{ line: 1, slot: 0 }], keyIds: [], amountMinor: 700, askedBy: 'worker', reason: null });
    await refunds.askAnew(anew);
    expect(await ofId()).toMatchObject({ amountMinor: 1200, askedBy: 'support' });
    await refunds.begin('refund-1');
    await refunds.refused('refund-1', 0, 'refused', true);
    await refunds.giveUp(await ofId());
    clock.advance(MINUTE);
    await refunds.add(wanted({ id: 'refund-0' }));
    clock.advance(MINUTE);
    await refunds.askAnew(anew);
    expect(await ofId()).toEqual({
      ...anew,
      askedAt: clock.now(),
      state: 'asked',
      isOpen: true,
      tries: 1,
      attemptedAt: null,
      refusal: null,
    });
    expect(idsOf(await refunds.ofOrder('order-1'))).toEqual(['refund-0', 'refund-1']);
    expect(await refunds.begin('refund-1')).toBe(1);
  });

  test('what was asked for before a moment and is neither made nor given up is overdue, oldest first', async () => {
    const { refunds, clock } = await make();
    await refunds.add(wanted({ id: 'refund-2' }));
    clock.advance(MINUTE);
    for (const id of ['refund-1', 'refund-3', 'refund-4']) await refunds.add(wanted({ id }));
    clock.advance(MINUTE);
    const then = clock.now();
    await refunds.add(wanted({ id: 'refund-5' }));
    await refunds.done('refund-3', 1200);
    await refunds.giveUp((await refunds.ofId('refund-4')) as Refund);
    await refunds.begin('refund-2');
    expect(idsOf(await refunds.overdue(then))).toEqual(['refund-2', 'refund-1']);
  });
}
