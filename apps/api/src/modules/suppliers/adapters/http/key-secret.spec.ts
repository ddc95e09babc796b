import { expect, test } from '@jest/globals';
import { pictureSecret, textSecret } from './key-secret.ts';

test('a text may have lines and tabs, whatever ends its lines', () => {
  expect(textSecret(' AAAA-BBBB\r\n')).toEqual({ kind: 'text', key: 'AAAA-BBBB' });
  expect(textSecret('login:\tada\r\npassword:\tsecret\rmail')).toEqual({ kind: 'text', key: 'login:\tada\npassword:\tsecret\nmail' });
});

test.each([
  ['nothing', ' \n'],
  ['another control character', 'AAAA\u0000BBBB'],
  ['a long text', 'A'.repeat(501)],
])('%s is no key to type in', (_what, text) => {
  expect(textSecret(text)).toBeNull();
});

test('a picture has up to 1 MB', () => {
  const base64 = `iVBOR${'A'.repeat(1_398_099)}`;
  expect(pictureSecret(base64)).toEqual({ kind: 'image', mediaType: 'image/png', base64 });
  expect(pictureSecret(`${base64}AAAA`)).toBeNull();
});
