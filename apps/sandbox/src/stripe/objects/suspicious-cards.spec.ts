import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { order, sandboxForTest, type TestSandbox } from '../../testing/sandbox-for-test.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await sandboxForTest({ transferAfterMs: null });
});
afterAll(() => sandbox.close());

async function paid(number: string, change: object = {}) {
  const { id } = await sandbox.stripe.checkout.sessions.create(order(change));
  await sandbox.control(`/sessions/${id}/pay`, { number });
  const session = await sandbox.stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge', 'payment_intent.review'],
  });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  return { intent, charge: intent.latest_charge as Stripe.Charge, review: intent.review as Stripe.Review | null };
}
const cardOf = ({ payment_method_details: details }: Stripe.Charge) => details?.card;
const eventsOf = async (type: string) =>
  (await sandbox.stripe.events.list({ type, limit: 100 })).data.map(({ data }) => data.object as { id: string });

test.each([
  ['4242424242424242', 'normal', 'pass', null],
  ['4000000000009235', 'elevated', 'pass', null],
  ['4000000000004954', 'highest', 'pass', null],
  ['4000000000000101', 'normal', 'fail', null],
  ['4000000000000036', 'normal', 'pass', 'fail'],
])('%s is paid, with the risk level %s, security code %s and postal code %s', async (number, risk, cvc, postalCode) => {
  const { charge, review } = await paid(number);
  expect([charge.status, charge.outcome?.risk_level, review]).toEqual(['succeeded', risk, null]);
  expect(cardOf(charge)?.checks).toMatchObject({ cvc_check: cvc, address_postal_code_check: postalCode });
});

test('a card has one fingerprint in all its payments, and another card another one', async () => {
  const prints = [];
  for (const number of ['4242424242424242', '4242424242424242', '4000056655665556'])
    prints.push(cardOf((await paid(number)).charge)?.fingerprint);
  expect(prints[0]).toBe(prints[1]);
  expect(new Set(prints).size).toBe(2);
});

test.each([
  ['4242424242424242', undefined, null],
  ['4242424242424242', 'any', 'authenticated'],
  ['4242424242424242', 'challenge', 'authenticated'],
  ['378282246310005', 'any', null],
  ['4000000000003220', undefined, 'authenticated'],
  ['4000000000003097', undefined, null],
  ['4000000000003097', 'any', 'processing_error'],
  ['4000000000009318', undefined, 'failed'],
] as const)('%s with request_three_d_secure %s has the result %s', async (number, wish, result) => {
  const { charge } = await paid(number, wish && { payment_method_options: { card: { request_three_d_secure: wish } } });
  expect(cardOf(charge)?.three_d_secure?.result ?? null).toBe(result);
});

test('a card that is declined after 3-D Secure has a failed charge, which says that it was passed', async () => {
  const { intent, charge } = await paid('4000008400001629');
  expect([charge.status, charge.failure_code, cardOf(charge)?.three_d_secure?.result]).toEqual([
    'failed',
    'card_declined',
    'authenticated',
  ]);
  expect((await eventsOf('charge.failed')).map(({ id }) => id)).toContain(charge.id);
  expect(intent.status).toBe('requires_payment_method');
});

test('where 3-D Secure fails there is no charge, the payment says why and by which card, and another card pays', async () => {
  const { id } = await sandbox.stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${id}/pay`, { number: '4000000000009300' });
  const session = await sandbox.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  expect([session.status, intent.status, intent.latest_charge]).toEqual(['open', 'requires_payment_method', null]);
  expect(intent.last_payment_error).toMatchObject({
    code: 'payment_intent_authentication_failure',
    payment_method: { id: expect.stringMatching(/^pm_/), card: { last4: '9300', fingerprint: expect.any(String) } },
  });
  expect((await sandbox.stripe.charges.list({ payment_intent: intent.id })).data).toEqual([]);
  expect((await eventsOf('payment_intent.payment_failed')).map((failed) => failed.id)).toContain(intent.id);
  await sandbox.control(`/sessions/${id}/pay`);
  expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded', last_payment_error: null });
});

test('a reviewed payment opens a review, which is approved once', async () => {
  const { review, charge } = await paid('4000000000009292');
  expect([review?.open, charge.outcome?.type, charge.review]).toEqual([true, 'manual_review', review?.id]);
  expect((await eventsOf('review.opened')).map(({ id }) => id)).toContain(review?.id);
  const approved = await sandbox.stripe.reviews.approve(review?.id ?? '');
  expect([approved.open, approved.closed_reason]).toEqual([false, 'approved']);
  expect((await eventsOf('review.closed')).map(({ id }) => id)).toContain(review?.id);
  await expect(sandbox.stripe.reviews.approve(review?.id ?? '')).rejects.toThrow('already closed');
});

test('a payment is put into review by a control, and refunded as fraud', async () => {
  const { intent } = await paid('4242424242424242');
  const { id } = (await sandbox.control('/reviews', { payment_intent: intent.id })) as { id: string };
  expect((await sandbox.stripe.reviews.list()).data.map((review) => review.id)).toContain(id);
  await sandbox.control(`/reviews/${id}/close`, { reason: 'refunded_as_fraud' });
  expect((await sandbox.stripe.reviews.retrieve(id)).closed_reason).toBe('refunded_as_fraud');
  expect((await sandbox.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(1);
  expect((await sandbox.stripe.reviews.list()).data.map((review) => review.id)).not.toContain(id);
});
