import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { line, order, sandboxForTest, stripeClient, type TestSandbox } from '../testing/sandbox-for-test.ts';
import { API_VERSION } from './version.ts';

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await sandboxForTest({ transferAfterMs: null });
  stripe = sandbox.stripe;
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('/reset'));

const nowSeconds = () => Math.floor(Date.now() / 1000);

test('the version that the stand-in speaks is the one that the pinned SDK asks for', () => {
  expect(Stripe.API_VERSION).toBe(API_VERSION);
});

test('a created session is open, unpaid, without a payment intent, and has a payment page', async () => {
  const session = await stripe.checkout.sessions.create(order());
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: 2500,
    currency: 'eur',
    customer_email: 'buyer@example.org',
    metadata: { orderId: 'K1' },
    url: `${sandbox.stripeOrigin}/pay/${session.id}`,
  });
  expect(session.id).toMatch(/^cs_test_\w{50,}$/);
  expect(session.lastResponse.requestId).toMatch(/^req_/);
  expect(session.lastResponse.headers['stripe-version']).toBe(API_VERSION);
  expect(session.line_items).toBeUndefined();
});

test('a paid session can be followed to its charge by expanding, and shows its lines', async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${id}/pay`);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge', 'line_items'] });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2500 });
  expect(intent.latest_charge).toMatchObject({ object: 'charge', paid: true, payment_method_details: { card: { last4: '4242' } } });
  expect(session.line_items?.data[0]).toMatchObject({ description: 'Elden Ring <key>', quantity: 2, amount_total: 2500 });
  const lines = await stripe.checkout.sessions.listLineItems(id);
  expect(lines.data).toHaveLength(1);
});

test('lists come newest first, in pages that lead to one another, and by payment intent, status and time', async () => {
  const made: string[] = [];
  for (let each = 0; each < 5; each += 1) made.unshift((await stripe.checkout.sessions.create(order())).id);
  const all: string[] = [];
  for await (const session of stripe.checkout.sessions.list({ limit: 2 })) all.push(session.id);
  expect(all).toEqual(made);
  const before = await stripe.checkout.sessions.list({ limit: 2, ending_before: made[4]! });
  expect(before.data.map(({ id }) => id)).toEqual([made[2], made[3]]);
  expect(before.has_more).toBe(true);

  await sandbox.control(`/sessions/${made[1]}/pay`);
  const paid = await stripe.checkout.sessions.list({ status: 'complete' });
  expect(paid.data.map(({ id }) => id)).toEqual([made[1]]);
  const intent = String(paid.data[0]?.payment_intent);
  expect((await stripe.checkout.sessions.list({ payment_intent: intent })).data.map(({ id }) => id)).toEqual([made[1]]);
  expect((await stripe.checkout.sessions.list({ created: { gt: nowSeconds() + 5 } })).data).toEqual([]);
  expect((await stripe.checkout.sessions.list({ created: { gte: nowSeconds() - 60 } })).data).toHaveLength(5);
});

test.each<[string, Partial<Record<keyof Stripe.Checkout.SessionCreateParams | 'surprise', unknown>>, string, string | undefined]>([
  ['an unknown parameter', { surprise: 1 }, 'surprise', 'parameter_unknown'],
  ['the removed payment_method_types', { payment_method_types: ['card'] } as object, 'payment_method_types', 'parameter_unknown'],
  ['no lines', { line_items: undefined }, 'line_items', 'parameter_missing'],
  ['no mode', { mode: undefined }, 'mode', 'parameter_missing'],
  ['no success_url', { success_url: undefined }, 'success_url', 'parameter_missing'],
  ['a success_url that is none', { success_url: 'javascript:alert(1)' }, 'success_url', 'url_invalid'],
  ['two currencies', { line_items: [line(), line(900, 1, 'usd')] }, 'line_items', undefined],
  ['an unsupported currency', { line_items: [line(900, 1, 'xxx')] }, 'line_items[0][price_data][currency]', undefined],
  ['a fractional amount', { line_items: [line(12.5)] }, 'line_items[0][price_data][unit_amount]', 'parameter_invalid_integer'],
  ['a negative amount', { line_items: [line(-1)] }, 'line_items[0][price_data][unit_amount]', 'parameter_invalid_integer'],
  ['a quantity of nothing', { line_items: [line(900, 0)] }, 'line_items[0][quantity]', 'parameter_invalid_integer'],
  ['101 lines', { line_items: Array.from({ length: 101 }, () => line()) }, 'line_items', undefined],
  ['a total above the most', { line_items: [line(99_999_999, 2)] }, 'line_items', 'amount_too_large'],
  ['an e-mail that is none', { customer_email: 'nobody' }, 'customer_email', 'email_invalid'],
  ['51 metadata keys', { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])) }, 'metadata', undefined],
  ['a metadata key of 41 characters', { metadata: { ['k'.repeat(41)]: 'v' } }, `metadata[${'k'.repeat(41)}]`, undefined],
  ['a metadata value of 501 characters', { metadata: { k: 'v'.repeat(501) } }, 'metadata[k]', undefined],
  ['an end in 29 minutes', { expires_at: nowSeconds() + 29 * 60 }, 'expires_at', undefined],
  ['an end in 25 hours', { expires_at: nowSeconds() + 25 * 3600 }, 'expires_at', undefined],
])('%s is refused with 400 and the parameter, and nothing is made', async (_what, change, param, code) => {
  const refused = stripe.checkout.sessions.create(order(change as Partial<Stripe.Checkout.SessionCreateParams>));
  await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  await expect(refused).rejects.toMatchObject({ statusCode: 400, param, code, requestId: expect.stringMatching(/^req_/) });
  expect((await stripe.checkout.sessions.list()).data).toEqual([]);
});

test.each([
  ['eur', 49, 50],
  ['usd', 49, 50],
  ['gbp', 29, 30],
  ['pln', 199, 200],
])('in %s a total of %i is too small and %i is enough', async (currency, tooSmall, enough) => {
  const create = (amount: number) => stripe.checkout.sessions.create(order({ line_items: [line(amount, 1, currency)] }));
  await expect(create(tooSmall)).rejects.toMatchObject({ code: 'amount_too_small', statusCode: 400 });
  expect((await create(enough)).amount_total).toBe(enough);
});

test('the 30 minutes are counted by the stand-in’s own clock', async () => {
  await sandbox.control('/clock', { advanceMs: 5 * 60_000 });
  const inHalfAnHour = nowSeconds() + 31 * 60;
  await expect(stripe.checkout.sessions.create(order({ expires_at: inHalfAnHour }))).rejects.toMatchObject({ param: 'expires_at' });
  await sandbox.control('/clock', { reset: true });
  expect((await stripe.checkout.sessions.create(order({ expires_at: inHalfAnHour }))).expires_at).toBe(inHalfAnHour);
});

test('a session ends by itself when its time has passed, and can then not be paid', async () => {
  const { id } = await stripe.checkout.sessions.create(order({ expires_at: nowSeconds() + 31 * 60 }));
  await sandbox.control('/clock', { advanceMs: 32 * 60_000 });
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null });
  expect((await stripe.events.list({ type: 'checkout.session.expired' })).data[0]?.data.object).toMatchObject({ id });
  await expect(sandbox.control(`/sessions/${id}/pay`)).rejects.toThrow('expired');
});

test('an open session can be expired once; a paid one never', async () => {
  const open = await stripe.checkout.sessions.create(order());
  expect((await stripe.checkout.sessions.expire(open.id)).status).toBe('expired');
  await expect(stripe.checkout.sessions.expire(open.id)).rejects.toThrow('status of `expired`');
  const paid = await stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${paid.id}/pay`);
  await expect(stripe.checkout.sessions.expire(paid.id)).rejects.toThrow('status of `complete`');
});

