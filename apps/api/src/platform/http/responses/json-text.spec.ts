import { expect, test } from '@jest/globals';
import fastify from 'fastify';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sendJsonText } from './json-text.ts';

const long = JSON.stringify({ products: Array.from({ length: 300 }, (_, n) => `Game ${n}`) });

function answer(text: string, headers: Record<string, string> = {}) {
  const app = fastify();
  app.get('/', (request, reply) => sendJsonText(request, reply, text));
  return app.inject({ url: '/', headers });
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['identity', undefined],
  ['', undefined],
])('a client that accepts "%s" gets %s', async (accepted, encoding) => {
  const { headers, rawPayload } = await answer(long, { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toBe('Accept-Encoding');
  const unpacked = encoding === 'br' ? brotliDecompressSync(rawPayload) : encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
  expect(unpacked.toString()).toBe(long);
});

test('small bodies are not compressed', async () => {
  const { headers, body } = await answer('{"a":1}', { 'accept-encoding': 'br' });
  expect([headers['content-encoding'], body]).toEqual([undefined, '{"a":1}']);
});

test('each encoding has its own strong ETag, and any of them gives a 304', async () => {
  const etags = await Promise.all(
    ['br', 'gzip', ''].map(async (accepted) => String((await answer(long, { 'accept-encoding': accepted })).headers.etag)),
  );
  expect(new Set(etags).size).toBe(3);
  for (const etag of etags) {
    const { statusCode, body } = await answer(long, { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([etag, statusCode, body]).toEqual([etag, 304, '']);
    expect((await answer(`${long} `, { 'accept-encoding': 'br', 'if-none-match': etag })).statusCode).toBe(200);
  }
});
