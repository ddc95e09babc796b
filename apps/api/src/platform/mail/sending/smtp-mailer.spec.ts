import { expect, test } from '@jest/globals';
import { MailboxBusy, MailRefused } from '../../../shared/ports.ts';
import { mailFailure } from './smtp-mailer.ts';

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
