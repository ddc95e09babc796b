import { expect, test } from '@jest/globals';
import { ShopBusy } from '../../../../shared/shop-busy.ts';
import { Argon2Passwords } from './argon2-passwords.ts';

const passwords = new Argon2Passwords();

test('a hash contains its algorithm and cost, and is another one each time', async () => {
  const [one, other] = await Promise.all([passwords.hash('secret word'), passwords.hash('secret word')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(other).not.toBe(one);
});

test('only the right password is right, in whatever form its letters come', async () => {
  const hash = await passwords.hash('pass wörd');
  expect(await passwords.isRight('pass wo\u0308rd', hash)).toBe(true);
  expect(await passwords.isRight('pass word', hash)).toBe(false);
});

test('a hash of another cost is read with that cost', async () => {
  // 64 KiB and one pass, as an earlier shop might have stored it.
  const cheap = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$';
  const { argon2Sync } = await import('node:crypto');
  const tag = argon2Sync('argon2id', {
    message: 'password',
    nonce: Buffer.from('somesalt'),
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 16,
  });
  expect(await passwords.isRight('password', `${cheap}${tag.toString('base64').replace(/=+$/, '')}`)).toBe(true);
});

test.each([null, '', 'none', '$2b$10$abc'])('against the stored %j no password is right', async (hash) => {
  expect(await passwords.isRight('', hash)).toBe(false);
  expect(await passwords.isRight('none', hash)).toBe(false);
});

test('more passwords at a time than a few seconds of work are refused, each before its work, and those that waited are answered', async () => {
  const busy = new Argon2Passwords();
  const cheap = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA';
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => busy.isRight('word', cheap)));
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect([refused.length, refused.every((one) => 'reason' in one && one.reason instanceof ShopBusy)]).toEqual([8, true]);
  expect(await busy.isRight('word', cheap)).toBe(false);
});
