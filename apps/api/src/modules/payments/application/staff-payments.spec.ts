import { expect, test } from '@jest/globals';
import { CountingIds, FixedClock, PlainTransaction, RecordingAlerts, RecordingOutbox } from '../../../testing/fakes.ts';
import type { Audit, Operator } from '../../ops/index.ts';
import { EventNotFound } from '../domain/payment-errors.ts';
import { AlertMismatches } from './alert-mismatches.ts';
import { ReplayEvent } from './events/replay-event.ts';
import type { PaymentEvents } from './ports.ts';
import type { Mismatch, StaffPayments } from './staff-payments.ts';

const since = '2026-03-01T12:00:00.000Z';
const mismatch = (change: Partial<Mismatch>): Mismatch => ({
  kind: 'paid-elsewhere',
  orderNumber: 'K-1',
  orderStatus: 'expired',
  detail: 'paid twice',
  since,
  ...change,
});

async function alerted(...found: Mismatch[]) {
  const alerts = new RecordingAlerts();
  const clock = new FixedClock();
  const asked: unknown[] = [];
  const staffPayments = { mismatches: async (...call: unknown[]) => (asked.push(call), found) } as unknown as StaffPayments;
  await new AlertMismatches(staffPayments, alerts, new PlainTransaction(), clock).run();
  expect(asked).toEqual([[clock.now(), 10_000]]);
  return alerts.raised;
}

test('each mismatch is an alert of its own, that says what is wrong with which order', async () => {
  const all = await alerted(
    mismatch({}),
    mismatch({ orderNumber: null, orderStatus: null }),
    mismatch({ kind: 'on-hold', detail: 'refund failed' }),
  );
  expect(all).toEqual([
    {
      kind: 'payment-mismatch',
      id: `paid-elsewhere K-1 ${since} paid twice`,
      about: 'K-1',
      detail: 'paid-elsewhere, the order is expired: paid twice',
    },
    { kind: 'payment-mismatch', id: `paid-elsewhere  ${since} paid twice`, about: 'No order', detail: 'paid-elsewhere: paid twice' },
    {
      kind: 'payment-mismatch',
      id: `on-hold K-1 ${since} refund failed`,
      about: 'K-1',
      detail: 'on-hold, the order is expired: refund failed',
    },
  ]);
});

test('an open refund is one alert, whatever the provider says at each attempt', async () => {
  const open = (detail: string) => mismatch({ kind: 'refund-open', detail });
  expect((await alerted(open('try again'), open('no money'))).map(({ id }) => id)).toEqual([`refund-open K-1 ${since} `]);
});

test('disputes and payments of another amount have alerts already', async () => {
  expect(await alerted(mismatch({ kind: 'disputed' }), mismatch({ kind: 'on-hold', detail: 'amount differs' }))).toEqual([]);
  expect(await alerted(mismatch({ kind: 'paid-elsewhere', detail: 'amount differs' }))).toHaveLength(1);
});

function replaying(isKnown: boolean, isReopened: boolean) {
  const outbox = new RecordingOutbox();
  const audited: unknown[] = [];
  const replay = new ReplayEvent(
    { event: async () => (isKnown ? { state: 'done', outcome: 'ignored' } : null) } as unknown as StaffPayments,
    { reopen: async () => isReopened } as unknown as PaymentEvents,
    outbox,
    { record: async (entry: unknown) => void audited.push(entry) } as unknown as Audit,
    new PlainTransaction(),
    new CountingIds(),
  );
  const why = { by: { id: 'key-1', name: 'ada', role: 'finance' } as unknown as Operator, reason: 'lost' };
  return { run: () => replay.run('stripe.evt', why), outbox, audited, why };
}

test('an event is processed again by a job of a new name, and that is recorded with what came of it before', async () => {
  const { run, outbox, audited, why } = replaying(true, true);
  await run();
  await run();
  expect(outbox.messages).toHaveLength(2);
  expect(outbox.messages[0]).toEqual({
    queue: 'payments',
    job: 'process-event',
    id: expect.stringMatching(/^event-stripe\.evt-replay-.+/),
    data: { eventId: 'stripe.evt' },
  });
  expect(audited[0]).toEqual({
    ...why,
    action: 'payments.replay',
    subject: { type: 'payment-event', id: 'stripe.evt' },
    before: { state: 'done', outcome: 'ignored' },
    after: { state: 'waiting', outcome: null },
  });
});

test.each([
  ['unknown', false, true],
  ['still open', true, false],
])('an event that is %s is not processed again', async (_what, isKnown, isReopened) => {
  const { run, outbox, audited } = replaying(isKnown, isReopened);
  await expect(run()).rejects.toEqual(new EventNotFound());
  expect([outbox.messages, audited]).toEqual([[], []]);
});
