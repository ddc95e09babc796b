import { createHash } from 'node:crypto';
import type { DemoProduct } from './demo-product.ts';

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRTUVWXYZ2346789';

/** Lengths of a key's groups, as the platform's own keys have them. */
const groupsOf: readonly (readonly [platform: RegExp, groups: readonly number[]])[] = [
  [/^(?:Steam|Epic Games|PC|GOG\.com)$/, [5, 5, 5]],
  [/^(?:Ubisoft|Origin)/, [4, 4, 4, 4]],
  [/^PlayStation/, [4, 4, 4]],
  [/^(?:Xbox|MS Store)/, [5, 5, 5, 5, 5]],
  [/^Nintendo/, [16]],
  [/^Battle\.net$/, [6, 4, 6]],
];

/**
 * Made-up keys that activate nothing: the same ones for the same product every time, the first ones the same whatever the count.
 * A software's key has five groups of five; an account is three lines: login, password, e-mail.
 */
export function demoKeys(product: DemoProduct, count: number): string[] {
  const reference = String(product.kinguinId ?? product._id);
  return Array.from({ length: count }, (_, index) => {
    const letters = lettersFrom(`${reference} ${index}`);
    if (product.category === 'Account') return accountFrom(letters);
    const groups =
      product.type === 'software' ? [5, 5, 5, 5, 5] : (groupsOf.find(([platform]) => platform.test(product.platform))?.[1] ?? [4, 4, 4, 4]);
    let at = 0;
    return groups.map((length) => letters.slice(at, (at += length))).join('-');
  });
}

function accountFrom(letters: string): string {
  const login = `demo-${letters.slice(0, 8).toLowerCase()}`;
  return `Login: ${login}\nPassword: ${letters.slice(8, 14)}-${letters.slice(14, 20).toLowerCase()}\nE-mail: ${login}@mail.keyturn.example`;
}

function lettersFrom(seed: string): string {
  return Array.from(createHash('sha256').update(`keyturn demo key ${seed}`).digest(), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
