import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { filesWithKeys, hasKey, keysIn, MARK } from './traces.ts';

const key = `${MARK}-TEXT-7`;
const padded = (before: number) => Buffer.from(`${'x'.repeat(before)}${key} and more`);

test.each([
  ['text', `{"key":"${key}"}`],
  ['lower case', key.toLowerCase()],
  ['no dashes', key.replaceAll('-', '')],
  ['hexadecimal digits', `\\x${padded(1).toString('hex')}`],
  ['base64 at its begin', padded(0).toString('base64')],
  ['base64 a byte later', padded(1).toString('base64')],
  ['base64 two bytes later', padded(2).toString('base64url')],
])('a key is found in %s', (_what, text) => {
  expect(hasKey(text)).toBe(true);
});

test('what is no key is not found, and whole keys are read from text once each', () => {
  expect(hasKey('HELD-ORDER-KEY, of order K-123')).toBe(false);
  expect(keysIn(`${MARK}-TEXT-12 ${key}, ${key} ${MARK}-LOGIN-1`)).toEqual([`${MARK}-LOGIN-1`, `${MARK}-TEXT-12`, key]);
});

test('files with keys are named, those of folders below as well, and those that are not read left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-traces-'));
  try {
    mkdirSync(join(folder, 'logs'));
    writeFileSync(join(folder, 'logs', 'api.log'), `a line\n${key}`);
    writeFileSync(join(folder, 'data'), Buffer.concat([Buffer.from([0, 255]), Buffer.from(key)]));
    writeFileSync(join(folder, 'clean'), 'nothing');
    expect(await filesWithKeys(folder)).toEqual(['data', join('logs', 'api.log')]);
    expect(await filesWithKeys(folder, (path) => path !== 'data')).toEqual([join('logs', 'api.log')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
