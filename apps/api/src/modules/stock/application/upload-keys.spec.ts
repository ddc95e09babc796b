import { createHash } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { CountingIds, FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import type { Catalogue } from '../../catalog/index.ts';
import type { Audit, StaffAct } from '../../ops/index.ts';
import { ProductNotNamed, TooManyLines, UnknownProduct } from '../domain/key-errors.ts';
import { canonicalSecret, type KeySecret, normalisedKey } from '../domain/key-secret.ts';
import { InMemoryKeyStock } from '../testing/in-memory-key-stock.ts';
import { AddKeys } from './add-keys.ts';
import type { KeyRecords } from './key-records.ts';
import type { Repeat, Vault } from './ports.ts';
import { type UploadedKey, UploadKeys, type UploadOptions } from './upload-keys.ts';

const act = { by: { id: 'key-1', name: 'ada', role: 'owner' }, reason: 'new stock' } as unknown as StaffAct;
const hash = (text: string) => createHash('sha256').update(text).digest();
const vault = {
  fingerprint: (secret: KeySecret) => hash(canonicalSecret(secret)),
  normalisedFingerprint: (secret: KeySecret) => {
    const normalised = normalisedKey(secret);
    return normalised === null ? null : hash(normalised);
  },
} as unknown as Vault;

const text = (key: string): KeySecret => ({ kind: 'text', key });
const line = (number: number, key: string, change: { product?: string | null; file?: string } = {}): UploadedKey => ({
  file: 'a.csv',
  line: number,
  product: null,
  secret: text(key),
  ...change,
});

/** A shop with the products 1949 and 2000. */
function shop() {
  const clock = new FixedClock();
  const stock = new InMemoryKeyStock(clock);
  const audited: Parameters<Audit['record']>[0][] = [];
  const audit: Audit = { record: async (entry) => void audited.push(entry), linesOf: async () => [] };
  const products = new Map([
    ['1949', 'product-1'],
    ['2000', 'product-2'],
  ]);
  const catalogue = {
    productIds: async (names: readonly string[]) => {
      expect(names.filter((name) => typeof name !== 'string')).toEqual([]);
      return new Map(names.flatMap((name) => (products.has(name) ? [[name, products.get(name)] as [string, string]] : [])));
    },
  } as unknown as Catalogue;
  const known = new Map<number, Repeat>();
  const asked: unknown[] = [];
  const records = { known: async (secrets: unknown) => (asked.push(secrets), known) } as unknown as KeyRecords;
  const transaction = new PlainTransaction();
  const add = jest.spyOn(stock, 'add');
  const upload = new UploadKeys(new AddKeys(stock, transaction), records, vault, catalogue, audit, transaction, new CountingIds());
  const run = async (pieces: readonly UploadedKey[][], change: Partial<UploadOptions> = {}) => {
    const read = async function* () {
      yield* pieces;
    };
    return upload.run(read(), { product: '1949', isDryRun: false, act, ...change });
  };
  return { stock, audited, run, add, known, asked };
}

test('keys are added to their own product, or that of the upload, by whom and with its id', async () => {
  const { run, add, audited } = shop();
  const report = await run([[line(1, 'A'), line(2, 'B', { product: '2000' })], [line(3, 'C', { product: '' })]]);
  expect(report.uploadId).toBe('id000000000000000000000001');
  expect(report.entries()).toEqual([{ file: 'a.csv', from: 1, to: 3, fate: 'accepted' }]);
  expect(add.mock.calls).toEqual([
    [
      [
        { productId: 'product-1', secret: text('A') },
        { productId: 'product-2', secret: text('B') },
        { productId: 'product-1', secret: text('C') },
      ],
      { actor: 'ada', uploadId: report.uploadId, refusesSimilar: true },
    ],
  ]);
  const entry = { ...act, action: 'keys.upload' };
  const { uploadId } = report;
  expect(audited).toEqual([
    { ...entry, subject: { type: 'product', id: 'product-1' }, after: { uploadId, added: 2, from: 'a.csv:1', to: 'a.csv:3' } },
    { ...entry, subject: { type: 'product', id: 'product-2' }, after: { uploadId, added: 1, from: 'a.csv:2', to: 'a.csv:2' } },
  ]);
});

test('a dry run stores nothing, has no id, and tells what is known', async () => {
  const { run, add, audited, known, asked } = shop();
  known.set(1, 'same').set(2, 'similar');
  const report = await run([[line(1, 'A'), line(2, 'B'), line(3, 'C')]], { isDryRun: true });
  expect(report.entries().map(({ fate }) => fate)).toEqual(['accepted', 'duplicateInShop', 'probableDuplicate']);
  expect(asked).toEqual([[text('A'), text('B'), text('C')]]);
  expect([report.uploadId, add.mock.calls, audited]).toEqual([null, [], []]);
  const taken = await run([[line(1, 'A'), line(2, 'B'), line(3, 'C')]], { isDryRun: true, takesSimilar: true });
  expect(taken.entries().map(({ fate }) => fate)).toEqual(['accepted', 'duplicateInShop', 'accepted']);
});

test('what cannot be read is reported as it is, what names no product as that', async () => {
  const { run } = shop();
  const flawed = (number: number, flaw: 'empty' | 'tooLong' | 'unreadable' | 'noColumn'): UploadedKey => ({
    file: 'a.csv',
    line: number,
    product: null,
    flaw,
  });
  const report = await run(
    [
      [
        flawed(1, 'empty'),
        flawed(2, 'tooLong'),
        flawed(3, 'unreadable'),
        flawed(4, 'noColumn'),
        line(5, 'A', { product: '' }),
        line(6, 'B', { product: '9' }),
      ],
    ],
    { product: null },
  );
  expect(report.entries().map(({ fate }) => fate)).toEqual(['empty', 'tooLong', 'unreadable', 'noColumn', 'noProduct', 'unknownProduct']);
  expect(report.uploadId).toBeNull();
});

test('a key that came before names the line of its first, in whichever file, and is not added', async () => {
  const { run, stock } = shop();
  const report = await run([
    [line(1, 'KEY-1'), line(2, 'KEY-1')],
    [line(7, 'key 1', { file: 'b.csv' }), line(8, 'KEY-8', { file: 'b.csv' }), line(9, 'KEY-8', { file: 'b.csv' })],
  ]);
  expect(report.entries()).toEqual([
    { file: 'a.csv', from: 1, to: 1, fate: 'accepted' },
    { file: 'a.csv', from: 2, to: 2, fate: 'duplicateInFile', firstAt: { file: 'a.csv', line: 1 } },
    { file: 'b.csv', from: 7, to: 7, fate: 'probableDuplicate', firstAt: { file: 'a.csv', line: 1 } },
    { file: 'b.csv', from: 8, to: 8, fate: 'accepted' },
    { file: 'b.csv', from: 9, to: 9, fate: 'duplicateInFile', firstAt: { file: 'b.csv', line: 8 } },
  ]);
  expect(stock.keys.all()).toHaveLength(2);
});

test('accounts have no other spelling', async () => {
  const { run } = shop();
  const account = (password: string): KeySecret => ({ kind: 'account', login: 'ada', password, mail: '' });
  const lines = ['one', 'two', 'one'].map((password, index) => ({ ...line(index + 1, ''), secret: account(password) }));
  expect((await run([lines])).entries().map(({ fate }) => fate)).toEqual(['accepted', 'duplicateInFile']);
});

test('other spellings are added where the upload takes them', async () => {
  const { run, stock } = shop();
  const report = await run([[line(1, 'KEY-1'), line(2, 'key 1'), line(3, 'KEY-1')]], { takesSimilar: true });
  expect(report.entries().map(({ fate }) => fate)).toEqual(['accepted', 'duplicateInFile']);
  expect(stock.keys.all()).toHaveLength(2);
});

test('keys that the shop has are skipped, those that differ in spelling as probable repeats, and only what was added is written down', async () => {
  const { run, audited } = shop();
  await run([[line(1, 'KEY-1'), line(2, 'KEY-2')]]);
  audited.length = 0;
  const report = await run([[line(1, 'KEY-1'), line(2, 'key-2'), line(3, 'KEY-3')]]);
  expect(report.entries().map(({ fate }) => fate)).toEqual(['duplicateInShop', 'probableDuplicate', 'accepted']);
  expect(audited.map(({ after }) => after)).toEqual([{ uploadId: report.uploadId, added: 1, from: 'a.csv:3', to: 'a.csv:3' }]);
  const again = await run([[line(1, 'KEY-1')]]);
  expect(again.uploadId).toBeNull();
});

test('batches of five hundred are added as they come, each by itself', async () => {
  const { run, add } = shop();
  await run([Array.from({ length: 1001 }, (_, index) => line(index + 1, `KEY-${index}`))]);
  expect(add.mock.calls.map(([keys]) => keys.length)).toEqual([500, 500, 1]);
});

test('an unknown product is refused before anything is read', async () => {
  const { run, add } = shop();
  await expect(run([[line(1, 'A')]], { product: '9' })).rejects.toThrow(UnknownProduct);
  expect(add.mock.calls).toEqual([]);
});

test('a file of which nothing can be read names no product, and is reported all the same', async () => {
  const { run } = shop();
  const report = await run([[{ file: 'a.csv', line: 1, product: null, flaw: 'empty' }]], { product: null });
  expect(report.entries().map(({ fate }) => fate)).toEqual(['empty']);
});

test('a file without any product is refused, and nothing of it is stored', async () => {
  const { run, add } = shop();
  await expect(run([[line(1, 'A')]], { product: null })).rejects.toThrow(ProductNotNamed);
  await expect(run([[line(1, 'A'), line(2, 'B')]], { product: null, mostLines: 1 })).rejects.toThrow(ProductNotNamed);
  expect(add.mock.calls).toEqual([]);
});

test('lines beyond the most are refused; those before are added', async () => {
  const { run, add } = shop();
  await expect(run([[line(1, 'A'), line(2, 'B'), line(3, 'C')]], { mostLines: 2 })).rejects.toThrow(TooManyLines);
  expect(add.mock.calls.map(([keys]) => keys.length)).toEqual([2]);
  await expect(run([[line(1, 'D', { product: '1949' }), line(2, 'E')]], { product: null, mostLines: 1 })).rejects.toThrow(TooManyLines);
  expect((await run([[line(1, 'F'), line(2, 'G')]], { mostLines: 2 })).lines()).toBe(2);
});
