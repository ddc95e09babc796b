import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { SupplierAway } from '../../domain/supplier-errors.ts';
import { CodesWholesaleSupplier } from './codeswholesale-supplier.ts';

test('an order is not taken for one that was never made where the history has more pages', async () => {
  const items = [{ orderId: '1', clientOrderId: 'first', status: 'COMPLETED' }];
  const server = createServer((request, answer) => {
    const body = request.url === '/oauth/token' ? { access_token: 'token', expires_in: 60 } : { items, continuationToken: 'more' };
    answer.writeHead(200).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const supplier = new CodesWholesaleSupplier({ clientId: 'id', clientSecret: 'secret', apiUrl, signature: null });
    expect(await supplier.find('first', new Date())).toMatchObject({ orderId: '1', state: 'complete' });
    await expect(supplier.find('second', new Date())).rejects.toThrow(SupplierAway);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});
