import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { order, sandboxForTest, type TestSandbox } from '../../testing/sandbox-for-test.ts';

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
const disputed = async (number?: string) => sandbox.control<Stripe.Dispute>('/disputes', { payment_intent: await paid(number) });
const pdf = (name = 'receipt.pdf', data = Buffer.from('%PDF-1.3 receipt')) => ({ data, name, type: 'application/pdf' });
const upload = (file = pdf(), key?: string) =>
  stripe.files.create({ purpose: 'dispute_evidence', file }, key === undefined ? {} : { idempotencyKey: key });

test('evidence keeps the texts that it is not given anew, and is refused where it is too long', async () => {
  const { id } = await disputed();
  const stage = (evidence: Stripe.DisputeUpdateParams['evidence']) =>
    stripe.disputes.update(id, { evidence: evidence ?? {}, submit: false });
  await stage({ customer_name: 'Ada', access_activity_log: 'at ten' });
  expect((await stage({ customer_name: 'Ada L.' })).evidence).toMatchObject({ customer_name: 'Ada L.', access_activity_log: 'at ten' });
  const most = 'x'.repeat(20_000);
  await stage({
    ...{ access_activity_log: most, cancellation_policy_disclosure: most, cancellation_rebuttal: most },
    ...{ duplicate_charge_explanation: most, product_description: most, refund_policy_disclosure: most },
  });
  await expect(stage({ refund_refusal_explanation: most, uncategorized_text: most })).rejects.toMatchObject({ param: 'evidence' });
  await expect(stage({ customer_name: 'x'.repeat(5001) })).rejects.toMatchObject({ code: 'parameter_invalid_string_long' });
});

test('a file is uploaded once for each idempotency key, listed, and taken as evidence by its id', async () => {
  const file = await upload(pdf(), 'file-1');
  expect(await upload(pdf(), 'file-1')).toMatchObject({ id: file.id });
  await expect(upload(pdf('other.pdf'), 'file-1')).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  expect(file).toMatchObject({ object: 'file', filename: 'receipt.pdf', purpose: 'dispute_evidence', size: 16, type: 'pdf' });
  expect((await stripe.files.list({ purpose: 'dispute_evidence', created: { gte: file.created } })).data).toEqual([file]);
  expect((await stripe.files.list({ created: { gt: file.created } })).data).toEqual([]);
  expect(await stripe.files.retrieve(file.id)).toEqual(file);
  const { id } = await disputed();
  const answered = await stripe.disputes.update(id, { evidence: { receipt: file.id } });
  expect(answered).toMatchObject({ status: 'under_review', evidence: { receipt: file.id }, evidence_details: { submission_count: 1 } });
});

test.each([
  ['of another kind', pdf('receipt.pdf', Buffer.from('GIF89a'))],
  ['that is too large', pdf('receipt.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(5 * 1024 * 1024)]))],
])('a file %s is refused', async (_what, file) => {
  await expect(upload(file)).rejects.toMatchObject({ param: 'file' });
});

test('what is no form, has no file or is for another purpose is refused, and so is an id of no file', async () => {
  const send = (type: string, body: string) =>
    fetch(`${sandbox.stripeOrigin.replace('localhost', '127.0.0.1')}/v1/files`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x', 'content-type': type },
      body,
    });
  expect((await send('multipart/form-data; boundary=x', 'broken')).status).toBe(400);
  expect((await send('application/x-www-form-urlencoded', 'purpose=dispute_evidence&file=x')).status).toBe(400);
  await expect(stripe.files.create({ purpose: 'business_logo', file: pdf() })).rejects.toMatchObject({ param: 'purpose' });
  await expect(stripe.files.retrieve('file_none')).rejects.toMatchObject({ code: 'resource_missing' });
  const { id } = await disputed();
  await expect(stripe.disputes.update(id, { evidence: { receipt: 'file_none' } })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'evidence[receipt]',
  });
});

test('earlier payments qualify where they match in address and device, or in one of them and in e-mail or account', async () => {
  const chargeOf = async (intent: string) => String((await stripe.paymentIntents.retrieve(intent)).latest_charge);
  const charges = [await chargeOf(await paid()), await chargeOf(await paid())] as const;
  const dispute = await disputed();
  expect(dispute).toMatchObject({
    enhanced_eligibility_types: ['visa_compelling_evidence_3'],
    evidence_details: { enhanced_eligibility: { visa_compelling_evidence_3: { status: 'requires_action' } } },
  });
  const traits = {
    customer_device_id: 'd'.repeat(20),
    customer_purchase_ip: '192.0.2.1',
    customer_email_address: 'ada@example.com',
    product_description: 'A key',
  };
  async function statusOf(change: object, prior: object = {}, ofCharges: readonly string[] = charges) {
    const visa = {
      disputed_transaction: { ...traits, merchandise_or_services: 'services', ...change },
      prior_undisputed_transactions: ofCharges.map((charge) => ({ ...traits, charge, ...prior })),
    };
    const evidence = { enhanced_evidence: { visa_compelling_evidence_3: visa as object } };
    const { evidence_details: details } = await stripe.disputes.update(dispute.id, { evidence, submit: false });
    return details.enhanced_eligibility.visa_compelling_evidence_3;
  }
  expect(await statusOf({})).toEqual({ status: 'qualified', required_actions: [] });
  expect(await statusOf({ customer_email_address: 'bob@example.com' })).toMatchObject({ status: 'qualified' });
  expect(await statusOf({ customer_device_id: 'e'.repeat(20) })).toMatchObject({ status: 'qualified' });
  const other = { customer_email_address: 'bob@example.com', customer_device_id: 'e'.repeat(20) };
  expect(await statusOf(other)).toEqual({ status: 'requires_action', required_actions: ['missing_customer_identifiers'] });
  expect(await statusOf({}, {}, charges.slice(1))).toMatchObject({ required_actions: ['missing_prior_undisputed_transactions'] });
  const elsewhere = await chargeOf(await paid('5555555555554444'));
  expect(await statusOf({}, {}, [charges[0], elsewhere])).toMatchObject({ status: 'not_qualified' });
  await expect(statusOf({ customer_device_id: 'short' })).rejects.toMatchObject({
    param: 'evidence[enhanced_evidence][visa_compelling_evidence_3][disputed_transaction][customer_device_id]',
  });
  await expect(statusOf({}, {}, ['ch_none', charges[0]])).rejects.toMatchObject({ code: 'resource_missing' });
  const evidence = { enhanced_evidence: { visa_compelling_evidence_3: { disputed_transaction: { product_description: 'A key' } } } };
  await expect(stripe.disputes.update((await disputed('5555555555554444')).id, { evidence })).rejects.toMatchObject({
    param: 'evidence[enhanced_evidence]',
  });
});
