import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readConfig } from './config.ts';
import { environmentSchema } from './environment.ts';
import { SECRETS } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyturn-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
function file(content: string): string {
  const path = join(folder, `${content.trim().length}`);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

test('a secret is read from the file that a variable with _FILE names, without its line end', () => {
  expect(readConfig({ JWT_SECRET_FILE: file('of-the-vault\n') }).jwtSecret).toBe('of-the-vault');
  expect(readConfig({ DATABASE_URL_FILE: file('postgres://shop:secret@db/shop') }).databaseUrl).toBe('postgres://shop:secret@db/shop');
});

test('what is read from a file keeps the rules of its variable, and no message quotes it', () => {
  const wrong = () => readConfig({ NODE_ENV: 'production', JWT_SECRET_FILE: file('too-short-a-secret') });
  expect(wrong).toThrow('JWT_SECRET must be at least 32 characters long in production.');
  expect(wrong).not.toThrow('too-short-a-secret');
});

test('a secret that is given twice, and a file that is empty or not there, are named before anything starts', () => {
  expect(() => readConfig({ JWT_SECRET: 'a', JWT_SECRET_FILE: file('b') })).toThrow('JWT_SECRET and JWT_SECRET_FILE must not be set both.');
  for (const path of [join(folder, 'none'), file(' \n')])
    expect(() => readConfig({ STRIPE_SECRET_KEY_FILE: path })).toThrow('STRIPE_SECRET_KEY_FILE must be the path of a file');
});

test('every secret of the environment can be a file', () => {
  const names = Object.keys(environmentSchema(true).shape);
  // Versions and ids of public kind are none; the key of development is not for production.
  const secret = names.filter(
    (name) =>
      /SECRET|PASSWORD|TOKEN|_KEYS?$|_URLS?$|SIGNATURE/.test(name) &&
      !/ACCESS_KEY_ID|SITE_KEY|DEVELOPMENT_KEY|_API_URL|STAND_IN|VERIFY/.test(name),
  );
  expect(SECRETS.filter((name) => !names.includes(name))).toEqual([]);
  expect(secret.filter((name) => !SECRETS.some((one) => one === name))).toEqual([]);
});
