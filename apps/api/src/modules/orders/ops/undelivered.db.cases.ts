import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SendAlerts } from '../../../platform/mail/alerts/send-alerts.ts';
import { ReopenMail } from '../../../platform/mail/sending/reopen-mail.ts';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { OutboxRelay } from '../../../platform/outbox/outbox-relay.ts';
import { Ids, Mailer, MailRefused } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { addUser } from '../../../testing/people.ts';
import { addProducts } from '../../../testing/products.ts';
import { operator } from '../../../testing/operators.ts';
import { buy } from '../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { PaymentProvider } from '../../payments/application/ports.ts';
import { Tokens } from '../../users/application/ports.ts';
import type { OpsOrder } from './orders-ops.dto.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';

const HOUR = 3_600_000;

export function undelivered(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;
  let ada: { id: string; email: string };
  let supporter: Awaited<ReturnType<typeof operator>>;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: provider },
        { provide: Mailer, useValue: mailer },
      ],
      environment: { ALERT_EMAIL: 'ops@example.com' },
    });
    await addProducts(shop, [{ kinguinId: 1, keys: 9 }]);
    ada = await addUser(shop, 'ada');
    supporter = await operator(shop, 'support');
  });
  afterAll(() => shop.close());

  /** A login is shorter than the retries of a mail. */
  const token = () => shop.get(Tokens).issue({ userId: ada.id, version: 1 }, shop.get(Ids).next());

  async function paid(failure: Error): Promise<string> {
    mailer.failure = failure;
    return buy(shop, provider, { email: ada.email, token: await token() });
  }

  const timeline = async (orderId: string) =>
    (
      await shop.database.query<{ kind: string; data: object }>('select kind, data from order_event where order_id = $1 order by id', [
        orderId,
      ])
    ).rows;
  const keysOnThePage = async (orderId: string) =>
    (await shop.app.inject({ url: `/order/${orderId}/keys`, headers: { authorization: await token() } })).json<{ keys: unknown[] }>().keys;

  async function alert(): Promise<void> {
    await shop.get(SendAlerts).run();
    const { rows } = await shop.database.query<{ id: string }>(`select id from letter where kind = 'alert' and state = 'waiting'`);
    for (const { id } of rows) await shop.get(SendMail).run(id);
  }

  /** Ids of the mail jobs that a queue was given. */
  async function relayed(orderId: string): Promise<number> {
    await shop.get(OutboxRelay).relayAll();
    const { rowCount } = await shop.database.query(`select 1 from outbox where data ->> 'mailId' like $1 and relayed_at is not null`, [
      `${orderId}%`,
    ]);
    return rowCount ?? 0;
  }

  test('while the mail server is down the order page shows the key, the timeline the delay, and the retry is stored in the database', async () => {
    const order = await paid(new Error('The mail server could not be reached.'));
    expect(await keysOnThePage(order)).toHaveLength(1);
    expect((await timeline(order)).at(-1)).toEqual({
      kind: 'mail_delayed',
      data: { mailId: `${order}-keys-1`, reason: 'The mail server could not be reached.' },
    });
    expect(await relayed(order)).toBe(1);
    shop.clock.advance(9000);
    expect(await relayed(order)).toBe(1);
    shop.clock.advance(1000);
    expect(await relayed(order)).toBe(2);

    mailer.failure = null;
    await shop.get(SendMail).run(`${order}-keys-1`);
    expect((await timeline(order)).slice(-2).map(({ kind }) => kind)).toEqual(['mail_sent', 'completed']);
  });

  test('a mail that fails for a day is dead, one alert without a key or an address is mailed, and it can be retried', async () => {
    const order = await paid(new Error('The mail server did not take the mail (451).'));
    const id = `${order}-keys-1`;
    // The first eight tries come at half hours here, not within the first one.
    for (let minute = 0; minute < 28 * 60; minute += 30) {
      shop.clock.advance(HOUR / 2);
      await shop.get(SendMail).run(id);
    }
    expect((await timeline(order)).filter(({ kind }) => kind.startsWith('mail_')).map(({ kind }) => kind)).toEqual([
      'mail_delayed',
      'mail_dead',
    ]);
    expect(await keysOnThePage(order)).toHaveLength(1);

    mailer.failure = null;
    const from = mailer.sent.length;
    await alert();
    expect(mailer.sent.slice(from)).toMatchObject([{ to: 'ops@example.com', subject: 'Alert: 1 mail was refused or given up' }]);
    const { number } = (await supporter.call('GET', `/ops/orders/${order}`)).json<{ order: OpsOrder }>().order;
    expect(mailer.sent.at(-1)?.text).toContain(`${id}: The mail server did not take the mail (451). Order ${number}.`);
    expect(mailer.sent.at(-1)?.text).not.toMatch(/KEY-|ada@/);

    expect(await shop.get(ReopenMail).run(id)).toBe(true);
    expect(await relayed(order)).toBeGreaterThan(1);
    await shop.get(SendMail).run(id);
    expect(mailer.sent.at(-1)?.to).toBe(ada.email);
    expect(await shop.get(ReopenMail).run(id)).toBe(false);
  });

  test('an unknown address shows in the timeline, and an alert without the address is mailed within the hour', async () => {
    const order = await paid(new MailRefused('The mail server refused the address for good (550 5.1.1).', 'address'));
    expect((await timeline(order)).at(-1)).toEqual({
      kind: 'mail_refused',
      data: { mailId: `${order}-keys-1`, reason: 'The mail server refused the address for good (550 5.1.1).' },
    });
    expect(await keysOnThePage(order)).toHaveLength(1);
    mailer.failure = null;
    const from = mailer.sent.length;
    await alert();
    expect(mailer.sent.slice(from)).toEqual([]);
    shop.clock.advance(HOUR);
    await alert();
    expect(mailer.sent.slice(from)).toMatchObject([{ to: 'ops@example.com', subject: 'Alert: 1 mail was refused or given up' }]);
    expect(mailer.sent.at(-1)?.text).toContain(`${order}-keys-1: The mail server refused the address for good (550 5.1.1). Order K`);
    expect(mailer.sent.at(-1)?.text).not.toMatch(/KEY-|ada@/);
  });

  test('an undelivered mail is listed with its order and address, and its order shows it until the mail is sent', async () => {
    const order = await paid(new MailRefused('The mail server refused the address for good (550 5.1.1).', 'address'));
    const { number, mailState } = (await supporter.call('GET', `/ops/orders/${order}`)).json<{ order: OpsOrder }>().order;
    expect(mailState).toBe('refused');
    const { items } = (await supporter.call('GET', '/ops/queue/dead-letters')).json<{ items: { id: string }[] }>();
    expect(items.find(({ id }) => id === `${order}-keys-1`)).toMatchObject({ orderNumber: number, address: ada.email, state: 'refused' });

    mailer.failure = null;
    const states = [];
    await supporter.call('POST', `/ops/orders/${order}/send-again`, { reason: 'The mailbox is back' });
    const state = async () =>
      (await supporter.call('GET', `/ops/orders?number=${number}`)).json<{ items: OpsOrder[] }>().items[0]?.mailState;
    states.push(await state());
    for (const { id } of (
      await shop.database.query<{ id: string }>(`select id from letter where about = $1 and state = 'waiting'`, [order])
    ).rows)
      await shop.get(SendMail).run(id);
    states.push(await state());
    expect(states).toEqual(['waiting', 'sent']);
  });
}
