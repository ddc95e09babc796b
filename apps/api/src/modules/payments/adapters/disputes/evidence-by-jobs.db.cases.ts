import { BullRegistrar } from '@nestjs/bullmq';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { OutboxRelay } from '../../../../platform/outbox/outbox-relay.ts';
import { within } from '../../../../testing/until.ts';
import { type RefundTestShop, refundTestShop } from '../../testing/refund-test-shop.ts';

/** The relay looks again each second; no task of the schedule runs here. */
const PROMISED_MS = 10_000;

export function evidenceByJobs(): void {
  let fixture: RefundTestShop;
  beforeAll(async () => {
    fixture = await refundTestShop();
  }, 60_000);
  afterAll(() => fixture.close());

  test('once the webhook of a dispute is taken, relay and workers assemble its evidence within seconds, without the schedule', async () => {
    const { shop, standIn } = fixture;
    const { intentId } = await fixture.payment(await fixture.buy());
    shop.get(BullRegistrar).register();
    shop.get(OutboxRelay).start();
    const { id } = (await standIn.control('disputes', { payment_intent: intentId })) as Stripe.Dispute;
    const { data } = await standIn.stripe.events.list({ type: 'charge.dispute.created', limit: 1 });
    const payload = JSON.stringify(data[0]);
    const signature = standIn.stripe.webhooks.generateTestHeaderString({ payload, secret: shop.config.stripe.webhookSecret });
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const answer = await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload });
    expect(answer.statusCode).toBe(200);
    const ofDispute = async () =>
      (
        await shop.database.query<{ state: string; log: string }>(
          `select state, evidence #>> '{texts,accessLog}' as log from payment_dispute where id = $1`,
          [id],
        )
      ).rows;
    await within(PROMISED_MS, async () => (await ofDispute())[0]?.state === 'assembled');
    expect(await ofDispute()).toEqual([{ state: 'assembled', log: expect.stringContaining('keys delivered to ada@example.com') }]);
  });
}
