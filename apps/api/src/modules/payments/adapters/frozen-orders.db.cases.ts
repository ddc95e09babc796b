import { expect, test } from '@jest/globals';
import { MailRows, MailWriters } from '../../../platform/mail/ports.ts';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { buy } from '../../../testing/sales.ts';
import type { SignalKind } from '../application/ports.ts';
import { ReconcileDisputes } from '../application/disputes/reconcile-disputes.ts';
import { SendRefund } from '../application/refunds/send-refund.ts';
import { SettleDispute } from '../application/disputes/settle-dispute.ts';
import { opsTestShop } from '../testing/ops-test-shop.ts';

const HOUR_MS = 3_600_000;
const reason = 'a test';

export function frozenOrders(): void {
  const providerState = opsTestShop();
  const { provider, mailer, get, post, statusOf } = providerState;
  const bankSays = (orderId: string, kind: SignalKind) => providerState.bank.says(orderId, kind);

  /** Sends all mails that are due; returns their number. */
  async function send(id: string): Promise<number> {
    mailer.sent.length = 0;
    for (const mail of await providerState.shop.get(MailRows).overdue(new Date(providerState.shop.clock.now().getTime() + HOUR_MS)))
      if (mail.startsWith(id)) await providerState.shop.get(SendMail).run(mail);
    return mailer.sent.length;
  }

  test.each([
    ['at once', async () => undefined],
    ['after the next try found it frozen', async (id: string) => void (await send(id))],
  ])('a dispute that is won after a delayed mail, %s, sends the keys once', async (_when, meanwhile) => {
    const id = await buy(providerState.shop, provider, { isDelivered: false });
    mailer.failure = new Error('The mail server did not take the mail (451).');
    await providerState.shop.get(SendMail).run(`${id}-keys-1`);
    mailer.failure = null;
    await bankSays(id, 'dispute');
    await meanwhile(id);
    expect(await bankSays(id, 'dispute-won')).toBe('completed');
    expect([await send(id), await send(id)]).toEqual([1, 0]);
    expect(await brokenInvariants(providerState.shop.database, providerState.shop.clock.now())).toEqual([]);
  });

  test('a dispute that is won while a worker drops the frozen mail sends the keys once', async () => {
    const id = await buy(providerState.shop, provider, { isDelivered: false });
    const writer = providerState.shop.get(MailWriters).of('keys');
    const write = writer.write.bind(writer);
    writer.write = async (mail) => {
      writer.write = write;
      await bankSays(id, 'dispute');
      const draft = await write(mail);
      await bankSays(id, 'dispute-won');
      return draft;
    };
    expect([await send(id), await send(id), await send(id)]).toEqual([0, 1, 0]);
  });

  test('a dispute that is won after the mail left sends no other', async () => {
    const id = await buy(providerState.shop, provider);
    for (const kind of ['dispute', 'dispute-won'] as const) await bankSays(id, kind);
    expect([await statusOf(id), await send(id)]).toEqual(['completed', 0]);
  });

  test.each([
    ['was made', 1, async (id: string) => void (await providerState.shop.get(SendRefund).run(id))],
    ['was given up', 2, async (id: string, order: string) => void (await post(`/orders/${order}/refunds/${id}/give-up`))],
  ])('a dispute that is won while a part is being refunded delivers the rest within a minute after it %s', async (_how, keys, end) => {
    const id = await buy(providerState.shop, provider, { isDelivered: false, quantity: 2 });
    provider.refusal = 'charge_disputed';
    const refund = (await post(`/orders/${id}/refund`, { reason, pieces: [{ line: 1, count: 1 }] })).json<{ id: string; state: string }>();
    expect(refund.state).toBe('asked');
    provider.refusal = null;
    await bankSays(id, 'dispute');
    const reconcile = () => providerState.shop.get(ReconcileDisputes).run();
    await reconcile();
    await bankSays(id, 'dispute-won');
    expect([await statusOf(id), await send(id)]).toEqual(['disputed', 0]);
    await end(refund.id, id);
    expect([await statusOf(id), await send(id)]).toEqual(['disputed', keys === 1 ? 1 : 0]);
    await reconcile();
    expect(await statusOf(id)).toBe(keys === 1 ? 'partially_refunded' : 'completed');
    expect(await send(id)).toBe(1);
    expect(mailer.sent[0]?.text.match(/KEY-1-\d+/g)).toHaveLength(keys);
    expect(await brokenInvariants(providerState.shop.database, providerState.shop.clock.now())).toEqual([]);
  });

  test('of a dispute and of a warning the staff is alerted once, with the amount, the date and where to answer', async () => {
    const [disputed, warned] = [await buy(providerState.shop, provider), await buy(providerState.shop, provider)];
    for (const id of [disputed, disputed]) await bankSays(id, 'dispute');
    for (const id of [warned, warned]) await bankSays(id, 'fraud-warning');
    const { rows } = await providerState.shop.database.query(
      `select o.id, a.detail, a.link from alert a join shop_order o on o.number = a.about where a.kind = 'dispute' and o.id = any($1) order by o.id`,
      [[disputed, warned]],
    );
    const link = (id: string) => `https://pay.example/payments/intent-session-${id}`;
    expect(rows).toEqual([
      { id: disputed, detail: 'Dispute over 10.00 EUR (fraudulent), to be answered by 2026-12-01 23:59 UTC', link: link(disputed) },
      {
        id: warned,
        detail: 'Early fraud warning over 10.00 EUR (fraudulent), no due date: a refund now mostly saves the dispute',
        link: link(warned),
      },
    ]);
  });

  test('a warning released by staff does not freeze again on repeated events, and raises one alert', async () => {
    const id = await buy(providerState.shop, provider, { isDelivered: false });
    await bankSays(id, 'fraud-warning');
    const details = async () =>
      (await get<{ items: { kind: string; detail: string; orderStatus: string }[] }>('/mismatches?askProvider=false')).items.filter(
        ({ kind, detail }) => kind === 'disputed' && detail === 'fraud warning',
      ).length;
    expect(await details()).toBe(1);
    expect((await post(`/orders/${id}/release`)).json<{ order: object }>().order).toMatchObject({ status: 'completed', holdReason: null });
    expect(await details()).toBe(0);
    expect(await bankSays(id, 'fraud-warning')).toBe('recorded');
    expect([await statusOf(id), await send(id)]).toEqual(['completed', 1]);
    const { rows } = await providerState.shop.database.query(`select 1 from order_event where order_id = $1 and kind = 'fraud_warning'`, [
      id,
    ]);
    expect(rows).toHaveLength(1);
    const audit = await providerState.shop.database.query(
      `select before, after, reason from audit_line where action = 'orders.release' and subject_id = $1`,
      [id],
    );
    expect(audit.rows).toEqual([{ before: { status: 'disputed', holdReason: 'fraud warning' }, after: { status: 'completed' }, reason }]);
  });

  test('a delayed mail has not left: a warning freezes it, and the refund after that puts no key back that may have been seen', async () => {
    const [delayed, fresh] = [
      await buy(providerState.shop, provider, { isDelivered: false }),
      await buy(providerState.shop, provider, { isDelivered: false }),
    ];
    mailer.failure = new Error('The mail server did not take the mail (451).');
    await providerState.shop.get(SendMail).run(`${delayed}-keys-1`);
    mailer.failure = null;
    for (const id of [delayed, fresh]) expect(await bankSays(id, 'fraud-warning')).toBe('disputed');
    expect((await post(`/orders/${delayed}/refund`, { everything: true, reason })).json()).toMatchObject({
      state: 'done',
      keys: 'burnt',
    });
    expect((await post(`/orders/${fresh}/refund`, { everything: true, reason })).json()).toMatchObject({
      state: 'done',
      keys: 'back in stock',
    });
    expect([await statusOf(delayed), await statusOf(fresh)]).toEqual(['refunded', 'refunded']);
  });

  test('a dispute takes the place of the warning before it: won, it delivers; a replay of an older one ends no warning', async () => {
    const id = await buy(providerState.shop, provider, { isDelivered: false });
    await bankSays(id, 'fraud-warning');
    provider.disputes.set(`intent-session-${id}`, { outcome: 'won', reason: 'fraudulent', lost: [] });
    await bankSays(id, 'dispute-won');
    expect(await statusOf(id)).toBe('disputed');
    await bankSays(id, 'dispute');
    expect(await bankSays(id, 'dispute-won')).toBe('completed');
    expect(await send(id)).toBe(1);
  });

  test('an answer of the provider that grew old while another process acted on a newer one does not stand', async () => {
    const id = await buy(providerState.shop, provider, { isDelivered: false });
    await bankSays(id, 'dispute');
    const ask = provider.dispute.bind(provider);
    provider.dispute = async () => {
      provider.dispute = ask;
      await bankSays(id, 'dispute-won');
      await send(id);
      return { outcome: 'open', reason: 'fraudulent', lost: [] };
    };
    await providerState.shop.get(SettleDispute).run(`intent-session-${id}`, 'stripe');
    expect(await statusOf(id)).toBe('completed');
  });
}
