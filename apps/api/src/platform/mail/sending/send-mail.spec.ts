import { expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FixedClock, PlainTransaction, RecordingAlerts, RecordingMailer, RecordingOutbox } from '../../../testing/fakes.ts';
import { MailRefused, type PlannedMail } from '../../../shared/ports.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { type MailDraft, MailWriter, MailWriters } from '../ports.ts';
import { until } from '../../../testing/until.ts';
import { SendMail } from './send-mail.ts';
import { CONNECTIONS } from './smtp-mailer.ts';
import { InMemoryMailRows } from '../testing/in-memory-mail-rows.ts';

Logger.overrideLogger(false);

const HOUR = 3_600_000;

class PlainWriter extends MailWriter {
  readonly kinds = ['keys'] as const;
  readonly outcomes: string[] = [];
  isGone = false;

  async write({ about }: PlannedMail): Promise<MailDraft | null> {
    return this.isGone ? null : { to: 'ada@example.com', subject: about, html: '', text: about };
  }

  samples() {
    return [];
  }

  async recipientOf() {
    return { address: 'ada@example.com', orderNumber: 'K482913377' };
  }

  override async noted({ id }: PlannedMail, what: string): Promise<void> {
    this.outcomes.push(`${id} ${what}`);
  }
}

async function planned() {
  const clock = new FixedClock();
  const rows = new InMemoryMailRows(clock);
  const mailer = new RecordingMailer();
  const writers = new MailWriters();
  const writer = new PlainWriter();
  writers.add(writer);
  await rows.add({ id: 'letter-1', kind: 'keys', about: 'order-1' });
  const outbox = new RecordingOutbox();
  const alerts = new RecordingAlerts();
  const sendMail = new SendMail(rows, writers, mailer, alerts, outbox, new PlainTransaction(), clock, new Metrics());
  /** Runs every job that is due in the next `hours`. */
  const pass = async (hours: number) => {
    const end = clock.now().getTime() + hours * HOUR;
    for (;;) {
      const next = outbox.messages.filter(({ data }) => data.mailId === 'letter-1').at(-1)?.dueAt;
      if (next === undefined || next <= clock.now() || next.getTime() > end) break;
      clock.advance(next.getTime() - clock.now().getTime());
      await sendMail.run('letter-1');
    }
    clock.advance(Math.max(0, end - clock.now().getTime()));
  };
  return {
    clock,
    rows,
    mailer,
    writer,
    sendMail,
    alerts,
    outbox,
    pass,
    send: () => sendMail.run('letter-1'),
    state: () => rows.all.get('letter-1')?.state,
  };
}

test('a mail goes to its recipient under its own Message-ID, and its writer is notified', async () => {
  const { send, mailer, writer, state } = await planned();
  await send();
  expect(mailer.sent).toEqual([
    { to: 'ada@example.com', subject: 'order-1', html: '', text: 'order-1', messageId: 'letter-1@letters.keyturn' },
  ]);
  expect(state()).toBe('sent');
  expect(writer.outcomes).toEqual(['letter-1 sent']);
});

test('a job that comes twice sends one mail', async () => {
  const { send, mailer } = await planned();
  await send();
  await send();
  expect(mailer.sent).toHaveLength(1);
});

test('a mail that was accepted is not sent again because its record fails', async () => {
  const { send, mailer, writer, state } = await planned();
  const noted = jest.spyOn(writer, 'noted').mockRejectedValueOnce(new Error('the database is away'));
  await send();
  expect(noted).toHaveBeenCalledTimes(2);
  expect(mailer.sent).toHaveLength(1);
  expect(state()).toBe('sent');
  expect(writer.outcomes).toEqual(['letter-1 sent']);
});

test('a mail that was recorded by a commit whose answer was lost is not recorded again', async () => {
  const { send, mailer, rows, state, sendMail } = await planned();
  const settle = rows.settle.bind(rows);
  jest.spyOn(rows, 'settle').mockImplementationOnce(async (ids, as) => {
    await settle(ids, as);
    throw new Error('connection lost');
  });
  await send();
  await sendMail.run('letter-1');
  expect(mailer.sent).toHaveLength(1);
  expect([state(), rows.all.get('letter-1')?.tries]).toEqual(['sent', 1]);
});

test('no more mails are claimed than there are connections to the mail server', async () => {
  const { rows, mailer, sendMail } = await planned();
  const ids = Array.from({ length: 12 }, (_, index) => `many-${index}`);
  for (const id of ids) await rows.add({ id, kind: 'keys', about: 'order-2' });
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const send = jest.spyOn(mailer, 'send').mockImplementation(() => answered);
  const all = Promise.all(ids.map((id) => sendMail.run(id)));
  await until(() => send.mock.calls.length === CONNECTIONS);
  expect(await rows.withdraw('order-2', 'keys')).toBe(12 - CONNECTIONS);
  answer();
  await all;
  expect(send).toHaveBeenCalledTimes(CONNECTIONS);
});

