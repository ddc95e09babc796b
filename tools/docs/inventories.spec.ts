import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../shared/paths.ts';
import { rowsOf, textOf } from './markdown.ts';

const FOLDERS = ['apps/api/src', 'apps/storefront/server'];
const NOT_SHIPPED = /\.(?:spec|cases|prove|contract)\.ts$|(?:^|\/)testing\/|^demo\//;
const ALGORITHM =
  /(?:create(?:Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify)|\bhash|hkdf(?:Sync)?|pbkdf2(?:Sync)?|scrypt(?:Sync)?|derive)\('([^']+)'|(?:algorithm: |ALGORITHM = )'([^']+)'/g;
/** Collisions of all others are known, or they are no hash of cryptography. */
const WITHOUT_KNOWN_COLLISIONS = ['sha256', 'sha512', 'HS256', 'PBKDF2/SHA-256', 'argon2id', 'aes-256-gcm'];

const shipped = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !NOT_SHIPPED.test(path))
    .map((path) => ({ path, text: textOf(join(folder, path)) })),
);

/** `file: algorithm`, each once. */
function algorithmsIn(files: readonly { path: string; text: string }[]): string[] {
  const found = files.flatMap(({ path, text }) => [...text.matchAll(ALGORITHM)].map(([, one, other = '']) => `${path}: ${one ?? other}`));
  return [...new Set(found)].toSorted();
}

test('the inventory of algorithms has each that the code calls, and each of its files calls what it says', () => {
  const listed = rowsOf('docs/reference/cryptography.md').filter(([file = '']) => file.endsWith('.ts'));
  const called = algorithmsIn(shipped);
  expect(shipped.length).toBeGreaterThan(400);
  expect(listed.map(([file, algorithm]) => `${file}: ${algorithm}`).filter((one) => !called.includes(one))).toEqual([]);
  const known = new Set(listed.map(([, algorithm]) => algorithm));
  expect(called.filter((one) => !known.has(one.split(': ')[1]))).toEqual([]);
});

test('a hash of which collisions are known is called where nothing depends on it alone', () => {
  const weak = algorithmsIn(shipped).filter((one) => !WITHOUT_KNOWN_COLLISIONS.includes(one.split(': ')[1] ?? ''));
  expect(weak).toEqual([
    'modules/catalog/adapters/reads/list-statement.ts: sha1',
    'modules/ops/adapters/factors/otpauth-codes.ts: SHA1',
    'platform/http/responses/json-text.ts: sha1',
  ]);
});

test('the inventory of logs has every context of the code, and no other', () => {
  const contexts = shipped.flatMap(({ text }) =>
    [...text.matchAll(/new Logger\('([^']+)'|super\(\{ context: '([^']+)'/g)].map(([, one, other]) => one ?? other),
  );
  const listed = rowsOf('docs/reference/logs.md').flatMap(([context, ...cells]) =>
    cells.length === 3 && context !== 'context' ? [context] : [],
  );
  expect(contexts.length).toBeGreaterThan(15);
  expect(listed).toEqual([...new Set(contexts)].toSorted());
});

// What others name is fetched by platform/public-fetch, which checks each redirect.
test('no call to the outside follows a redirect, nothing turns the check of certificates off, and processes write no log files', () => {
  const calls = shipped.flatMap(({ path, text }) =>
    [...text.matchAll(/\bawait fetch\((?:.*\)|[\s\S]*?\n {2,}\}\));/g)].map(([call]) => ({ path, call })),
  );
  expect(calls.length).toBeGreaterThan(3);
  expect(calls.filter(({ call }) => !call.includes("redirect: 'error'"))).toEqual([]);
  expect(shipped.filter(({ text }) => /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/.test(text))).toEqual([]);
  expect(shipped.filter(({ text }) => /pino\.(?:destination\((?!\{ sync: false \}\))|transport)|\btransport: \{/.test(text))).toEqual([]);
});

test('what a browser stores is this: no login and no key', () => {
  const files = readdirSync(join(root, 'apps/storefront/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:spec|test)\.tsx?$|^testing\//.test(path))
    .map((path) => ({ path, text: textOf(join('apps/storefront/src', path)) }));
  const own = files.filter(({ text }) => /(?:local|session)Storage\.setItem/.test(text)).map(({ path }) => path);
  expect(own).toEqual(['shop/storage/browser-storage.ts']);
  const names = files.flatMap(({ path, text }) =>
    own.includes(path) ? [] : [...text.matchAll(/\bwrite(?:Stored|ForTab)\(([\w.]+)/g)].map(([, name]) => `${path}: ${name}`),
  );
  expect([...new Set(names)].toSorted()).toEqual([
    'app/layout/notices/cookie-notice.tsx: STORAGE_KEYS.cookies',
    'app/page-boundary.tsx: RELOADED_AT',
    'app/page-changes.tsx: left',
    // Name and address, as typed, for the tab alone, until the order is paid or the login ends.
    'features/checkout/checkout-form.ts: TAB_KEYS.checkoutForm',
    'features/checkout/started-checkout.ts: STORED_AS',
    'features/checkout/started-checkout.ts: TAB_KEYS.paidCheckout',
    'shop/session/sign-in-redirect.ts: DEPARTURE',
    'shop/session/sign-in-redirect.ts: RETURN_TO',
    'shop/storage/persist-state.ts: STORAGE_KEYS.cart',
    'shop/storage/persist-state.ts: STORAGE_KEYS.country',
    'shop/storage/persist-state.ts: STORAGE_KEYS.currency',
    'shop/storage/persist-state.ts: STORAGE_KEYS.wishlist',
    'shop/wishlist/wishlist-sync.ts: WISHLIST_OF_ACCOUNT',
  ]);
});
