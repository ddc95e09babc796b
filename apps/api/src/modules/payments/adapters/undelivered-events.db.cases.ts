import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { ProcessEvent } from '../application/events/process-event.ts';
import { ReceiveUndelivered } from '../application/events/receive-undelivered.ts';
import { type RefundTestShop, refundTestShop } from '../testing/refund-test-shop.ts';

/** At a stand-in whose webhooks never arrive. */
export function undeliveredEvents(): void {
  let fixture: RefundTestShop;

  beforeAll(async () => {
    fixture = await refundTestShop();
  }, 30_000);
  afterAll(() => fixture.close());

  const stored = async () =>
    (await fixture.shop.database.query<{ id: string; outcome: string | null }>('select id, outcome from payment_event order by id')).rows;

  /** One run of the task, and the jobs that it leaves. */
  async function lookForEvents(): Promise<void> {
    await fixture.shop.get(ReceiveUndelivered).run();
    const { rows } = await fixture.shop.database.query<{ id: string }>(
      `select data ->> 'eventId' as id from outbox where job = 'process-event' order by created_at`,
    );
    for (const { id } of rows) await fixture.shop.get(ProcessEvent).run(id);
  }

  test('a dispute and a refund whose webhooks never come are known after the next run, once', async () => {
    const [disputed, refunded] = [await fixture.buy(), await fixture.buy()];
    await fixture.standIn.control('disputes', { payment_intent: (await fixture.payment(disputed)).intentId });
    await fixture.standIn.control('refunds', { payment_intent: (await fixture.payment(refunded)).intentId });
    expect((await fixture.story(disputed)).order.status).toBe('completed');
    await lookForEvents();
    expect((await fixture.story(disputed)).order.status).toBe('disputed');
    expect((await fixture.story(refunded)).order).toMatchObject({ status: 'refunded', refunded: 10 });
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);

    const before = await stored();
    expect(before.filter(({ outcome }) => outcome === null)).toEqual([]);
    await lookForEvents();
    expect(await stored()).toEqual(before);
  });

  test('a refund that the bank returns, of which no webhook comes, puts its order on hold', async () => {
    const id = await fixture.buy();
    await fixture.standIn.control('refunds-fail', { how: 'later' });
    await fixture.post(id, 'refund', { everything: true, reason: 'a test' });
    await fixture.standIn.endRefunds();
    await lookForEvents();
    expect((await fixture.story(id)).order).toMatchObject({ status: 'on_hold', refunded: 0 });
  });
}
