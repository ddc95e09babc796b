import { expect, test } from '@jest/globals';
import { canonicalSecret, normalisedKey } from './key-secret.ts';

const normalised = (key: string) => normalisedKey({ kind: 'text', key });

test.each(['AAAAA-BBBBB-CCCCC', 'aaaaa-bbbbb-ccccc', 'AAAAABBBBBCCCCC', ' AAAAA BBBBB\u00a0CCCCC ', 'AaAaA\u2013bBbBb\u2014ccccc'])(
  'the key %j is the same as all its spellings',
  (key) => {
    expect(normalised(key)).toBe('AAAAABBBBBCCCCC');
  },
);

test('keys that differ in a letter, or in another sign, stay apart', () => {
  expect(new Set(['AAAAA-BBBBB', 'AAAAA-BBBB8', 'AAAAA_BBBBB', 'AAAAA.BBBBB'].map(normalised)).size).toBe(4);
});

test('a key of dashes alone is itself, and accounts and pictures have no other spelling', () => {
  expect([normalised('---'), normalised('--')]).toEqual(['---', '--']);
  expect(normalisedKey({ kind: 'account', login: 'ada', password: 'Secret', mail: '' })).toBeNull();
  expect(normalisedKey({ kind: 'image', mediaType: 'image/png', base64: 'AAAA' })).toBeNull();
});

test('a secret is one text for each kind, whatever white space is around it', () => {
  expect(canonicalSecret({ kind: 'text', key: ' KEY-1\n' })).toBe('text:KEY-1');
  expect(canonicalSecret({ kind: 'account', login: ' ada ', password: ' secret ', mail: ' a@example.com ' })).toBe(
    'account:ada\n secret \na@example.com',
  );
  expect(canonicalSecret({ kind: 'image', mediaType: 'image/png', base64: 'AAAA' })).toBe('image:AAAA');
});

test('a key of dashes alone is itself without the white space', () => {
  expect(normalised(' -- ')).toBe('--');
});
