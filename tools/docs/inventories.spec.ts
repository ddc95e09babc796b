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

test('the inventory of algorithms is what the code calls, each file with its own', () => {
  const listed = rowsOf('docs/reference/cryptography.md').filter(([file = '']) => file.endsWith('.ts'));
  expect(shipped.length).toBeGreaterThan(400);
  expect(listed.map(([file, algorithm]) => `${file}: ${algorithm}`).toSorted()).toEqual(algorithmsIn(shipped));
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
  expect(shipped.filter(({ text }) => /pino\.(?:destination|transport)|\btransport: \{/.test(text))).toEqual([]);
});
