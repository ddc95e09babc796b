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

test('a refund that is set to fail is pending, then failed, and the money counts as not given back', async () => {
  const intent = await paid();
  await sandbox.control('/refunds-fail');
  const refund = await stripe.refunds.create({ payment_intent: intent });
  expect(refund.status).toBe('pending');
  await eventually(async () => (await stripe.refunds.retrieve(refund.id)).status === 'failed');
  expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
  expect((await stripe.refunds.create({ payment_intent: intent })).status).toBe('succeeded');
});

test('a refund can be set to be refused at once', async () => {
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

test('a dispute is decided by its evidence, and closed once; what was won can be refunded, and what was lost cannot', async () => {
  const [won, lost] = [await paid(), await paid()];
  const dispute = async (intent: string) => (await sandbox.control<Stripe.Dispute>('/disputes', { payment_intent: intent })).id;
  const [first, second] = [await dispute(won), await dispute(lost)];
  const staged = await stripe.disputes.update(first, { evidence: { uncategorized_text: 'winning_evidence' }, submit: false });
  expect([staged.status, staged.evidence_details.has_evidence]).toEqual(['needs_response', true]);
  expect((await stripe.disputes.update(second, { evidence: { uncategorized_text: 'we sent it' } })).status).toBe('under_review');
  const decided = await stripe.disputes.update(first, { evidence: { uncategorized_text: 'winning_evidence' } });
  expect(decided).toMatchObject({ status: 'won', evidence_details: { submission_count: 1 } });
  expect((await stripe.disputes.close(second)).status).toBe('lost');
  await expect(stripe.disputes.close(second)).rejects.toMatchObject({ statusCode: 400 });
  const { data } = await stripe.events.list({ type: 'charge.dispute.closed' });
  expect(data.map((event) => (event.data.object as Stripe.Dispute).status).sort()).toEqual(['lost', 'won']);
  expect((await stripe.refunds.create({ payment_intent: won })).status).toBe('succeeded');
  await expect(stripe.refunds.create({ payment_intent: lost })).rejects.toMatchObject({ code: 'charge_disputed' });
});

test('a dispute that is lost over a part leaves nothing to refund, or the rest where that was asked for', async () => {
  const [strict, lenient] = [await paid(), await paid()];
  const [first, second] = [
    await sandbox.control<Stripe.Dispute>('/disputes', { payment_intent: strict, amount: 700 }),
    await sandbox.control<Stripe.Dispute>('/disputes', { payment_intent: lenient, amount: 700, leavesRest: true }),
  ];
  await expect(stripe.refunds.create({ payment_intent: lenient, amount: 1800 })).rejects.toMatchObject({ code: 'charge_disputed' });
  for (const { id } of [first, second]) await stripe.disputes.close(id);
  await expect(stripe.refunds.create({ payment_intent: strict, amount: 1800 })).rejects.toMatchObject({ code: 'charge_disputed' });
  expect((await stripe.refunds.create({ payment_intent: lenient, amount: 1800 })).status).toBe('succeeded');
});

test('an inquiry takes no money, and comes to nothing', async () => {
  const intent = await paid('4000000000001976');
  const [inquiry] = (await stripe.disputes.list({ payment_intent: intent })).data;
  expect(inquiry).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
  const closed = await stripe.disputes.update(inquiry!.id, { evidence: { uncategorized_text: 'winning_evidence' } });
  expect(closed.status).toBe('warning_closed');
});

test('the bank can be told how to decide, once', async () => {
  const { id } = await sandbox.control<Stripe.Dispute>('/disputes', { payment_intent: await paid() });
  expect(await sandbox.control(`/disputes/${id}/close`, { outcome: 'won' })).toMatchObject({ id, status: 'won' });
  await expect(sandbox.control(`/disputes/${id}/close`, { outcome: 'lost' })).rejects.toThrow('already closed');
});

test.each([
  ['4000000000000259', 'charge.dispute.created'],
  ['4000000000005423', 'radar.early_fraud_warning.created'],
])('a payment with the test card %s is followed by %s', async (number, type) => {
  const intent = await paid(number);
  const [event] = (await stripe.events.list({ type })).data;
  expect(event?.data.object).toMatchObject({ payment_intent: intent });
});

test.each([
  ['sent back whole', '/refunds', {}, 1],
  ['sent back in part', '/refunds', { amount: 100 }, 0],
  ['disputed', '/disputes', {}, 1],
])('the warning over a payment that is %s says so once', async (_what, call, body, times) => {
  const intent = await paid('4000000000005423');
  await sandbox.control(call, { payment_intent: intent, ...body });
  const events = (await stripe.events.list({ type: 'radar.early_fraud_warning.updated' })).data;
  const own = events.filter(({ data }) => (data.object as Stripe.Radar.EarlyFraudWarning).payment_intent === intent);
  expect(own.map(({ data }) => data)).toMatchObject(
    Array.from({ length: times }, () => ({ object: { actionable: false }, previous_attributes: { actionable: true } })),
  );
});

test('nothing can be done about a warning over a payment that was sent back before', async () => {
  const intent = await paid();
  await sandbox.control('/refunds', { payment_intent: intent });
  expect(await sandbox.control('/fraud-warnings', { payment_intent: intent })).toMatchObject({ actionable: false });
});

test('a refund at the dashboard bears no metadata, and its events name no request', async () => {
  const intent = await paid();
  const refund = await sandbox.control<Stripe.Refund>('/refunds', { payment_intent: intent, amount: 1000 });
  expect((await stripe.refunds.list({ payment_intent: intent })).data).toMatchObject([{ id: refund.id, metadata: {}, amount: 1000 }]);
  const events = [
    ...(await stripe.events.list({ type: 'refund.created' })).data,
    ...(await stripe.events.list({ type: 'charge.refunded' })).data,
  ];
  expect(events.map(({ request }) => request)).toEqual([
    { id: null, idempotency_key: null },
    { id: null, idempotency_key: null },
  ]);
  expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 1000, refunded: false });
});
