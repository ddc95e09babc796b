import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { codesWholesaleHints } from '../codeswholesale/codeswholesale-hints.ts';
import { kinguinHints } from '../kinguin/kinguin-hints.ts';

const update = {
  kinguinId: 1949,
  productId: '5c9b5f6b2539a4e8f172916a',
  qty: 845,
  textQty: 845,
  cheapestOfferId: ['611222acff9ca40001f0b020'],
  updatedAt: '2020-10-16T11:24:08.015+00:00',
};
const status = { orderId: 'PHS84FJAG5U', orderExternalId: 'AL2FEEHOO2OHF', status: 'canceled', updatedAt: '2020-10-16T11:24:08.025+00:00' };
const kinguin = (event: string | undefined, body: unknown, secret: string | null = null, given?: string) =>
  kinguinHints({ headers: { 'x-event-name': event, 'x-event-secret': given }, body }, secret);

test('an update of Kinguin is about its product, and a status about its order', () => {
  expect(kinguin('product.update', update)).toEqual([{ kind: 'product', supplierProductId: '1949', kinguinId: 1949 }]);
  expect(kinguin('order.status', status)).toEqual([{ kind: 'order', supplierOrderId: 'PHS84FJAG5U', reference: 'AL2FEEHOO2OHF' }]);
  for (const orderExternalId of [undefined, null, '../v1/balance'])
    expect(kinguin('order.status', { ...status, orderExternalId })).toEqual([{ kind: 'order', supplierOrderId: 'PHS84FJAG5U' }]);
});

test.each([
  ['no event', undefined, update],
  ['another event', 'order.deleted', status],
  ['no body', 'product.update', null],
  ['no id', 'product.update', { ...update, kinguinId: '1949' }],
  ['an id that is no word', 'order.status', { orderId: '../v1/balance' }],
])('with %s a message of Kinguin is about nothing', (_what, event, body) => {
  expect(kinguin(event, body)).toEqual([]);
});

test('where a secret is set, messages without it are about nothing', () => {
  expect([undefined, '', 'other', 'secret'].map((given) => kinguin('product.update', update, 'secret', given).length)).toEqual([
    0, 0, 0, 1,
  ]);
});

const settings = { clientId: 'client', clientSecret: 's', apiUrl: '', signature: null as string | null };
const codesWholesale = (body: unknown, signature: string | null = null) =>
  codesWholesaleHints({ headers: {}, body }, { ...settings, signature });

test('a postback of CodesWholesale is about each product and order that it names', () => {
  const stock = { type: 'STOCK', authHash: 'x', products: [{ productId: 'a', quantity: 1, prices: [] }, { productId: 'b' }] };
  expect(codesWholesale(stock)).toEqual(['a', 'b'].map((supplierProductId) => ({ kind: 'product', supplierProductId, kinguinId: null })));
  expect(codesWholesale({ type: 'PRODUCT_HIDDEN', productId: 'c' })).toMatchObject([{ supplierProductId: 'c' }]);
  expect(codesWholesale({ type: 'PREORDER', orderId: 'o' })).toEqual([{ kind: 'order', supplierOrderId: 'o' }]);
});

test.each([
  [null],
  ['STOCK'],
  [{ type: 'BALANCE', productId: 'c' }],
  [{ type: 'STOCK', products: Array.from({ length: 101 }, () => ({ productId: 'a' })) }],
])('a postback that is %j is about nothing', (body) => {
  expect(codesWholesale(body)).toEqual([]);
});

test('where a signature is set, postbacks that are not hashed with it are about nothing', () => {
  const authHash = createHash('sha256').update('clientsignature').digest('hex');
  expect(codesWholesale({ type: 'STOCK', productId: 'c', authHash }, 'signature')).toHaveLength(1);
  expect(codesWholesale({ type: 'STOCK', productId: 'c', authHash }, 'another')).toEqual([]);
  expect(codesWholesale({ type: 'STOCK', productId: 'c' }, 'signature')).toEqual([]);
});
