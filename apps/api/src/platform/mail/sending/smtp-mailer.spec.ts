import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { MailboxBusy, MailRefused } from '../../../shared/ports.ts';
import { readConfig } from '../../config/config.ts';
import { mailFailure, SmtpMailer } from './smtp-mailer.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test.each([
  ['RCPT TO', 550, '550 5.1.1 <ada@example.com>: no such user', 'address'],
  ['RCPT TO', 553, '553 Sorry, no such mailbox', 'address'],
  ['DATA', 552, '552 5.2.2 mailbox full', 'address'],
  ['DATA', 552, '552 5.3.4 Message too big', 'mail'],
] as const)('after %s, %s means that %j is refused for good', (command, responseCode, response, what) => {
  const failure = mailFailure({ command, responseCode, response });
  expect(failure).toBeInstanceOf(MailRefused);
  expect(failure).toMatchObject({ what });
});

test.each([
  ['greylisting', { command: 'RCPT TO', responseCode: 451, response: '451 4.7.1 try again later' }],
  ['a refusal of the shop rather than the address', { command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 relay access denied' }],
  ['a refused sender', { command: 'MAIL FROM', responseCode: 550, response: '550 5.1.8 bad sender' }],
  ['a wrong password', { command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 bad credentials' }],
  ['a line that breaks', {}],
])('%s may pass', (_what, failure) => {
  expect(mailFailure(failure)).not.toBeInstanceOf(MailRefused);
});

test.each([
  [{ command: 'RCPT TO', responseCode: 452, response: '452 4.2.2 mailbox full' }, true],
  [{ command: 'DATA', responseCode: 452, response: '452 4.2.2 mailbox full' }, true],
  [{ command: 'RCPT TO', responseCode: 450, response: '450 mailbox unavailable' }, true],
  [{ command: 'RCPT TO', responseCode: 451, response: '451 4.7.1 greylisted' }, false],
  [{ command: 'RCPT TO', responseCode: 452, response: '452 4.3.1 out of space' }, false],
  [{ command: 'DATA', responseCode: 451, response: '451 try later' }, false],
  [{ command: 'MAIL FROM', responseCode: 450, response: '450 4.1.8 sender unknown' }, false],
  [{}, false],
])('whether %j concerns one mailbox only: %s', (failure, isIt) => {
  expect(mailFailure(failure) instanceof MailboxBusy).toBe(isIt);
});

test('the reason of a failure quotes codes and nothing else of the answer', () => {
  const { message } = mailFailure({ command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 <ada@example.com>: no such user' });
  expect(message).toBe('The mail server refused the address for good (550 5.1.1).');
});

/** A mail server without TLS on this computer, which counts the mails that it was given. */
async function mailServer() {
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      taken += 1;
      stream.on('end', () => callback()).resume();
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const send = async (tls: 'required' | 'optional') => {
    const mailer = new SmtpMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_TLS: tls }));
    closing.push(() => mailer.onApplicationShutdown());
    await mailer.send({ messageId: '1@shop.example', to: 'ada@example.com', subject: 'Key', text: 'Key', html: '<p>Key</p>' });
  };
  return { send, taken: () => taken };
}

test('where TLS is required, a mail server that offers none gets no mail; elsewhere it does', async () => {
  const { send, taken } = await mailServer();
  await expect(send('required')).rejects.toThrow('The mail server offers no TLS that can be trusted (SMTP_TLS).');
  expect(taken()).toBe(0);
  await send('optional');
  expect(taken()).toBe(1);
});
