import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import {
  type Endpoint,
  endpointForTest,
  eventually,
  order,
  type Received,
  sandboxForTest,
  type TestSandbox,
  WEBHOOK_SECRET,
} from '../testing/sandbox-for-test.ts';
import { SandboxClock } from '../clock.ts';
import { Deliveries } from '../store/deliveries.ts';

let sandbox: TestSandbox;
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await endpointForTest();
  sandbox = await sandboxForTest({ webhookUrl: endpoint.url });
});
afterAll(() => Promise.all([sandbox.close(), endpoint.close()]));
beforeEach(() => sandbox.control('/reset'));
afterEach(() => {
  jest.restoreAllMocks();
  endpoint.received.length = 0;
});

async function pay(how = 'pay', body: object = {}): Promise<string> {
  const { id } = await sandbox.stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${id}/${how}`, body);
  return id;
}
const verify = ({ payload, signature }: Received) => sandbox.stripe.webhooks.constructEvent(payload, signature, WEBHOOK_SECRET);
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

test('a payment is one signed webhook that the SDK accepts: the shop subscribes to no event of its parts', async () => {
  const id = await pay();
  const [completed] = await endpoint.until('checkout.session.completed');
  const event = verify(completed!);
  expect(event.type).toBe('checkout.session.completed');
  expect(event.data.object).toMatchObject({ id, payment_status: 'paid', metadata: { orderId: 'K1' } });
  await settled();
  expect((await sandbox.stripe.events.retrieve(event.id)).pending_webhooks).toBe(0);
  expect(endpoint.received.map(({ event: { type } }) => type)).toEqual(['checkout.session.completed']);
});

test('a refund, a dispute and a warning are webhooks, and a transfer is two', async () => {
  const id = await pay('pay-later', { settleAfterMs: 30 });
  const [completed] = await endpoint.until('checkout.session.completed');
  expect(completed!.event.data.object).toMatchObject({ payment_status: 'unpaid' });
  const [arrived] = await endpoint.until('checkout.session.async_payment_succeeded');
  expect(arrived!.event.data.object).toMatchObject({ id, payment_status: 'paid' });

  const intent = String((await sandbox.stripe.checkout.sessions.retrieve(id)).payment_intent);
  await sandbox.stripe.refunds.create({ payment_intent: intent, amount: 500 });
  await Promise.all(['refund.created', 'charge.refunded', 'refund.updated'].map((type) => endpoint.until(type)));
  await sandbox.control('/disputes', { payment_intent: intent });
  await sandbox.control('/fraud-warnings', { payment_intent: intent });
  await Promise.all(['charge.dispute.created', 'radar.early_fraud_warning.created'].map((type) => endpoint.until(type)));

  await pay('pay-later', { settleAfterMs: 0, outcome: 'fail' });
  await endpoint.until('checkout.session.async_payment_failed');
});

test('an attempt that the buyer did not prove to the bank is a webhook, though there is no charge', async () => {
  const { id } = await sandbox.stripe.checkout.sessions.create(order());
  await sandbox.control(`/sessions/${id}/pay`, { number: '4000000000009300' });
  const [failed] = await endpoint.until('payment_intent.payment_failed');
  expect(failed!.event.data.object).toMatchObject({ latest_charge: null, status: 'requires_payment_method' });
});

test('an expired session is a webhook that nobody asked for', async () => {
  await sandbox.stripe.checkout.sessions.create(order());
  await sandbox.control('/clock', { advanceMs: 25 * 3_600_000 });
  await endpoint.until('checkout.session.expired');
});

test('a webhook that is not taken comes again until it is, and its event counts it as pending', async () => {
  endpoint.answerWith(500, 302, 404);
  await pay();
  const received = await endpoint.until('checkout.session.completed', 4);
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1);
  expect(received[0]!.event.pending_webhooks).toBe(1);
  await settled();
  expect(endpoint.received).toHaveLength(4);
});

test('a webhook that becomes due while the scheduler works is sent again, too', async () => {
  // Sent again after 20 ms: each look at this clock is 6 ms later.
  let past = Date.now();
  jest.spyOn(SandboxClock.prototype, 'nowMs').mockImplementation(() => (past += 6));
  endpoint.answerWith(500);
  await pay();
  await endpoint.until('checkout.session.completed', 2);
});

test('however many webhooks wait, no more than can be sent at once are read at a time, and all are sent', async () => {
  const due = jest.spyOn(Deliveries.prototype, 'due');
  await sandbox.control('/webhooks', { mode: 'late', delayMs: 60_000 }, 'PUT');
  for (let count = 0; count < 50; count += 1) await pay();
  await sandbox.control('/webhooks', { mode: 'normal' }, 'PUT');
  await sandbox.control('/clock', { advanceMs: 60_000 });
  await endpoint.until('checkout.session.completed', 50);
  expect(Math.max(...due.mock.results.map(({ value }) => (value as unknown[]).length))).toBe(20);
});

test('in the mode late, a webhook waits', async () => {
  await sandbox.control('/webhooks', { mode: 'late', delayMs: 150 }, 'PUT');
  await pay();
  await settled();
  expect(endpoint.received).toHaveLength(0);
  await endpoint.until('checkout.session.completed');
});

test('in the mode twice, the same event comes twice', async () => {
  await sandbox.control('/webhooks', { mode: 'twice' }, 'PUT');
  await pay();
  const [first, second] = await endpoint.until('checkout.session.completed', 2);
  expect(second!.event.id).toBe(first!.event.id);
});

test('in the mode out-of-order, the last event comes first', async () => {
  await sandbox.control('/webhooks', { mode: 'out-of-order', delayMs: 150 }, 'PUT');
  await pay('pay-later', { settleAfterMs: 20 });
  await endpoint.until('checkout.session.completed');
  expect(endpoint.received.map(({ event: { type } }) => type)).toEqual([
    'checkout.session.async_payment_succeeded',
    'checkout.session.completed',
  ]);
});

test('set not to send, no event arrives; it is stored and can be sent by hand', async () => {
  await sandbox.control('/webhooks', { mode: 'none' }, 'PUT');
  await pay();
  await settled();
  expect(endpoint.received).toHaveLength(0);
  const [event] = (await sandbox.stripe.events.list({ types: ['checkout.session.completed', 'charge.refunded'] })).data;
  await sandbox.control(`/events/${event!.id}/send`);
  const [received] = await endpoint.until('checkout.session.completed');
  expect(verify(received!).id).toBe(event!.id);
});

test('an event counts as undelivered while its webhook waits, where it was refused or never sent, and no longer once it was taken', async () => {
  const types = ['checkout.session.completed', 'charge.succeeded'];
  const listed = async (isDelivered: boolean) =>
    (await sandbox.stripe.events.list({ delivery_success: isDelivered, types })).data.map(({ data }) => (data.object as { id: string }).id);
  const taken = await pay();
  await endpoint.until('checkout.session.completed');
  await sandbox.control('/webhooks', { mode: 'none' }, 'PUT');
  const unsent = await pay();
  await sandbox.control('/webhooks', { mode: 'late', delayMs: 60_000 }, 'PUT');
  const late = await pay();
  await sandbox.control('/webhooks', { mode: 'forged' }, 'PUT');
  endpoint.answerWith(400);
  const refused = await pay();
  await endpoint.until('checkout.session.completed', 2);
  await eventually(async () => (await listed(true)).includes(taken));
  expect(await listed(false)).toEqual([refused, late, unsent]);
  // Nobody subscribes to the events of the charges.
  expect(await listed(true)).toHaveLength(1 + 4);

  const [waiting] = (await sandbox.stripe.events.list({ delivery_success: false, limit: 1 })).data;
  await sandbox.control('/webhooks', { mode: 'normal' }, 'PUT');
  await sandbox.control(`/events/${waiting!.id}/send`);
  await eventually(async () => (await listed(true)).includes(refused));
  expect(await listed(false)).toEqual([late, unsent]);
});

test.each([
  ['forged', 'No signatures found matching'],
  ['stale', 'outside the tolerance zone'],
])('set to be %s, the SDK refuses the webhook, and it is not tried again', async (mode, reason) => {
  await sandbox.control('/webhooks', { mode, types: ['checkout.session.completed'] }, 'PUT');
  endpoint.answerWith(400, 400, 400);
  await pay();
  const [received] = await endpoint.until('checkout.session.completed');
  expect(() => verify(received!)).toThrow(reason);
  await settled();
  expect(await endpoint.until('checkout.session.completed')).toHaveLength(1);
});

test('after a restart everything is still there, and what was not delivered is delivered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-sandbox-'));
  const dataFile = join(folder, 'sandbox.sqlite');
  const before = await sandboxForTest({ dataFile, retryDelaysMs: [50] });
  const { id } = await before.stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' });
  await before.control('/clock', { advanceMs: 1000 });
  await before.control(`/sessions/${id}/pay-later`, { settleAfterMs: 200 });
  const events = await before.control<{ type: string; deliveries: { attempts: number }[] }[]>('/events', undefined, 'GET');
  expect(events.map(({ type }) => type)).toContain('checkout.session.completed');
  await before.close();

  const after = await sandboxForTest({ dataFile, webhookUrl: endpoint.url });
  try {
    await endpoint.until('checkout.session.completed');
    await endpoint.until('checkout.session.async_payment_succeeded');
    expect((await after.stripe.checkout.sessions.create(order(), { idempotencyKey: 'a' })).id).toBe(id);
    expect(await after.control('/clock', undefined, 'GET')).toMatchObject({ offsetMs: 1000 });
    await eventually(async () => (await after.stripe.checkout.sessions.retrieve(id)).payment_status === 'paid');
  } finally {
    await after.close();
    rmSync(folder, { recursive: true });
  }
});
