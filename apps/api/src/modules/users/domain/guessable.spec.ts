import { expect, test } from '@jest/globals';
import { ListedPasswords } from '../adapters/passwords/listed-passwords.ts';
import { isGuessable as isGuessableBy } from './guessable.ts';

const listed = new ListedPasswords();
const isGuessable = (password: string, about: readonly string[]) => isGuessableBy(password, about, (word) => listed.has(word));

test.each([
  'password',
  'Password1',
  'P4ssw0rd!2026',
  'pa$$word99',
  'qwertyuiop',
  '12345678',
  '0987654321',
  'abcdefgh',
  'aaaaaaaa',
  '11112222',
  '!!!letmein!!!',
  'iloveyou123',
  'dragondragon',
  'ｐａｓｓｗｏｒｄ',
  'Keyturn2026',
  '1qaz2wsx',
  '--------1',
  '01.02.1990',
])('"%s" is guessed', (password) => {
  expect(isGuessable(password, [])).toBe(true);
});

test.each(['ada@example.com', 'Ada Lovelace', 'LOVELACE'])('what the account contains about its owner is guessable: %s', (about) => {
  expect(isGuessable('lovelace1815', ['Ada Lovelace'])).toBe(true);
  expect(isGuessable(about, ['ada@example.com', 'Ada', 'Lovelace', 'Ada Lovelace'])).toBe(true);
});

test.each([
  'correct horse battery staple',
  'Tr0ub4dor&3',
  'keyturn-demo',
  'zażółć gęślą',
  'пароль моей кошки',
  '🐈🦊🐉🦉🐢🦋',
  'x9Kq-w7Lp',
  '4$92!k#883',
])('"%s" is not', (password) => {
  expect(isGuessable(password, ['ada@example.com', 'Ada', 'Buyer'])).toBe(false);
});

test.each(
  `1q2w3e4r q1w2e3r4 a1b2c3d4 1a2b3c4d asdf1234 1234qwer qwer1234 abcd1234 abc12345 metallica alexander hellokitty blink182 slipknot1
  strawberry victoria elizabeth samantha christian benjamin william1 liverpool1 superstar snowball blackjack california harrypotter
  startrek warcraft hercules einstein midnight scorpion swordfish wolverine jonathan sebastian teddybear tinkerbell sweetheart
  beautiful volleyball swimming champion darkness godzilla newcastle paradise something fuckyou123 1Metallica! Washington1`.split(/\s+/),
)('"%s", as lists of leaked passwords have it, is guessed', (password) => {
  expect(isGuessable(password, [])).toBe(true);
});
