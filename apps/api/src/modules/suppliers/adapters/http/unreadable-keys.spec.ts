import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Supplier } from '../../application/ports.ts';
import { CodesWholesaleSupplier } from '../codeswholesale/codeswholesale-supplier.ts';
import { KinguinSupplier } from '../kinguin/kinguin-supplier.ts';

const BROKEN = 'AAAA\u0000BBBB';
const codes = [
  { codeId: 'broken', codeType: 'CODE_TEXT', code: BROKEN },
  { codeId: 'good', codeType: 'CODE_TEXT', code: 'CCCC' },
  { codeId: 'late', codeType: 'CODE_PREORDER', code: null },
];
const answers: Readonly<Record<string, unknown>> = {
  '/v2/order/1/keys': [
    { id: 'broken', serial: BROKEN, type: 'text/plain' },
    { id: 'good', serial: 'CCCC', type: 'text/plain' },
  ],
  '/oauth/token': { access_token: 'token', expires_in: 60 },
  '/v3/orders/1': { orderId: '1', status: 'COMPLETED', products: [{ codes }] },
};

test.each<[string, (apiUrl: string) => Supplier]>([
  ['Kinguin', (apiUrl) => new KinguinSupplier({ apiKey: 'key', apiUrl, webhookSecret: null })],
  ['CodesWholesale', (apiUrl) => new CodesWholesaleSupplier({ clientId: 'id', clientSecret: 'secret', apiUrl, signature: null })],
])('%s tells of keys that are there and cannot be read', async (_name, made) => {
  const server = createServer((request, answer) => {
    answer.writeHead(200).end(JSON.stringify(answers[(request.url ?? '').split('?')[0] ?? '']));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const supplier = made(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await supplier.keys('1')).toEqual([
      { id: 'broken', secret: null },
      { id: 'good', secret: { kind: 'text', key: 'CCCC' } },
    ]);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});
