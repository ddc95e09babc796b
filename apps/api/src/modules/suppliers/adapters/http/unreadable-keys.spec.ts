import { expect, test } from '@jest/globals';
import type { Supplier } from '../../application/ports.ts';
import { answering } from '../../testing/answering.ts';
import { CodesWholesaleSupplier } from '../codeswholesale/codeswholesale-supplier.ts';
import { KinguinSupplier } from '../kinguin/kinguin-supplier.ts';

const BROKEN = 'AAAA\u0000BBBB';
const codes = [
  { codeId: 'broken', codeType: 'CODE_TEXT', code: BROKEN },
  { codeType: 'CODE_TEXT', code: 'DDDD' },
  { codeId: 'good', codeType: 'CODE_TEXT', code: 'CCCC' },
  { codeId: 'late', codeType: 'CODE_PREORDER', code: null },
];
const answers: Readonly<Record<string, unknown>> = {
  '/v2/order/1/keys': [
    { id: 'broken', serial: BROKEN, type: 'text/plain' },
    { id: 'nameless', serial: 'DDDD' },
    { id: 'good', serial: 'CCCC', type: 'text/plain' },
  ],
  '/oauth/token': { access_token: 'token', expires_in: 60 },
  '/v3/orders/1': { orderId: '1', status: 'COMPLETED', products: [{ codes }] },
};

test.each<[string, (apiUrl: string) => Supplier]>([
  ['Kinguin', (apiUrl) => new KinguinSupplier({ apiKey: 'key', apiUrl, webhookSecret: null })],
  ['CodesWholesale', (apiUrl) => new CodesWholesaleSupplier({ clientId: 'id', clientSecret: 'secret', apiUrl, signature: null })],
])('%s tells of keys that are there and cannot be read', async (_name, made) => {
  await answering(
    (path) => answers[path.split('?')[0] ?? ''],
    async (apiUrl) =>
      expect(await made(apiUrl).keys('1')).toEqual([
        { id: 'broken', secret: null },
        { id: 'unreadable-1', secret: null },
        { id: 'good', secret: { kind: 'text', key: 'CCCC' } },
      ]),
  );
});
