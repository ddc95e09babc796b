import { expect, test } from '@jest/globals';
import type { FixedClock } from '../../../testing/fakes.ts';
import type { PaymentEvents } from '../application/ports.ts';

/** What every PaymentEvents must do. `make` gives an empty inbox. */
export function paymentEventsContract(
  make: () => Promise<{ events: PaymentEvents; clock: FixedClock; inTransaction<T>(work: () => Promise<T>): Promise<T> }>,
): void {
  const event = {
    id: 'evt_1',
    type: 'checkout.session.completed',
    sessionId: 'cs_1',
    intentId: null,
    signal: null,
    isAboutRefunds: false,
    payload: { some: 'thing' },
  };

  test('an event is stored once, however often it comes', async () => {
    const { events, inTransaction } = await make();
    expect(await inTransaction(() => events.add(event, 'stripe'))).toBe(true);
    expect(await inTransaction(() => events.add(event, 'stripe'))).toBe(false);
    expect(await events.waiting('evt_1')).toMatchObject({ sessionId: 'cs_1', intentId: null, signal: null, isAboutRefunds: false });
  });

  test('of some ids those are known that came, done or not', async () => {
    const { events, inTransaction } = await make();
    await inTransaction(() => events.add(event, 'stripe'));
    await inTransaction(() => events.add({ ...event, id: 'evt_2' }, 'stripe'));
    await events.done('evt_2', 'paid');
    expect(await events.known(['evt_1', 'evt_2', 'evt_3'])).toEqual(new Set(['evt_1', 'evt_2']));
    expect(await events.known([])).toEqual(new Set());
  });

  test('an event that is done, or unknown, does not wait', async () => {
    const { events, inTransaction } = await make();
    await inTransaction(() => events.add(event, 'stripe'));
    await events.done('evt_1', 'paid');
    expect(await events.waiting('evt_1')).toBeNull();
    expect(await events.waiting('evt_2')).toBeNull();
  });

  test('an event that is opened again waits again, with what it says', async () => {
    const { events, inTransaction } = await make();
    const dispute = {
      ...event,
      sessionId: null,
      intentId: 'pi_1',
      isAboutRefunds: true,
      signal: { kind: 'dispute', reason: 'fraudulent' },
    } as const;
    await inTransaction(() => events.add(dispute, 'stripe'));
    await events.done('evt_1', 'disputed');
    expect([await inTransaction(() => events.reopen('evt_1')), await inTransaction(() => events.reopen('evt_2'))]).toEqual([true, false]);
    expect(await events.waiting('evt_1')).toMatchObject({
      intentId: 'pi_1',
      isAboutRefunds: true,
      signal: { kind: 'dispute', reason: 'fraudulent' },
    });
  });

  test('events that wait longer than they should are found until they are done', async () => {
    const { events, inTransaction, clock } = await make();
    await inTransaction(() => events.add(event, 'stripe'));
    expect(await events.overdue(clock.now())).toEqual([]);
    clock.advance(1000);
    expect(await events.overdue(clock.now())).toEqual(['evt_1']);
    await events.done('evt_1', 'paid');
    expect(await events.overdue(clock.now())).toEqual([]);
  });
}
