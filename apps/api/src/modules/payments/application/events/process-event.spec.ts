import { expect, jest, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingOutbox } from '../../../../testing/fakes.ts';
import type { HandleDisputeEvent } from '../disputes/handle-dispute-event.ts';
import type { SettleDispute } from '../disputes/settle-dispute.ts';
import { PaymentProviders } from '../payment-providers.ts';
import type { ProviderEvent } from '../ports.ts';
import type { NoteRefusedAttempts } from '../risk/note-refused-attempts.ts';
import type { RefundWarned } from '../risk/refund-warned.ts';
import type { SettleReview } from '../risk/settle-review.ts';
import type { SettleRefunds } from '../refunds/from-provider/settle-refunds.ts';
import type { Settle } from '../settle.ts';
import { InMemoryPaymentEvents } from '../../testing/in-memory-payment-events.ts';
import { InMemoryPaymentProvider } from '../../testing/in-memory-payments.ts';
import { ProcessEvent } from './process-event.ts';
import { ReceiveEvent } from './receive-event.ts';

const HOUR = 3_600_000;

/** The use case with what it hands events to: these answer one outcome after the other, the last one again and again. */
function desk(outcome: string | readonly string[] = 'done', sessionOfPayment: string | null = null, isWarnedRefunded = false) {
  const outcomes = [outcome].flat();
  const clock = new FixedClock();
  const events = new InMemoryPaymentEvents(clock);
  const outbox = new RecordingOutbox();
  const provider = new InMemoryPaymentProvider();
  jest.spyOn(provider, 'sessionOf').mockResolvedValue(sessionOfPayment);
  const providers = new PaymentProviders(provider);
  const calls: unknown[] = [];
  const next = () => (outcomes.length > 1 ? outcomes.shift() : outcomes[0]);
  const noting = <T>(name: string) => ({ run: async (...args: unknown[]) => (calls.push([name, ...args]), next()) }) as unknown as T;
  const process = new ProcessEvent(
    events,
    providers,
    noting<Settle>('session'),
    noting<SettleDispute>('dispute'),
    noting<SettleRefunds>('refunds'),
    noting<HandleDisputeEvent>('warning'),
    noting<SettleReview>('review'),
    { run: async () => isWarnedRefunded } as unknown as RefundWarned,
    noting<NoteRefusedAttempts>('attempts'),
    clock,
  );
  const receiveEvent = new ReceiveEvent(providers, events, outbox, new PlainTransaction());
  const read = (event: Partial<ProviderEvent>) =>
    receiveEvent.run('stripe', Buffer.from(JSON.stringify({ id: 'evt', type: 'some', sessionId: null, payload: {}, ...event })), {
      'stripe-signature': 'signed',
    });
  const stored = () => events.all.get('stripe.evt');
  return { clock, outbox, calls, events, process: () => process.run('stripe.evt'), receive: read, stored };
}

test.each([
  ['a session', { sessionId: 'cs_1', intentId: 'pi_1' }, ['session', 'cs_1', 'stripe', 'stripe']],
  ['a refund', { intentId: 'pi_1', isAboutRefunds: true }, ['refunds', 'pi_1', 'stripe']],
  [
    'a refund and a dispute',
    { intentId: 'pi_1', isAboutRefunds: true, signal: { kind: 'dispute', reason: 'fraudulent' } },
    ['refunds', 'pi_1', 'stripe'],
  ],
  ['a refund that failed', { intentId: 'pi_1', signal: { kind: 'refund-failed', reason: '' } }, ['refunds', 'pi_1', 'stripe']],
  ['a dispute', { intentId: 'pi_1', signal: { kind: 'dispute', reason: 'fraudulent' } }, ['dispute', 'pi_1', 'stripe']],
  ['a review', { intentId: 'pi_1', signal: { kind: 'review', reason: 'rule' } }, ['review', 'pi_1', 'stripe']],
  ['a refused attempt', { intentId: 'pi_1', signal: { kind: 'payment-failed', reason: 'card_declined' } }, ['attempts', 'pi_1', 'stripe']],
  [
    'a warning',
    { intentId: 'pi_1', signal: { kind: 'fraud-warning', reason: 'stolen' } },
    ['warning', 'pi_1', 'stripe', { kind: 'fraud-warning', reason: 'stolen', page: 'https://pay.example/payments/pi_1' }],
  ],
] as const)('an event about %s gets a job, goes where it is handled, once, and its outcome is recorded', async (_what, event, call) => {
  const { receive, process, calls, stored, outbox } = desk();
  await receive(event);
  expect(outbox.messages).toEqual([{ queue: 'payments', job: 'process-event', id: 'event-stripe.evt', data: { eventId: 'stripe.evt' } }]);
  await process();
  await process();
  expect(calls).toEqual([call]);
  expect(stored()?.outcome).toBe('done');
});

