import { expect, test } from '@jest/globals';
import { mailboxOf } from './mailbox.ts';

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
