import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { PurgeExpired } from '../../../../platform/scheduler/purge-expired.ts';
import { Transaction } from '../../../../shared/ports.ts';
import { PlainTransaction } from '../../../../testing/fakes.ts';
import { callOps, opsKey } from '../../../../testing/ops/staff.ts';
import { Disputes } from '../../application/disputes/disputes.ts';
import { AssembleEvidence } from '../../application/disputes/assemble-evidence.ts';
import { WatchEvidence } from '../../application/disputes/watch-evidence.ts';
import { ProcessEvent } from '../../application/events/process-event.ts';
import type { DisputeAnswer } from '../../ops/disputes-ops.dto.ts';
import { disputesContract } from '../../testing/disputes.contract.ts';
import { InMemoryDisputes } from '../../testing/in-memory-disputes.ts';
import { type RefundTestShop, refundTestShop } from '../../testing/refund-test-shop.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
const reason = 'a test';

export function evidenceCases(): void {
  let fixture: RefundTestShop;
  let support: string;

  beforeAll(async () => {
    fixture = await refundTestShop();
    support = (await opsKey(fixture.shop, 'support')).text;
    await rows(`insert into info_page values ('Terms and Conditions', 'Company', 1, '<p>T</p>', 'm', '2026-01-02T08:00:00Z', 't')`);
  }, 60_000);
  afterAll(() => fixture.close());

  /** The latest event of this type about the payment, signed and delivered to the webhook, and processed. */
  async function hand(intentId: string, type: string): Promise<void> {
    const { data } = await fixture.standIn.stripe.events.list({ type, limit: 100 });
    const event = data.find((one) => (one.data.object as Stripe.Dispute).payment_intent === intentId);
    const payload = JSON.stringify(event);
    const signature = fixture.standIn.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: fixture.shop.config.stripe.webhookSecret,
    });
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const answer = await fixture.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload });
    expect(answer.statusCode).toBe(200);
    await fixture.shop.get(ProcessEvent).run(event?.id ?? '');
  }

  /** A delivered order whose payment is disputed, as the shop knows after the webhook. */
  async function disputed(): Promise<{ orderId: string; intentId: string; id: string }> {
    const orderId = await fixture.buy();
    const { intentId } = await fixture.payment(orderId);
    const { id } = (await fixture.standIn.control('disputes', { payment_intent: intentId })) as Stripe.Dispute;
    await hand(intentId, 'charge.dispute.created');
    return { orderId, intentId, id };
  }

  async function rows<Row>(query: string, ...values: unknown[]): Promise<Row[]> {
    return (await fixture.shop.database.query(query, values)).rows as Row[];
  }

  const jobsOf = (id: string) => rows<{ job_id: string }>(`select job_id from outbox where data ->> 'disputeId' = $1 order by 1`, id);
  const call = async (method: 'GET' | 'PATCH' | 'POST', url: string, body?: object) => {
    const answer = await callOps(fixture.shop, support, method, `/ops/payments/disputes${url}`, body);
    return { status: answer.statusCode, ...answer.json<DisputeAnswer>() };
  };
  const statusOf = async (id: string) => (await rows<{ status: string }>('select status from shop_order where id = $1', id))[0]?.status;
  const alertsOf = async (id: string) =>
    (await rows<{ detail: string }>(`select detail from alert where id like $1 order by raised_at`, `${id}%`)).map(({ detail }) => detail);

  test('a dispute is answered from its webhook to the bank, and won', async () => {
    const { orderId, intentId, id } = await disputed();
    expect(await jobsOf(id)).toEqual([{ job_id: `evidence-${id}` }]);
    await fixture.shop.get(AssembleEvidence).run(id);
    await fixture.shop.get(AssembleEvidence).run(id);
    const listed = await callOps(fixture.shop, support, 'GET', '/ops/payments/disputes?kind=dispute');
    const summary = { id, amount: 10, currency: 'EUR', dueAt: expect.any(String), state: 'assembled', outcome: null };
    expect(listed.json()).toMatchObject({ items: [{ reason: 'fraudulent', orderStatus: 'disputed', dispute: summary }] });
    const read = await call('GET', `/${id}`);
    expect(read).toMatchObject({
      ...summary,
      version: 1,
      prior: null,
      evidence: {
        customerEmail: 'ada@example.com',
        customerAddress: '127.0.0.1',
        accessLog: expect.stringMatching(/order placed from 127\.0\.0\.1 with [^]*keys delivered to ada@example\.com/),
        refundPolicy: expect.stringMatching(
          /accepted the terms.* their version 2026-01-02-[0-9a-f]{12}, published in this form since 2026-01-02/,
        ),
        receipt: expect.stringContaining('Total: 10.00 EUR'),
        deliveryRecord: expect.stringContaining('keys delivered to ada@example.com'),
        mailsSent: expect.stringMatching(/UTC delivery, with the keys$/),
        acceptedTerms: expect.stringMatching(/^Version 2026-01-02-[^]*Terms and Conditions\n\nT$/),
        uncategorizedText: '',
      },
    });
    const document = (name: string) => callOps(fixture.shop, support, 'GET', `/ops/payments/disputes/${id}/files/${name}`);
    const receipt = await document('receipt');
    expect([receipt.statusCode, receipt.headers['content-type'], receipt.body.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    expect((await document('customerName')).json()).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('no such document'),
    });
    const edited = await call('PATCH', `/${id}/evidence`, { version: 1, uncategorizedText: 'winning_evidence', reason });
    expect(edited).toMatchObject({ state: 'edited', version: 2, evidence: { ...read.evidence, uncategorizedText: 'winning_evidence' } });
    const confirmed = { version: 2, confirm: true, reason };
    expect(await call('POST', `/${id}/submit`, confirmed)).toMatchObject({
      status: 200,
      state: 'submitted',
      submittedBy: expect.any(String),
    });
    expect((await call('POST', `/${id}/submit`, confirmed)).status).toBe(409);
    expect(await fixture.standIn.stripe.disputes.retrieve(id)).toMatchObject({
      status: 'won',
      evidence: { customer_email_address: 'ada@example.com', access_activity_log: read.evidence?.accessLog },
      evidence_details: { submission_count: 1 },
    });
    await hand(intentId, 'charge.dispute.closed');
    expect(await call('GET', `/${id}`)).toMatchObject({ state: 'closed', outcome: 'won', closedBy: null });
    expect(await statusOf(orderId)).toBe('completed');
    const { timeline } = await fixture.story(orderId);
    const told = timeline.map(({ what }) => what).filter((what) => what.includes('evidence'));
    expect(told).toEqual(['evidence assembled', 'payments.edit-evidence', 'payments.submit-evidence']);
    expect(JSON.stringify(timeline)).not.toContain('winning_evidence');
  });

  test('evidence is not submitted unconfirmed, unread or by a viewer', async () => {
    const { id } = await disputed();
    const submit = (body: object) => call('POST', `/${id}/submit`, { reason, ...body });
    expect(await submit({ version: 0, confirm: true })).toMatchObject({ status: 409, message: expect.stringContaining('being assembled') });
    await fixture.shop.get(AssembleEvidence).run(id);
    expect(await submit({ version: 1 })).toMatchObject({ status: 409, details: [{ field: 'confirm' }] });
    await call('PATCH', `/${id}/evidence`, { version: 1, customerName: '', reason });
    expect(await submit({ version: 1, confirm: true })).toMatchObject({ status: 409, details: [{ field: 'version' }] });
    expect((await call('PATCH', `/${id}/evidence`, { version: 1, customerName: 'x', reason })).status).toBe(409);
    const viewer = (await opsKey(fixture.shop, 'viewer')).text;
    const asViewer = await callOps(fixture.shop, viewer, 'POST', `/ops/payments/disputes/${id}/submit`, {
      version: 2,
      confirm: true,
      reason,
    });
    expect(asViewer.statusCode).toBe(403);
    expect((await fixture.standIn.stripe.disputes.retrieve(id)).evidence_details.submission_count).toBe(0);
    expect((await submit({ version: 2, confirm: true })).status).toBe(200);
    expect((await fixture.standIn.stripe.disputes.retrieve(id)).evidence.customer_name).toBeNull();
    expect((await call('GET', '/du_nobody')).status).toBe(404);
  });

  test('a dispute is closed by naming its amount, and its order is charged back', async () => {
    const { orderId, intentId, id } = await disputed();
    expect(await call('POST', `/${id}/close`, { amount: 9.99, reason })).toMatchObject({ status: 409, details: [{ field: 'amount' }] });
    expect(await call('POST', `/${id}/close`, { amount: 10, reason })).toMatchObject({ status: 200, state: 'closed', outcome: 'lost' });
    expect(await call('POST', `/${id}/close`, { amount: 10, reason })).toMatchObject({ status: 409 });
    await fixture.shop.get(AssembleEvidence).run(id);
    expect(await call('GET', `/${id}`)).toMatchObject({ state: 'closed', evidence: null, closedBy: expect.any(String) });
    await hand(intentId, 'charge.dispute.closed');
    expect(await statusOf(orderId)).toBe('charged_back');
  });

  test('what the bank has decided in the meantime is refused by the provider', async () => {
    const { id } = await disputed();
    await fixture.shop.get(AssembleEvidence).run(id);
    await fixture.standIn.control(`disputes/${id}/close`, { outcome: 'won' });
    const body = { version: 1, confirm: true, reason };
    expect(await call('POST', `/${id}/submit`, body)).toMatchObject({ status: 409, message: expect.stringContaining('refuses') });
    expect((await call('POST', `/${id}/close`, { amount: 10, reason })).status).toBe(409);
    expect(await call('GET', `/${id}`)).toMatchObject({ state: 'assembled' });
  });

  test('a lost job is queued again, and the staff is told when evidence is ready and when it is due', async () => {
    const { id } = await disputed();
    const watch = () => fixture.shop.get(WatchEvidence).run();
    await watch();
    expect(await jobsOf(id)).toHaveLength(1);
    fixture.shop.clock.advance(6 * MINUTE_MS);
    await watch();
    expect(await jobsOf(id)).toHaveLength(2);
    await fixture.shop.get(AssembleEvidence).run(id);
    expect(await alertsOf(id)).toEqual([expect.stringContaining('Dispute over'), expect.stringContaining('The evidence is assembled')]);
    await rows('update payment_dispute set due_at = $2 where id = $1', id, new Date(fixture.shop.clock.now().getTime() + 48 * HOUR_MS + 1));
    await watch();
    expect(await alertsOf(id)).toHaveLength(2);
    fixture.shop.clock.advance(2);
    for (let time = 0; time < 2; time += 1) await watch();
    expect((await alertsOf(id)).slice(2)).toEqual([expect.stringContaining('No evidence was submitted yet')]);
  });

  test('earlier payments of the same buyer are evidence', async () => {
    const earlier = [await fixture.buy(), await fixture.buy()];
    const daysAgo = (days: number) => new Date(fixture.shop.clock.now().getTime() - days * DAY_MS);
    for (const [place, id] of earlier.entries()) await rows('update shop_order set paid_at = $2 where id = $1', id, daysAgo(150 + place));
    const { orderId, id } = await disputed();
    await fixture.shop.get(AssembleEvidence).run(id);
    const { prior, evidence } = await call('GET', `/${id}`);
    const numbers = await rows<{ number: string }>('select number from shop_order where id = any($1) order by paid_at desc', earlier);
    expect(prior).toMatchObject({
      matches: expect.arrayContaining(['address', 'email']),
      disputed: { paymentId: (await fixture.payment(orderId)).intentId },
    });
    expect(prior?.earlier.map(({ orderNumber }) => orderNumber)).toEqual(numbers.map(({ number }) => number));
    expect(evidence?.uncategorizedText).toContain('Earlier payments of the same buyer');
    // The id of the browser opens the pages of its orders.
    const browsers = await rows<{ id: string }>('select browser_id as id from shop_order where id = any($1)', [...earlier, orderId]);
    for (const browser of browsers) expect(JSON.stringify(prior)).not.toContain(browser.id);
  });

  test('a decided dispute is deleted when its time is over, and an open one stays', async () => {
    const [decided, open] = [await disputed(), await disputed()];
    await call('POST', `/${decided.id}/close`, { amount: 10, reason });
    const left = async () =>
      (await rows<{ id: string }>('select id from payment_dispute where id = any($1)', [decided.id, open.id])).map(({ id }) => id).sort();
    fixture.shop.clock.advance(399 * DAY_MS);
    await fixture.shop.get(PurgeExpired).run();
    expect(await left()).toHaveLength(2);
    fixture.shop.clock.advance(2 * DAY_MS);
    await fixture.shop.get(PurgeExpired).run();
    expect(await left()).toEqual([open.id]);
    fixture.shop.clock.advance(-401 * DAY_MS);
  });

  describe('disputes on PostgreSQL', () => {
    let orderId: string;
    beforeAll(async () => {
      orderId = await fixture.buy();
    });
    beforeEach(() => rows('delete from payment_dispute'));
    disputesContract(async () => ({
      disputes: fixture.shop.get(Disputes),
      orderId,
      inTransaction: (work) => fixture.shop.get(Transaction).run(work),
    }));
  });

  describe('the fake of disputes', () => {
    disputesContract(async () => ({
      disputes: new InMemoryDisputes(),
      orderId: 'order-1',
      inTransaction: (work) => new PlainTransaction().run(work),
    }));
  });
}
