/** @jest-environment node */
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { storefront } from '../testing/storefront.ts';

const WITHIN_MS = 300;
const CHECKED_EVERY_MS = 20;
/** Ends a test of a server that waits for ever. */
const PATIENCE_MS = 3000;

/** What is answered to a request that breaks off, until the server ends the connection, and after how long. */
async function answered(text: string, withinMs: number): Promise<{ status: string | undefined; afterMs: number }> {
  const shop = await storefront({ arrival: { withinMs, checkedEveryMs: CHECKED_EVERY_MS } });
  const { port } = (await shop.listening()).address() as AddressInfo;
  const begun = performance.now();
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  let answer = '';
  for await (const data of socket) answer += String(data);
  return { status: answer.split('\r\n', 1)[0], afterMs: performance.now() - begun };
}

test.each([
  ['headers', 'GET /home HTTP/1.1\r\nHost: shop.test\r\n'],
  ['address', 'GET /ho'],
])('a request that breaks off within its %s is answered with 408 when its time is over, and not before', async (_, text) => {
  const { status, afterMs } = await answered(text, WITHIN_MS);
  expect(status).toBe('HTTP/1.1 408 Request Timeout');
  expect(afterMs).toBeGreaterThanOrEqual(WITHIN_MS - CHECKED_EVERY_MS);
});

test('nothing waits for a body that breaks off: the page is answered, and the connection ends', async () => {
  const { status } = await answered('POST /home HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1000\r\n\r\n{"a":', 60_000);
  expect(status).toBe('HTTP/1.1 404 Not Found');
});

test('a request has half a minute to arrive, and an answer that nobody reads ends after two', async () => {
  const shop = await storefront();
  const { headersTimeout, requestTimeout, timeout } = await shop.listening();
  expect([headersTimeout, requestTimeout, timeout]).toEqual([30_000, 30_000, 120_000]);
});
