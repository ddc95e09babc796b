import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { eventually, order, sandboxForTest, type TestSandbox } from '../testing/sandbox-for-test.ts';

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await sandboxForTest();
  stripe = sandbox.stripe;
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('/reset'));

async function paid(number?: string): Promise<string> {
  const { id } = await stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${id}/pay`, { number });
  return String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
}
const chargeOf = async (intent: string) => (await stripe.charges.list({ payment_intent: intent })).data[0]!;

test('a payment can be refunded in parts until nothing is left, and not beyond', async () => {
  const intent = await paid();
  expect(await stripe.refunds.create({ payment_intent: intent, amount: 1000 })).toMatchObject({
    status: 'succeeded',
    amount: 1000,
    currency: 'eur',
  });
  await expect(stripe.refunds.create({ payment_intent: intent, amount: 1501 })).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
  expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 1000, refunded: false });
  expect((await stripe.refunds.create({ payment_intent: intent })).amount).toBe(1500);
  expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 2500, refunded: true });
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: 'charge_already_refunded' });
  expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(2);
});

test('an unpaid session has nothing to refund', async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${id}/decline`);
  const intent = String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toThrow('does not have a successful charge');
  await expect(stripe.refunds.create({})).rejects.toMatchObject({ code: 'parameter_missing' });
});

test('a refund that is told to fail is pending, then failed, and the money counts as not given back', async () => {
  const intent = await paid();
  await sandbox.control('/refunds-fail');
  const refund = await stripe.refunds.create({ payment_intent: intent });
  expect(refund.status).toBe('pending');
  await eventually(async () => (await stripe.refunds.retrieve(refund.id)).status === 'failed');
  expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
  expect((await stripe.refunds.create({ payment_intent: intent })).status).toBe('succeeded');
});

test('a refund can be told to be refused at once', async () => {
  const intent = await paid();
  await sandbox.control('/refunds-fail', { how: 'refused' });
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: 'balance_insufficient' });
  await sandbox.control('/refunds-fail', { how: 'never' });
  expect((await stripe.refunds.create({ payment_intent: intent })).status).toBe('succeeded');
});

test('a disputed payment shows its dispute and cannot be refunded', async () => {
  const intent = await paid();
  const dispute = await sandbox.control<Stripe.Dispute>('/disputes', { payment_intent: intent });
  expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: 'needs_response', amount: 2500, payment_intent: intent });
  expect((await stripe.disputes.list({ payment_intent: intent })).data).toHaveLength(1);
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: 'charge_disputed' });
});

test.each([
  ['4000000000000259', 'charge.dispute.created'],
  ['4000000000005423', 'radar.early_fraud_warning.created'],
])('a payment with the test card %s is followed by %s', async (number, type) => {
  const intent = await paid(number);
  const [event] = (await stripe.events.list({ type })).data;
  expect(event?.data.object).toMatchObject({ payment_intent: intent });
});