test('a warning after which the order was refunded by itself says so', async () => {
  const { receive, process, stored } = desk('frozen', null, true);
  await receive({ intentId: 'pi_1', signal: { kind: 'fraud-warning', reason: 'stolen' } });
  await process();
  expect(stored()?.outcome).toBe('refunded');
});

test.each([
  ['about no session and no payment', { signal: { kind: 'dispute', reason: '' } }],
  ['about refunds of no payment', { isAboutRefunds: true }],
] as const)('one %s is ignored with a record', async (_what, event) => {
  const { receive, process, calls, stored } = desk();
  await receive(event);
  await process();
  expect([calls, stored()?.outcome]).toEqual([[], 'ignored']);
});

test('one about a payment alone, of which nothing is to be done, has no job', async () => {
  const { receive, stored, outbox } = desk();
  await receive({ intentId: 'pi_1' });
  expect([outbox.messages, stored()?.outcome]).toEqual([[], 'ignored']);
});

test.each([
  ['payment of no order', 'No order has the payment of event stripe.evt yet.'],
  ['no dispute', 'The provider knows no dispute for event stripe.evt yet.'],
])('%s: its job tries again for an hour, then that is the outcome', async (outcome, message) => {
  const { receive, process, clock, stored } = desk(outcome);
  await receive({ intentId: 'pi_1', signal: { kind: 'dispute', reason: '' } });
  await expect(process()).rejects.toThrow(message);
  clock.advance(HOUR - 1);
  await expect(process()).rejects.toThrow(message);
  expect(stored()?.outcome).toBeNull();
  clock.advance(1);
  await process();
  expect(stored()?.outcome).toBe(outcome);
});

test('an event that comes before the one of its payment: that payment is settled, and the event applied then', async () => {
  const { receive, process, calls, stored } = desk(['payment of no order', 'paid', 'done'], 'cs_7');
  await receive({ intentId: 'pi_1', signal: { kind: 'dispute', reason: '' } });
  await process();
  expect(calls).toEqual([
    ['dispute', 'pi_1', 'stripe'],
    ['session', 'cs_7', 'stripe', 'stripe'],
    ['dispute', 'pi_1', 'stripe'],
  ]);
  expect(stored()?.outcome).toBe('done');
});

test.each([
  ['without a session', 'payment of no order', null],
  ['whose order is known', 'done', 'cs_7'],
])('a payment %s is not settled for an event', async (_what, outcome, session) => {
  const { receive, process, calls } = desk(outcome, session);
  await receive({ intentId: 'pi_1', signal: { kind: 'dispute', reason: '' } });
  await process().catch(() => undefined);
  expect(calls).toEqual([['dispute', 'pi_1', 'stripe']]);
});

test('of an event that is not there nothing is done', async () => {
  const { process, calls } = desk();
  await process();
  expect(calls).toEqual([]);
});

test('one that is opened again, and of which still nothing is to be done, is ignored again', async () => {
  const { receive, process, events, calls, stored } = desk();
  await receive({ intentId: 'pi_1' });
  await events.reopen('stripe.evt');
  await process();
  expect([calls, stored()?.outcome]).toEqual([[], 'ignored']);
});