test('a declined card leaves the session open for another try with the same payment intent', async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${id}/pay`, { number: '4000000000009995' });
  const declined = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  const intent = declined.payment_intent as Stripe.PaymentIntent;
  expect(declined.status).toBe('open');
  expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { decline_code: 'insufficient_funds' } });
  await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toThrow('Expire the Checkout Session instead');
  await sandbox.control(`/sessions/${id}/pay`);
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded', last_payment_error: null });
  expect((await stripe.charges.list({ payment_intent: intent.id })).data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
});

test('a transfer completes the session unpaid; it then arrives, or fails, once', async () => {
  const arriving = await stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${arriving.id}/pay-later`);
  const waiting = await stripe.checkout.sessions.retrieve(arriving.id, { expand: ['payment_intent'] });
  expect(waiting).toMatchObject({ status: 'complete', payment_status: 'unpaid', payment_intent: { status: 'processing' } });
  await sandbox.control(`/sessions/${arriving.id}/settle-transfer`, { outcome: 'succeed' });
  expect((await stripe.checkout.sessions.retrieve(arriving.id)).payment_status).toBe('paid');
  await expect(sandbox.control(`/sessions/${arriving.id}/settle-transfer`)).rejects.toThrow('No bank transfer');

  const failing = await stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${failing.id}/pay-later`);
  await sandbox.control(`/sessions/${failing.id}/settle-transfer`, { outcome: 'fail' });
  const failed = await stripe.checkout.sessions.retrieve(failing.id, { expand: ['payment_intent'] });
  expect(failed).toMatchObject({ payment_status: 'unpaid', payment_intent: { status: 'requires_payment_method' } });
});

test('a session for cards only takes no transfer', async () => {
  const { id } = await stripe.checkout.sessions.create(order({ allowed_payment_method_types: ['card'] }));
  await expect(sandbox.control(`/sessions/${id}/pay-later`)).rejects.toThrow('does not accept bank transfers');
});

test('a tampered session is paid with the other amount', async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${id}/tamper`, { amount: 100 });
  await sandbox.control(`/sessions/${id}/pay`);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  expect(session).toMatchObject({ amount_total: 100, payment_intent: { amount_received: 100 } });
});

test('unknown ids, addresses and expansions get Stripe’s errors', async () => {
  await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'intent',
  });
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 });
  await expect(
    stripe.checkout.sessions
      .list({ expand: ['data.customer'], limit: 1 })
      .then(() => stripe.checkout.sessions.create(order({ expand: ['invoice'] }))),
  ).rejects.toThrow('cannot be expanded');
});

test('without a secret key nothing is answered but 401', async () => {
  const port = Number(new URL(sandbox.stripeOrigin).port);
  const refused = stripeClient(port, 'pk_test_public').checkout.sessions.list();
  await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  await expect(refused).rejects.toThrow('Invalid API Key provided: pk_t******blic');
  expect((await fetch(`http://127.0.0.1:${port}/v1/events`)).status).toBe(401);
  const basic = Buffer.from('sk_test_sandbox:').toString('base64');
  expect((await fetch(`http://127.0.0.1:${port}/v1/events`, { headers: { authorization: `Basic ${basic}` } })).status).toBe(200);
});

test('a body that is no form is refused', async () => {
  const response = await fetch(`${sandbox.stripeOrigin.replace('localhost', '127.0.0.1')}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/json' },
    body: '{"mode":"payment"}',
  });
  expect(response.status).toBe(400);
  expect(((await response.json()) as { error: { message: string } }).error.message).toContain('application/x-www-form-urlencoded');
});
