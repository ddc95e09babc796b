import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { Multipart } from '@fastify/multipart';
import type { UploadedKey } from '../../application/upload-keys.ts';
import { csvKeys, keysOf } from './key-files.ts';

/** What is read of a file that arrives in chunks of `size` bytes: keys, and flaws. */
async function readOf(filename: string, content: string | Buffer, size: number): Promise<string[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  const part = { type: 'file', filename, mimetype: 'application/octet-stream', file: Readable.from(chunks) } as unknown as Multipart;
  const parts = (async function* () {
    yield part;
  })();
  const read: UploadedKey[] = [];
  for await (const piece of keysOf(parts)) read.push(...piece);
  return read.map((one) => ('flaw' in one ? one.flaw : 'key' in one.secret ? one.secret.key : one.secret.kind));
}

const sizes = [1, 3, 10_000];

test.each(sizes)('a CSV with semicolons is read, wherever its chunks of %d bytes end', async (size) => {
  expect(await readOf('keys.csv', 'kinguinId;key\r\n1;AAAAA\r\n1;BBBBB\r\n', size)).toEqual(['AAAAA', 'BBBBB']);
});

test.each(sizes)('no line of an archive or a table is a key, wherever its chunks of %d bytes end', async (size) => {
  const archive = `PK\u0003\u0004\nAAAAA-BBBBB\n`;
  const table = `AAAAA-BBBBB\n${'CCCCC-DDDDD\n'.repeat(20)}\u0000\nEEEEE-FFFFF\n`;
  for (const content of [archive, table])
    for (const name of ['keys.txt', 'keys.csv']) expect(await readOf(name, content, size)).toEqual(['unreadable']);
});

test.each(sizes)('every key of a text is read once, wherever its chunks of %d bytes end', async (size) => {
  const keys = Array.from({ length: 400 }, (_, at) => `KEY-${at}`);
  expect(await readOf('keys.txt', keys.join('\n'), size)).toEqual(keys);
});

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each(sizes)('a text in UTF-16, with a byte order mark or without, is read wherever its chunks of %d bytes end', async (size) => {
  const text = 'AAAAA-BBBBB\r\nKÄY-😀\n';
  for (const content of [Buffer.from(`\ufeff${text}`, 'utf16le'), bigEndian(`\ufeff${text}`)])
    expect(await readOf('keys.txt', content, size)).toEqual(['AAAAA-BBBBB', 'KÄY-😀']);
  for (const content of [Buffer.from('AAAAA\nBBBBB\n', 'utf16le'), bigEndian('AAAAA\nBBBBB\n')])
    expect(await readOf('keys.txt', content, size)).toEqual(['AAAAA', 'BBBBB']);
});

test.each(sizes)('every key of a long text in UTF-16 is read once, wherever its chunks of %d bytes end', async (size) => {
  const keys = Array.from({ length: 400 }, (_, at) => `KEY-${at}`);
  expect(await readOf('keys.txt', Buffer.from(`\ufeff${keys.join('\n')}`, 'utf16le'), size)).toEqual(keys);
});

test.each(sizes)('a CSV that a spreadsheet saves as Unicode text is read wherever its chunks of %d bytes end', async (size) => {
  const table = Buffer.from('\ufeffkinguinId\tkey\r\n1\tAAAAA\r\n1\tBBBBB\r\n', 'utf16le');
  expect(await readOf('keys.csv', table, size)).toEqual(['AAAAA', 'BBBBB']);
});

test('a text in UTF-16 that breaks off inside a character has an unreadable last line', async () => {
  expect(await readOf('keys.txt', Buffer.from('\ufeffAAAAA\nBBBBB', 'utf16le').subarray(0, -1), 10_000)).toEqual(['AAAAA', 'unreadable']);
});

test.each(['"a"b', 'a"b'])('lines of a CSV like %s are told as they are read: none of them waits for the end of the file', async (line) => {
  let given = 0;
  const chunk = Buffer.from(`${line}\n`.repeat(500));
  const content = async function* () {
    yield Buffer.from('kinguinId,key\n1,AAAAA\n');
    for (; given < 200; given += 1) yield chunk;
  };
  const told: UploadedKey[] = [];
  for await (const piece of csvKeys({ filename: 'keys.csv', file: Readable.from(content()) })) {
    told.push(...piece);
    if (told.length > 100) break;
  }
  expect(told.slice(0, 2).map((one) => ['flaw' in one && one.flaw, one.line])).toEqual([
    [false, 2],
    ['unreadable', 3],
  ]);
  expect(given).toBeLessThan(100);
});

test('broken lines of a CSV stand between the others, in the order of the file', async () => {
  expect(await readOf('keys.csv', 'key\nAAAAA\na"b\nBBBBB\nc"d\n', 10_000)).toEqual(['AAAAA', 'unreadable', 'BBBBB', 'unreadable']);
});

test('of a CSV without a column of keys one line is told, whatever it holds', async () => {
  expect(await readOf('keys.csv', `name\nAAAAA\n${'"a"b\n'.repeat(1000)}`, 10_000)).toEqual(['noColumn']);
});
