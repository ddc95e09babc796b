import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Alert, Alerts, Mailer, Transaction } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { SendMail } from '../sending/send-mail.ts';
import { SendAlerts } from './send-alerts.ts';
import { alertsContract } from './testing/alerts.contract.ts';

const HOUR_MS = 3_600_000;
const mismatch = (id: string): Alert => ({ kind: 'payment-mismatch', id, about: `K-${id}`, detail: 'Paid 1.00 EUR' });

export function alertCases(): void {
  const mailer = new RecordingMailer();
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [{ provide: Mailer, useValue: mailer }],
      environment: { ALERT_EMAIL: 'ops@example.com', ALERTS_OFF: 'stock-empty' },
    });
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from alert; delete from alert_mail; delete from letter; delete from outbox'));

  const raise = (...alerts: Alert[]) =>
    shop.get(Transaction).run(async () => {
      for (const alert of alerts) await shop.get(Alerts).raise(alert);
    });

  /** What two concurrent workers send: by mail, what it is about. */
  async function alerted(): Promise<string[][]> {
    mailer.sent.length = 0;
    await Promise.all([shop.get(SendAlerts).run(), shop.get(SendAlerts).run()]);
    const { rows } = await shop.database.query<{ id: string }>(`select letter.id from letter join outbox on outbox.job_id = letter.id
      where kind = 'alert' and state = 'waiting' order by letter.id`);
    for (const { id } of rows) await shop.get(SendMail).run(id);
    return mailer.sent.map(({ text }) => [...text.matchAll(/^(K-\S+): /gm)].map(([, about = '']) => about));
  }

  alertsContract(async () => ({
    alerts: shop.get(Alerts),
    clock: shop.clock,
    inTransaction: (work) => shop.get(Transaction).run(work),
    raised: async () => (await shop.database.query<Alert>('select kind, id, about, detail, link from alert order by raised_at, id')).rows,
  }));

  test('the first alert of a kind is mailed at once, by one worker, to ALERT_EMAIL', async () => {
    await raise(mismatch('1'));
    expect(await alerted()).toEqual([['K-1']]);
    expect(mailer.sent).toMatchObject([{ to: 'ops@example.com', subject: 'Alert: 1 payment does not fit its order' }]);
    expect(await alerted()).toEqual([]);
  });

  test('alerts within an hour are mailed together at its end, and none is mailed twice', async () => {
    await raise(mismatch('1'));
    await alerted();
    shop.clock.advance(60_000);
    await raise(mismatch('2'), mismatch('1'));
    await raise(mismatch('3'));
    shop.clock.advance(HOUR_MS - 60_001);
    expect(await alerted()).toEqual([]);
    shop.clock.advance(1);
    expect(await alerted()).toEqual([['K-2', 'K-3']]);
    expect(mailer.sent[0]?.subject).toBe('Alert: 2 payments do not fit their orders');
  });

  test('kinds do not wait for each other', async () => {
    await raise(mismatch('1'));
    await alerted();
    await raise({ ...mismatch('1'), kind: 'dispute' });
    expect(await alerted()).toEqual([['K-1']]);
  });

  test('an alert commits with what happened, or not at all', async () => {
    const failing = shop.get(Transaction).run(async () => {
      await shop.get(Alerts).raise(mismatch('1'));
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await alerted()).toEqual([]);
  });

  test('a kind that is switched off is not mailed, not even when it is switched on again', async () => {
    await raise({ ...mismatch('1'), kind: 'stock-empty' });
    expect(await alerted()).toEqual([]);
    Object.assign(shop.config, { alertsOff: new Set() });
    try {
      expect(await alerted()).toEqual([]);
    } finally {
      Object.assign(shop.config, { alertsOff: new Set(['stock-empty']) });
    }
  });

  test('an alert links to the page that it names, and no other mail may link to external pages', async () => {
    const link = 'https://dashboard.stripe.com/test/payments/pi_1?a=1&b=2';
    await raise({ ...mismatch('1'), kind: 'dispute', link });
    await alerted();
    expect(mailer.sent[0]?.text).toContain(`Payment of K-1: ${link}`);
    expect(mailer.sent[0]?.html).toContain(`href="${link.replace('&', '&#38;')}"`);
  });
}
