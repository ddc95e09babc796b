import { expect, test } from '@jest/globals';
import { CountingThrottle } from '../platform/limits/testing/counting-throttle.ts';
import { mayMailPlusAddress } from './plus-addresses.ts';

test.each([
  ['of one mailbox', ['ada+1@example.com', 'ada+2@example.com', 'Ada+1@example.com'], [true, true, false]],
  ['of two mailboxes', ['ada+1@example.com', 'ada+2@example.com', 'bob+1@example.com'], [true, true, true]],
  [
    'without a plus, or with dots alone',
    ['ada@example.com', 'a.da@gmail.com', 'ad.a@gmail.com', 'a.d.a@gmail.com'],
    [true, true, true, true],
  ],
  ['with dots and a plus', ['a.da+1@gmail.com', 'ad.a+2@gmail.com', 'ada+3@googlemail.com'], [true, true, false]],
  ['that begin with a plus', ['+a@example.com', '+a@example.com', '+a@example.com'], [true, true, true]],
])('of two mails a day, those to addresses %s', async (_which, emails, expected) => {
  const throttle = new CountingThrottle();
  const may = [];
  for (const email of emails) may.push(await mayMailPlusAddress(throttle, { email, kind: 'test', mostADay: 2 }));
  expect(may).toEqual(expected);
});
