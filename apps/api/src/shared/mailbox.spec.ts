import { expect, test } from '@jest/globals';
import { mailboxBehind, mailboxOf } from './mailbox.ts';

test.each([
  ['Ada@Example.com ', 'ada@example.com'],
  ['ada+games@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['ada.lovelace@example.com', 'ada.lovelace@example.com'],
  ['A.d.a+x@GoogleMail.com', 'ada@gmail.com'],
  ['ada@gmail.com', 'ada@gmail.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['nobody', 'nobody'],
  ['@gmail.com', '@gmail.com'],
])('%s belongs to %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test('only an address with a "+" is one of many: the dots of a Gmail address are how its owner writes it', () => {
  const addresses = ['ada+games@example.com', 'a.da+1@gmail.com', 'a.da@gmail.com', '+a@example.com'];
  expect(addresses.map(mailboxBehind)).toEqual(['ada@example.com', 'ada@gmail.com', null, null]);
});
