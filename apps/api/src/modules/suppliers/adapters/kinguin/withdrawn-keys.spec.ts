import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { KinguinSupplier } from './kinguin-supplier.ts';

const order = { orderId: 'PHS84FJAG5U', orderExternalId: 'AL2FEEHOO2OHF', status: 'refunded', paymentPrice: 5.29 };
const keys = ['DELIVERED', 'RETURNED', 'REFUNDED', 'CANCELED', 'PROCESSING'].map((status) => ({ id: `key-${status}`, status }));

test.each([
  ['names them', { ...order, products: [{ keys }] }, ['key-RETURNED', 'key-REFUNDED', 'key-CANCELED']],
  ['has none', { ...order, products: [{ keys: keys.slice(0, 1) }] }, undefined],
  ['has no keys yet', { ...order, products: [{ kinguinId: 1949 }] }, undefined],
  ['cannot be read in this part', { ...order, products: [{ keys: 'none' }] }, undefined],
  ['leaves them out', order, undefined],
])('of an order that %s, the keys that Kinguin took back are known by their status', async (_what, body, withdrawn) => {
  const server = createServer((_request, answer) => void answer.writeHead(200).end(JSON.stringify(body)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const found = await new KinguinSupplier({ apiKey: 'key', apiUrl, webhookSecret: null }).orderOf(order.orderId);
    expect(found).toEqual({ orderId: order.orderId, state: 'ended', costMinor: 529, ...(withdrawn && { withdrawn }) });
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});