test('a mail server that is down for hours delays the mail, and its writer is notified once', async () => {
  const { send, pass, mailer, state, writer, rows } = await planned();
  mailer.failure = new Error('away');
  await send();
  expect(state()).toBe('waiting');
  await pass(8);
  expect(rows.all.get('letter-1')).toMatchObject({ state: 'waiting', reason: 'away' });
  mailer.failure = null;
  await pass(1);
  expect(mailer.sent).toHaveLength(1);
  expect(state()).toBe('sent');
  expect(writer.outcomes).toEqual(['letter-1 delayed', 'letter-1 sent']);
});

test('after 24 hours the mail is given up with its reason, and an alert is raised', async () => {
  const { send, pass, mailer, state, writer, rows, alerts } = await planned();
  mailer.failure = new Error('away');
  await send();
  await pass(23.9);
  expect(state()).toBe('waiting');
  await pass(1);
  expect(rows.all.get('letter-1')).toMatchObject({ state: 'dead', reason: 'away' });
  expect(writer.outcomes).toEqual(['letter-1 delayed', 'letter-1 dead']);
  expect(alerts.raised).toMatchObject([{ kind: 'mail-undelivered', about: 'letter-1', detail: 'away Order K482913377.' }]);
});

test('an alert that is given up or refused raises none', async () => {
  const { rows, mailer, sendMail, alerts, writer } = await planned();
  Object.assign(writer, { kinds: ['alert'] });
  for (const what of ['mail', 'address'] as const) {
    mailer.failure = new MailRefused('no', what);
    await rows.add({ id: `alert-${what}`, kind: 'alert', about: 'mail-1' });
    await sendMail.run(`alert-${what}`);
  }
  expect([rows.all.get('alert-mail')?.state, rows.all.get('alert-address')?.state, alerts.raised]).toEqual(['dead', 'refused', []]);
});

test('a permanently refused address is recorded and not retried, and an alert is raised', async () => {
  const { send, pass, mailer, state, writer, alerts } = await planned();
  mailer.failure = new MailRefused('no such mailbox');
  await send();
  mailer.failure = null;
  await pass(24);
  expect(mailer.sent).toEqual([]);
  expect(state()).toBe('refused');
  expect(writer.outcomes).toEqual(['letter-1 refused']);
  expect(alerts.raised).toMatchObject([{ kind: 'mail-undelivered', about: 'letter-1', detail: 'no such mailbox Order K482913377.' }]);
});

test('a mail that is refused for its content is not retried', async () => {
  const { send, mailer, state, writer } = await planned();
  mailer.failure = new MailRefused('too large', 'mail');
  await send();
  expect([state(), writer.outcomes]).toEqual(['dead', ['letter-1 dead']]);
});

test('a mail without a recipient is dropped, and no alert is raised', async () => {
  const { send, mailer, state, writer } = await planned();
  writer.isGone = true;
  await send();
  expect([mailer.sent, state(), writer.outcomes]).toEqual([[], 'dropped', []]);
});

test('a mail that this version cannot write waits for one that can', async () => {
  const { rows, sendMail } = await planned();
  await rows.add({ id: 'letter-2', kind: 'refund', about: 'order-1' });
  await sendMail.run('letter-2');
  expect(rows.all.get('letter-2')).toMatchObject({ state: 'waiting', reason: 'This version has no writer for mails of the kind refund.' });
});

test('a mail whose process died is sent once its claim has expired, under the same Message-ID', async () => {
  const { send, mailer, rows, clock } = await planned();
  await rows.claim('letter-1');
  await expect(send()).rejects.toThrow('being sent by another process');
  clock.advance(121_000);
  await send();
  expect(mailer.sent.map(({ messageId }) => messageId)).toEqual(['letter-1@letters.keyturn']);
});

test('a mail whose processes die again and again is taken up less and less often, and given up in the end', async () => {
  const { send, mailer, rows, clock, state, alerts } = await planned();
  const start = clock.now().getTime();
  const dies = async () => {
    await rows.claim('letter-1');
    clock.advance(11_000);
  };
  await dies();
  await dies();
  for (let deaths = 2; ; deaths += 1) {
    await send();
    if (state() !== 'waiting') {
      expect(deaths).toBeLessThan(20);
      break;
    }
    clock.advance((rows.all.get('letter-1')?.dueAt ?? 0) - clock.now().getTime());
    await dies();
  }
  expect([state(), mailer.sent, alerts.raised.length]).toEqual(['dead', [], 1]);
  expect(clock.now().getTime() - start).toBeGreaterThan(10 * HOUR);
});
