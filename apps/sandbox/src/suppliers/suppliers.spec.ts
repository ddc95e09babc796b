import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sandboxForTest, type TestSandbox } from '../testing/sandbox-for-test.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await sandboxForTest();
});
afterAll(() => sandbox.close());

const control = <T>(path: string, body?: object, method: 'PUT' | 'POST' | 'GET' = 'PUT') =>
  sandbox.control<T>(`/suppliers/kinguin${path}`, body, method);
beforeEach(async () => {
  await control('/reset', {}, 'POST');
  await control('/products', { products: [{ id: '7', name: 'Game', offers: [{ offerId: 'o7', cents: 500, quantity: 3 }] }] });
});

async function kinguin(method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await fetch(`${sandbox.stripeOrigin}/suppliers/kinguin${path}`, {
    method,
    headers: { 'x-api-key': 'kinguin-stand-in-key', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(1000),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const order = (reference: string, price = 5, qty = 1) =>
  kinguin('POST', '/v1/order', { products: [{ kinguinId: 7, qty, price }], orderExternalId: reference });
const orders = () => control<{ reference: string; status: string; id: string }[]>('/orders', undefined, 'GET');
const balance = () => control<{ cents: number }>('/balance', undefined, 'GET');

test('an order takes pieces and balance once for its reference', async () => {
  expect(await order('r1')).toMatchObject({ status: 201, body: { status: 'completed', paymentPrice: 5, orderExternalId: 'r1' } });
  expect(await order('r1')).toMatchObject({ status: 400, body: { kind: 'ConstraintViolation', propertyPath: 'orderExternalId' } });
  expect(await balance()).toEqual({ cents: 99_500 });
  expect(await kinguin('GET', '/v1/products?kinguinId=7')).toMatchObject({ body: { results: [{ qty: 2 }], item_count: 1 } });
});

test.each([
  ['more than there is', () => order('r', 5, 4), 'ProductUnavailable'],
  ['less than it costs', () => order('r', 4.99), 'ProductUnavailable'],
])('%s is refused, and nothing is taken', async (_what, act, kind) => {
  expect(await act()).toMatchObject({ status: 422, body: { kind } });
  expect([await orders(), await balance()]).toEqual([[], { cents: 100_000 }]);
});

test('an empty balance buys nothing', async () => {
  await control('/balance', { cents: 499 });
  expect(await order('r')).toMatchObject({ status: 400, body: { kind: 'InsufficientBalance' } });
});

test.each([
  ['timeout-before', 0],
  ['timeout-after', 1],
  ['lost-answer', 1],
  ['invalid-json', 1],
])('in the weather %s an order has no answer, and %i orders are made', async (failure, made) => {
  await control('/weather', { failure, of: 'orders' });
  await expect(order('r')).rejects.toThrow();
  expect(await orders()).toHaveLength(made);
  expect((await kinguin('GET', '/v1/order?orderExternalId=r')).body).toMatchObject({ item_count: made });
});

test.each(['error', 'rate-limit', 'sold-out', 'price-above', 'balance-empty'])(
  'in the weather %s nothing is ordered, and the next order is',
  async (failure) => {
    await control('/weather', { failure });
    expect((await order('r')).status).toBeGreaterThanOrEqual(400);
    expect(await orders()).toEqual([]);
    expect((await order('r')).status).toBe(201);
  },
);

test('half of the keys come at once, the others by a control, and an order that ends gives the balance back', async () => {
  await control('/delivery', { keys: 'half', as: 'image' });
  const { body } = await order('r', 5, 2);
  const keys = async () => (await kinguin('GET', `/v2/order/${String(body.orderId)}/keys`)).body;
  expect([body.status, await keys()]).toEqual(['processing', [expect.objectContaining({ type: 'image/png' })]]);
  await control(`/orders/${String(body.orderId)}/deliver`, {}, 'POST');
  expect(await keys()).toHaveLength(2);
  await control(`/orders/${String(body.orderId)}/end`, { how: 'refunded' }, 'POST');
  expect((await orders())[0]?.status).toBe('refunded');
  expect(await balance()).toEqual({ cents: 100_000 });
});

test('a supplier without products begins with those of a file, and one that has some keeps them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-sandbox-'));
  const catalogue = join(folder, 'suppliers.json');
  const config = { dataFile: join(folder, 'sandbox.sqlite'), supplierCatalogue: catalogue };
  const products = async (cents: number) => {
    writeFileSync(catalogue, JSON.stringify({ kinguin: [{ id: '9', name: 'Game', offers: [{ offerId: 'o9', cents, quantity: 1 }] }] }));
    const started = await sandboxForTest(config);
    const answer = await fetch(`${started.stripeOrigin}/suppliers/kinguin/v1/products`, {
      headers: { 'x-api-key': 'kinguin-stand-in-key' },
    });
    await started.close();
    return answer.json();
  };
  try {
    expect(await products(500)).toMatchObject({ item_count: 1, results: [{ kinguinId: 9, price: 5 }] });
    expect(await products(600)).toMatchObject({ item_count: 1, results: [{ kinguinId: 9, price: 5 }] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('prices move', async () => {
  await control('/prices', { percent: 10 }, 'POST');
  expect(await order('r')).toMatchObject({ status: 422 });
  expect(await order('r', 5.5)).toMatchObject({ status: 201 });
});
