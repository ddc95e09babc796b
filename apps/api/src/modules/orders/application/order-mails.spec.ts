import { expect, test } from '@jest/globals';
import { keysMail, replacedIn, replacementMail } from './order-mails.ts';

const plain = (attempt: number, hasLeft = false) => ({ ...keysMail('order-1', attempt), hasLeft });
const replacement = (attempt: number, slot: number, hasLeft = false) => ({
  ...replacementMail(keysMail('order-1', attempt), { line: 1, slot }),
  hasLeft,
});

test.each([
  ['a first mail names none', [plain(1)], []],
  ['a replacement names its key', [plain(1, true), replacement(2, 0)], [{ line: 1, slot: 0 }]],
  [
    'one that took back another before it left names both, each once',
    [plain(1, true), replacement(2, 0), replacement(3, 2), replacement(4, 0)],
    [
      { line: 1, slot: 0 },
      { line: 1, slot: 2 },
    ],
  ],
  ['what a mail has said is not said again', [plain(1, true), replacement(2, 0, true), replacement(3, 2)], [{ line: 1, slot: 2 }]],
  ['a repeat of all keys after it names none', [plain(1, true), replacement(2, 0, true), plain(3)], []],
  ['a mail that is in hand already counts as the one that is written', [plain(1, true), replacement(2, 0, true)], [{ line: 1, slot: 0 }]],
])('%s', (_what, mails, expected) => {
  expect(replacedIn(mails)).toEqual(expected);
});
