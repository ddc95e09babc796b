import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { feedLines } from './feed-lines.ts';
import { ObjectScanner } from './object-scanner.ts';

const folder = mkdtempSync(join(tmpdir(), 'feed-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string) {
  const file = join(folder, 'feed');
  writeFileSync(file, text);
  const lines: [number, unknown][] = [];
  for await (const { number, text: json, reason } of feedLines(file)) lines.push([number, json === null ? reason : JSON.parse(json)]);
  return lines;
}

const a = { name: 'A "quoted" { brace', n: [1, { x: ']' }] };
const b = { name: 'B \\', results: [] };

test('JSON lines are read with the numbers of their lines, blank ones left out', async () => {
  expect(await read(`\uFEFF${JSON.stringify(a)}\r\n\n${JSON.stringify(b)}`)).toEqual([
    [1, a],
    [3, b],
  ]);
});

test('after a broken line of JSON lines the next one is read', async () => {
  const file = join(folder, 'broken');
  writeFileSync(file, '{"name": "A\n{"name":"B"}\n');
  const texts: (string | null)[] = [];
  for await (const { text } of feedLines(file)) texts.push(text);
  expect(texts).toEqual(['{"name": "A', '{"name":"B"}']);
});

test('a JSON array is read element by element', async () => {
  expect(await read(`[\n${JSON.stringify(a)},\n${JSON.stringify(b, null, 2)}\n]`)).toEqual([
    [2, a],
    [3, b],
  ]);
});

test.each([0, 2])('result pages are read, several after one another, laid out with %i spaces', async (spaces) => {
  const page = (results: object[]) => JSON.stringify({ results, item_count: 7 }, null, spaces);
  const lines = await read(`${page([a, b])}\n${page([a])}`);
  expect(lines.map(([, line]) => line)).toEqual([a, b, a]);
});

test('a page with its count first is read too', async () => {
  expect((await read(JSON.stringify({ item_count: 1, results: [a] }))).map(([, line]) => line)).toEqual([a]);
});

test('an object that is nested too deep is reported without being read, and the next one is read', async () => {
  const nested = (levels: number) => `{"name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const [deep, ...others] = await read(`[${nested(51)},\n${nested(50)},\n${JSON.stringify(a)}]`);
  expect(deep).toEqual([1, 'nested deeper than 50 levels']);
  expect(others).toEqual([
    [2, JSON.parse(nested(50))],
    [3, a],
  ]);
});

test('what opens brackets without an end costs no memory', async () => {
  const before = process.memoryUsage().heapUsed;
  const scanner = new ObjectScanner(1000);
  const chunk = '['.repeat(1_000_000);
  for (let chunks = 0; chunks < 20; chunks += 1) expect([...scanner.read(chunk)]).toEqual([]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  expect([...scanner.end()]).toMatchObject([{ reason: 'the file ends before its list does' }]);
});

test('a file that ends inside an object is reported', async () => {
  expect(await read('[{"name":"A"},{"name":')).toEqual([
    [1, { name: 'A' }],
    [1, 'the file ends inside this object'],
  ]);
});

test('objects are the same however the text is cut into chunks', () => {
  const text = JSON.stringify({ results: [a, b, a] });
  for (let size = 1; size < 12; size += 1) {
    const scanner = new ObjectScanner(1000);
    const found = [];
    for (let at = 0; at < text.length; at += size) found.push(...scanner.read(text.slice(at, at + size)));
    expect([...found, ...scanner.end()].map((line) => JSON.parse(line.text ?? 'null'))).toEqual([a, b, a]);
  }
});

test('an object beyond the limit is reported and the next one read', () => {
  const scanner = new ObjectScanner(20);
  const lines = [...scanner.read('[{"name":"'), ...scanner.read('x'.repeat(30)), ...scanner.read('"},{"n":1}]')];
  expect(lines.map(({ text, reason }) => text ?? reason)).toEqual(['longer than 20 characters', '{"n":1}']);
});
