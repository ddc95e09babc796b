import { expect, test } from '@jest/globals';
import { type BuyerBlockKind, blockValue, blockValuesOf } from './buyer-block.ts';

test.each<[BuyerBlockKind, string, string | null]>([
  ['email', ' A.da+x@Gmail.com', 'ada@gmail.com'],
  ['email', 'ada', null],
  ['email', 'ada@localhost', null],
  ['domain', '@Mail.Example', 'mail.example'],
  ['domain', 'example', null],
  ['domain', 'exa mple.com', null],
  ['domain', '.com', null],
  ['card', 'Xt5EWLLDS7FJjR1c', 'Xt5EWLLDS7FJjR1c'],
  ['card', '4242 4242 4242 4242', null],
  ['account', '01HZX3V9K2M4N6P8Q0R2S4T6W8', '01hzx3v9k2m4n6p8q0r2s4t6w8'],
  ['account', 'ada', null],
])('of %s, "%s" is stored as %s', (kind, text, value) => {
  expect(blockValue(kind, text)).toBe(value);
});

test('a buyer is recognised by mailbox, each domain above it, card and account, as far as they are known', () => {
  expect(blockValuesOf({ email: 'Ada+1@shop.mail.example', cardFingerprint: 'Fp1', userId: 'u1' })).toEqual([
    { kind: 'email', value: 'ada@shop.mail.example' },
    { kind: 'domain', value: 'shop.mail.example' },
    { kind: 'domain', value: 'mail.example' },
    { kind: 'card', value: 'Fp1' },
    { kind: 'account', value: 'u1' },
  ]);
  expect(blockValuesOf({ email: null, cardFingerprint: null, userId: null })).toEqual([]);
});
