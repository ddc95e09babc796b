import { expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { disputeState, mapStripeEvent } from './stripe-event-mapper.ts';

const event = (type: string, object: object) => ({ type, data: { object } }) as unknown as Stripe.Event;
const payment = { payment_intent: 'pi_1' };

test.each([
  [
    'charge.dispute.created',
    { object: 'dispute', reason: 'fraudulent', status: 'needs_response' },
    { kind: 'dispute', reason: 'fraudulent' },
  ],
  ['charge.dispute.closed', { object: 'dispute', reason: 'fraudulent', status: 'won' }, { kind: 'dispute-won', reason: 'fraudulent' }],
  ['charge.dispute.closed', { object: 'dispute', reason: 'general', status: 'warning_closed' }, { kind: 'dispute-won', reason: 'general' }],
  ['charge.dispute.closed', { object: 'dispute', reason: 'general', status: 'lost' }, { kind: 'dispute-lost', reason: 'general' }],
  [
    'radar.early_fraud_warning.created',
    { object: 'radar.early_fraud_warning', fraud_type: 'misc' },
    { kind: 'fraud-warning', reason: 'misc' },
  ],
  [
    'refund.failed',
    { object: 'refund', failure_reason: 'expired_or_canceled_card' },
    { kind: 'refund-failed', reason: 'expired_or_canceled_card' },
  ],
  ['charge.refunded', { object: 'charge' }, null],
])('%s of a payment means %j', (type, object, signal) => {
  expect(mapStripeEvent(event(type, { ...object, ...payment }))).toEqual({
    sessionId: null,
    intentId: 'pi_1',
    signal,
    isAboutRefunds: type === 'charge.refunded' || type === 'refund.failed',
  });
});

test('an event of a session is about that session, and says nothing of a bank', () => {
  const session = { object: 'checkout.session', id: 'cs_1', payment_intent: 'pi_1' };
  expect(mapStripeEvent(event('checkout.session.completed', session))).toEqual({
    sessionId: 'cs_1',
    intentId: null,
    signal: null,
    isAboutRefunds: false,
  });
});

test('an event of a payment itself is about that payment', () => {
  expect(mapStripeEvent(event('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' }))).toMatchObject({ intentId: 'pi_1' });
});

test.each([
  ['payment_intent_authentication_failure', { kind: 'payment-failed', reason: 'payment_intent_authentication_failure' }],
  // Its charge has failed, and says so.
  ['card_declined', null],
])('a payment that failed with %s means %j', (code, signal) => {
  const failed = { object: 'payment_intent', id: 'pi_1', last_payment_error: { code } };
  expect(mapStripeEvent(event('payment_intent.payment_failed', failed))).toMatchObject({ intentId: 'pi_1', signal });
});

const dispute = (status: string, case_type = 'chargeback') =>
  ({
    id: `du_${status}`,
    amount: 700,
    currency: 'eur',
    status,
    reason: `${status} reason`,
    evidence_details: { due_by: Date.parse('2026-12-01T23:59:00Z') / 1000 },
    payment_method_details: { card: { case_type } },
  }) as unknown as Stripe.Dispute;

test.each([
  [[], null],
  [['needs_response'], 'open'],
  [['under_review'], 'open'],
  [['warning_needs_response'], 'open'],
  [['appeal_under_review'], 'open'],
  [['of_next_year'], 'open'],
  [['won'], 'won'],
  [['warning_closed'], 'won'],
  [['lost'], 'lost'],
  [['won', 'lost'], 'lost'],
  [['lost', 'won', 'needs_response'], 'open'],
])('disputes that are %j stand together as %s', (statuses, outcome) => {
  expect(disputeState(statuses.map((status) => dispute(status)))?.outcome ?? null).toBe(outcome);
});

test('a prevented dispute kept the money if blocked by evidence, and refunded the buyer otherwise', () => {
  expect(disputeState([dispute('prevented', 'block')])).toMatchObject({ outcome: 'won', reason: 'prevented reason', lost: [] });
  expect(disputeState([dispute('prevented', 'resolution')])).toMatchObject({ outcome: 'lost' });
});

test('chargebacks are mapped per dispute, and open or won disputes have none', () => {
  expect(disputeState(['lost', 'won', 'needs_response'].map((status) => dispute(status)))?.lost).toEqual([
    { id: 'du_lost', amountMinor: 700, currency: 'Eur' },
  ]);
});

test('each dispute that has ended is named with what it was over and how it ended', () => {
  const ended = (id: string, outcome: string) => expect.objectContaining({ id, outcome, amountMinor: 700, currency: 'EUR' });
  expect(disputeState(['won', 'needs_response', 'lost'].map((status) => dispute(status)))?.ended).toEqual([
    ended('du_won', 'won'),
    ended('du_lost', 'lost'),
  ]);
});

test('an open dispute has amount and deadline, a closed one has not', () => {
  expect(disputeState([dispute('won'), dispute('needs_response')])?.claim).toEqual({
    id: 'du_needs_response',
    amountMinor: 700,
    currency: 'EUR',
    dueAt: new Date('2026-12-01T23:59:00Z'),
  });
  expect(disputeState([dispute('won'), dispute('lost')])).not.toHaveProperty('claim');
});
