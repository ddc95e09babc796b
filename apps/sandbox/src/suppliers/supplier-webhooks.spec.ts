import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually, sandboxForTest, type TestSandbox } from '../testing/sandbox-for-test.ts';

interface Heard {
  readonly path: string | undefined;
  readonly event: unknown;
  readonly secret: unknown;
  readonly body: Readonly<Record<string, unknown>>;
}

let heard: Heard[];
let statuses: number[];
let shop: Server;
let sandbox: TestSandbox;
beforeAll(async () => {
  shop = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { 'x-event-name': event, 'x-event-secret': secret } = request.headers;
      heard.push({ path: request.url, event, secret, body: JSON.parse(Buffer.concat(chunks).toString()) as Heard['body'] });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
  sandbox = await sandboxForTest({ webhookUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhooks/stripe` });
});
afterAll(async () => {
  await sandbox.close();
  shop.closeAllConnections();
  await new Promise((closed) => shop.close(closed));
});
beforeEach(async () => {
  heard = [];
  statuses = [];
  for (const supplier of ['kinguin', 'codeswholesale']) await sandbox.control(`/suppliers/${supplier}/reset`);
});
const products = (supplier: string, ...ids: string[]) => {
  const all = ids.map((id) => ({ id, name: 'Game', offers: [{ offerId: `o${id}`, cents: 500, quantity: 3 }] }));
  return sandbox.control(`/suppliers/${supplier}/products`, { products: all }, 'PUT');
};

test('a product that changes and one that leaves are webhooks of each supplier', async () => {
  await products('kinguin', '7');
  await products('codeswholesale', 'a');
  await eventually(() => heard.length === 2);
  await sandbox.control('/suppliers/codeswholesale/products/a', {}, 'DELETE');
  await eventually(() => heard.length === 3);
  const of = (path: string) => heard.filter((one) => one.path === path);
  expect(of('/webhooks/suppliers/kinguin')).toEqual([
    {
      path: '/webhooks/suppliers/kinguin',
      event: 'product.update',
      secret: 'kinguin-stand-in-secret',
      body: { kinguinId: 7, productId: '7', qty: 3, textQty: 3, cheapestOfferId: ['o7'], updatedAt: expect.any(String) },
    },
  ]);
  expect(of('/webhooks/suppliers/codeswholesale').map(({ body }) => body)).toEqual([
    {
      type: 'STOCK',
      authHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      products: [expect.objectContaining({ productId: 'a', quantity: 3 })],
    },
    { type: 'PRODUCT_HIDDEN', authHash: expect.any(String), productId: 'a' },
  ]);
});

test('an order is a webhook of its status, and one of its product', async () => {
  await products('kinguin', '7');
  await fetch(`${sandbox.stripeOrigin}/suppliers/kinguin/v1/order`, {
    method: 'POST',
    headers: { 'x-api-key': 'kinguin-stand-in-key', 'content-type': 'application/json' },
    body: JSON.stringify({ products: [{ kinguinId: 7, qty: 1, price: 5 }], orderExternalId: 'r' }),
  });
  await eventually(() => heard.some(({ event }) => event === 'order.status'));
  expect(heard.find(({ event }) => event === 'order.status')?.body).toMatchObject({ orderExternalId: 'r', status: 'completed' });
});

test('mixed, each comes twice and the last ones first', async () => {
  await sandbox.control('/suppliers/kinguin/webhooks', { mode: 'mixed' }, 'PUT');
  await products('kinguin', '1', '2', '3');
  await eventually(() => heard.length === 6);
  expect(heard.map(({ body }) => body.kinguinId).toSorted()).toEqual([1, 1, 2, 2, 3, 3]);
  expect([heard[0]?.body.kinguinId, heard.at(-1)?.body.kinguinId]).toEqual([3, 1]);
});

test('one that is not taken comes again, and in the mode none nothing comes', async () => {
  statuses = [500];
  await products('kinguin', '7');
  await eventually(() => heard.length === 2);
  await sandbox.control('/suppliers/kinguin/webhooks', { mode: 'none' }, 'PUT');
  await products('kinguin', '8');
  await products('codeswholesale', 'a');
  await eventually(() => heard.length === 3);
  expect(heard[2]?.path).toBe('/webhooks/suppliers/codeswholesale');
});
