import { expect, jest, test } from '@jest/globals';
import { CheckoutOver } from '../../payments/index.ts';
import { IdempotencyKeyReused } from '../domain/checkout-errors.ts';
import { checkoutShop, MINUTE } from '../testing/checkout-on-fakes.ts';

test('the same key again is the same order, moved to the browser that asks; its end, or another request, is refused', async () => {
  const { run, all, clock, orders, provider, settled } = await checkoutShop();
  const key = { idempotencyKey: 'key-12345678' };
  const first = await run(key);
  const saved = jest.spyOn(orders, 'save');
  expect(await run({ ...key, browserId: 'browser-9' })).toEqual(first);
  expect(all().map(({ browserId }) => browserId)).toEqual(['browser-9']);
  expect(saved.mock.calls).toEqual([[all()[0], []]]);
  expect(await run({ ...key, browserId: 'browser-9' })).toEqual(first);
  expect([saved.mock.calls.length, settled, [...provider.sessions.values()].map(({ outcome }) => outcome)]).toEqual([1, [], ['open']]);
  await expect(run({ ...key, requestHash: 'other' })).rejects.toThrow(IdempotencyKeyReused);
  clock.advance(31 * MINUTE);
  await expect(run(key)).rejects.toThrow(CheckoutOver);
});

test('a key whose order is paid is over', async () => {
  const { run, all, clock } = await checkoutShop();
  await run({ idempotencyKey: 'key-12345678' });
  all()[0]?.pay({ intentId: 'pi_1', provider: 'stripe' }, { at: clock.now(), actor: 'stripe' });
  await expect(run({ idempotencyKey: 'key-12345678' })).rejects.toThrow(CheckoutOver);
});

test('a browser’s earlier checkout is ended at the provider and settled, one that waits for a transfer counts as its own', async () => {
  const { run, all, provider, settled, own, orders } = await checkoutShop();
  await run({ browserId: 'one' });
  const [earlier] = all();
  await run({ browserId: 'one' });
  expect(provider.sessions.get(`session-${earlier?.id}`)?.outcome).toBe('expired');
  expect(settled).toEqual([[`session-${earlier?.id}`, 'buyer', 'stripe']]);
  expect(own.at(-1)).toEqual({ open: [earlier?.id], waiting: [] });
  expect(orders.all.size).toBe(2);
});

test('a checkout without a session ends when its browser comes back; a session that was opened meanwhile is ended', async () => {
  const { run, all, endOpen, settled, orders, provider } = await checkoutShop();
  await run({ browserId: 'one' });
  const [order] = all();
  const { sessionId } = order ?? {};
  Object.assign(order ?? {}, { sessionId: null });
  await endOpen.run('one');
  expect(orders.events.at(-1)).toMatchObject({ kind: 'expired', actor: 'buyer' });
  expect([order?.status, settled, provider.sessions.get(sessionId ?? '')?.outcome]).toEqual(['expired', [], 'open']);
  await run({ browserId: 'two' });
  const other = all()[1];
  const before = Object.assign(Object.create(Object.getPrototypeOf(other) as object) as object, other, { sessionId: null });
  orders.openOfBrowser = async () => [before as never];
  await endOpen.run('two');
  expect(settled).toEqual([[other?.sessionId, 'buyer', 'stripe']]);
});

test('of two calls with one key at the same time, the one that comes second finds the order of the first', async () => {
  const { run, orders, all } = await checkoutShop();
  const key = { idempotencyKey: 'key-12345678', browserId: 'one' };
  const first = await run(key);
  jest.spyOn(orders, 'ofIdempotencyKey').mockResolvedValueOnce(null);
  jest.spyOn(orders, 'openOfBrowser').mockResolvedValueOnce([]);
  expect(await run(key)).toEqual(first);
  expect(all()).toHaveLength(1);
});

test('a checkout that is gone when its browser comes back has nothing to end', async () => {
  const { run, all, endOpen, orders, settled } = await checkoutShop();
  await run({ browserId: 'one' });
  Object.assign(all()[0] ?? {}, { sessionId: null });
  orders.ofId = async () => null;
  await endOpen.run('one');
  expect(settled).toEqual([]);
});
