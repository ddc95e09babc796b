import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { line, order, sandboxForTest, stripeClient, type TestSandbox } from '../testing/sandbox-for-test.ts';

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await sandboxForTest();
  stripe = sandbox.stripe;
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('/reset'));

const count = async () => (await stripe.checkout.sessions.list({ limit: 100 })).data.length;

test('the same key with the same parameters gets the first answer again, marked as replayed', async () => {
  const first = await stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' });
  const second = await stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' });
  expect(second.id).toBe(first.id);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(await count()).toBe(1);
});

test('the same key with other parameters, or for another address, is an idempotency error', async () => {
  const session = await stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' });
  const other = stripe.checkout.sessions.create(order({ line_items: [line(999)] }), { idempotencyKey: 'a' });
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  await expect(other).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.checkout.sessions.expire(session.id, {}, { idempotencyKey: 'a' })).rejects.toThrow('same endpoint');
  expect(await count()).toBe(1);
});

test('of two requests at the same time the later one gets 409', async () => {
  // Long enough for the later one to arrive on a busy machine, whichever that is.
  await sandbox.control('/api', { delayMs: 1000 }, 'PUT');
  const ask = () => stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' });
  const answers = await Promise.allSettled([ask(), ask()]);
  const [taken] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []));
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  expect(refused).toEqual([expect.objectContaining({ statusCode: 409, code: 'idempotency_key_in_use' })]);
  expect((await ask()).id).toBe(taken);
});

test('refused parameters are not kept, so that the key can be used again; a refused state is', async () => {
  await expect(stripe.checkout.sessions.create(order({ customer_email: 'x' }), { idempotencyKey: 'a' })).rejects.toThrow('email');
  expect((await stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' })).status).toBe('open');

  const tooSmall = order({ line_items: [line(1, 1)] });
  await expect(stripe.checkout.sessions.create(tooSmall, { idempotencyKey: 'b' })).rejects.toMatchObject({ code: 'amount_too_small' });
  await expect(stripe.checkout.sessions.create(tooSmall, { idempotencyKey: 'b' })).rejects.toMatchObject({
    code: 'amount_too_small',
    headers: { 'idempotent-replayed': 'true' },
  });
});

test('an answer that was lost on its way is found again by the key', async () => {
  await sandbox.control('/api', { failure: 'lost-answer', times: 2 }, 'PUT');
  await expect(stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' })).rejects.toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  );
  const found = await stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' });
  expect(found.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(await count()).toBe(1);
});

test('an outage does nothing, and the next try succeeds', async () => {
  await sandbox.control('/api', { failure: 'error' }, 'PUT');
  await expect(stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' })).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  expect(await count()).toBe(0);
  await stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' });
  expect(await count()).toBe(1);
});

test('an outage after the work was done is the answer that a key keeps: the work is done once, and found in a list', async () => {
  await sandbox.control('/api', { failure: 'error-after' }, 'PUT');
  const create = () => stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' });
  await expect(create()).rejects.toMatchObject({ statusCode: 500 });
  await expect(create()).rejects.toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } });
  expect(await count()).toBe(1);
});

test('too many requests are told so, and do nothing', async () => {
  await sandbox.control('/api', { failure: 'rate-limit' }, 'PUT');
  await expect(stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' })).rejects.toBeInstanceOf(
    Stripe.errors.StripeRateLimitError,
  );
  expect(await count()).toBe(0);
});

test('without an answer the work is done all the same', async () => {
  await sandbox.control('/api', { failure: 'no-answer', times: 1 }, 'PUT');
  await expect(stripe.checkout.sessions.create(order(), { timeout: 300 })).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect(await count()).toBe(1);
});

test('a share of the requests fails, each of which is counted, until the fault is taken away', async () => {
  await sandbox.control('/api', { failure: 'error', percent: 50 }, 'PUT');
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => stripe.events.list({ limit: 1 })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']));
  await sandbox.control('/api', { failure: 'none' }, 'PUT');
  expect(await count()).toBe(0);
  const { met } = await sandbox.control<{ met: object }>('/api', undefined, 'GET');
  expect(met).toEqual({ error: answers.filter(({ status }) => status === 'rejected').length });
});

test('a key is forgotten after a day, and belongs to one account', async () => {
  const first = await stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' });
  const another = stripeClient(Number(new URL(sandbox.stripeOrigin).port), 'sk_test_another');
  expect((await another.checkout.sessions.create(order(), { idempotencyKey: 'a' })).id).not.toBe(first.id);
  await sandbox.control('/clock', { advanceMs: 25 * 3_600_000 });
  expect((await stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' })).id).not.toBe(first.id);
});
