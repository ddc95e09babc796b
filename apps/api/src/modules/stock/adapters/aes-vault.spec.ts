import { expect, test } from '@jest/globals';
import { readConfig } from '../../../platform/config/config.ts';
import { AesVault } from './aes-vault.ts';

const key = (letter: string) => Buffer.alloc(32, letter).toString('base64');
const vaultWith = (keys: string) => new AesVault(readConfig({ KEY_ENCRYPTION_KEYS: keys }));
const secret = { kind: 'text', key: 'AAAAA-BBBBB-CCCCC' } as const;

test('a sealed key opens to what it was', () => {
  const vault = vaultWith(`1:${key('a')}`);
  expect(vault.open(vault.seal(secret, 'row'), 'row')).toEqual(secret);
});

test('a new version that is not named yet opens and does not encrypt, so that processes without it open everything', () => {
  const keys = `1:${key('a')},2:${key('b')}`;
  const sealed = new AesVault(readConfig({ KEY_ENCRYPTION_KEYS: keys, KEY_ENCRYPTION_VERSION: '1' })).seal(secret, 'row');
  expect(vaultWith(`1:${key('a')}`).open(sealed, 'row')).toEqual(secret);
  expect(vaultWith(keys).seal(secret, 'row').keyVersion).toBe(2);
});

test('an encrypted key has no readable text, and no two are equal', () => {
  const vault = vaultWith(`1:${key('a')}`);
  const [first, second] = [vault.seal(secret, 'row'), vault.seal(secret, 'row')];
  expect(first.ciphertext.includes('AAAAA')).toBe(false);
  expect(first.ciphertext.equals(second.ciphertext)).toBe(false);
  expect(first.nonce.equals(second.nonce)).toBe(false);
});

test('a key that was copied to another row does not open there', () => {
  const vault = vaultWith(`1:${key('a')}`);
  const sealed = vault.seal(secret, 'row');
  expect(() => vault.open(sealed, 'another row')).toThrow();
});

test('a changed ciphertext does not open', () => {
  const vault = vaultWith(`1:${key('a')}`);
  const sealed = vault.seal(secret, 'row');
  sealed.ciphertext[0] = (sealed.ciphertext[0] ?? 0) ^ 1;
  expect(() => vault.open(sealed, 'row')).toThrow();
});

test('after a rotation the newest key seals and the older one still opens', () => {
  const sealed = vaultWith(`1:${key('a')}`).seal(secret, 'row');
  const rotated = vaultWith(`1:${key('a')},2:${key('b')}`);
  expect(rotated.open(sealed, 'row')).toEqual(secret);
  expect(rotated.seal(secret, 'row').keyVersion).toBe(2);
});

test('a key version that is gone is named', () => {
  const sealed = vaultWith(`1:${key('a')}`).seal(secret, 'row');
  expect(() => vaultWith(`2:${key('b')}`).open(sealed, 'row')).toThrow('KEY_ENCRYPTION_KEYS lacks version 1.');
});

test('the fingerprint is the same for the same key, white space around it aside, and another under another secret', () => {
  const vault = vaultWith(`1:${key('a')}`);
  const other = new AesVault(readConfig({ KEY_FINGERPRINT_SECRET: 'another' }));
  expect(vault.fingerprint(secret)).toEqual(vault.fingerprint({ kind: 'text', key: ' AAAAA-BBBBB-CCCCC\n' }));
  expect(vault.fingerprint(secret)).not.toEqual(vault.fingerprint({ kind: 'text', key: 'AAAAA-BBBBB-CCCCD' }));
  expect(vault.fingerprint(secret)).not.toEqual(other.fingerprint(secret));
});
