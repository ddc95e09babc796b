import { expect, test } from '@jest/globals';
import { checkedOut, MINUTE } from '../testing/checked-out-order.ts';

test('a payment after the last key was sold is refunded once, and the buyer is notified once', async () => {
  const { provider, session, settle, order, clock, stock, refund, mails } = await checkedOut();
  clock.advance(40 * MINUTE);
  await stock.reserve('another', [{ productId: 'product-1', quantity: 1 }], new Date(clock.now().getTime() + 36 * MINUTE));
  provider.become(session.id, { outcome: 'paid' });
  expect(await settle()).toBe('refunding');
  await refund();
  await refund();
  expect([...provider.refunds]).toEqual([order.id]);
  expect(order.status).toBe('refunded');
  expect(mails.planned.map(({ id }) => id)).toEqual([`${order.id}-refund-1`]);
});

/** Paid after its reservation expired and the last key was sold: a backorder, for a day at most. */
async function soldOut() {
  const fixture = await checkedOut({ longestWaitMs: 24 * 60 * MINUTE });
  fixture.clock.advance(40 * MINUTE);
  await fixture.stock.allocate('another', [{ line: 0, productId: 'product-1', quantity: 1 }]);
  fixture.provider.become(fixture.session.id, { outcome: 'paid' });
  expect(await fixture.settle()).toBe('waiting for keys');
  const upload = () => fixture.stock.add([{ productId: 'product-1', secret: { kind: 'text', key: 'KEY-UPLOADED' } }]);
  return { ...fixture, upload };
}

test('a paid order without a key becomes a backorder, its buyer is notified at once, and gets the next key', async () => {
  const { order, mails, upload, fill, refund, provider, settle } = await soldOut();
  expect(mails.planned.map(({ id }) => id)).toEqual([`${order.id}-waiting-1`]);
  expect(await settle()).toBe('already paid');
  await fill();
  expect(order.status).toBe('paid');
  await upload();
  await fill();
  await fill();
  expect(order).toMatchObject({ status: 'fulfilling', waitingUntil: null });
  expect(mails.planned.map(({ id }) => id)).toEqual([`${order.id}-waiting-1`, `${order.id}-keys-1`]);
  await refund();
  expect([...provider.refunds]).toEqual([]);
});

test('a wait in vain ends with the money sent back, and a key that comes then is on sale', async () => {
  const { order, clock, requeueOverdueJobs, outbox, refund, upload, fill, free, provider } = await soldOut();
  clock.advance(23 * 60 * MINUTE);
  await requeueOverdueJobs();
  expect(outbox.messages).toEqual([]);
  clock.advance(61 * MINUTE);
  await requeueOverdueJobs();
  expect(outbox.messages.map(({ job }) => job)).toEqual(['refund']);
  await refund();
  await upload();
  await fill();
  expect([...provider.refunds]).toEqual([order.id]);
  expect(order.status).toBe('refunded');
  expect(await free()).toBe(1);
});

test('a refund that the provider does not take at first is asked for again, and no key comes in between', async () => {
  const { order, clock, requeueOverdueJobs, outbox, refund, upload, fill, provider } = await soldOut();
  clock.advance(25 * 60 * MINUTE);
  provider.refund = () => Promise.reject(new Error('down'));
  await expect(refund()).rejects.toThrow('down');
  await upload();
  await fill();
  expect(order.status).toBe('paid');
  await requeueOverdueJobs();
  expect(outbox.messages.map(({ job }) => job)).toEqual(['refund']);
});

test('a refund whose job was lost is asked for again', async () => {
  const { provider, session, settle, clock, stock, requeueOverdueJobs, outbox } = await checkedOut();
  clock.advance(40 * MINUTE);
  await stock.reserve('another', [{ productId: 'product-1', quantity: 1 }], new Date(clock.now().getTime() + 36 * MINUTE));
  provider.become(session.id, { outcome: 'paid' });
  await settle();
  outbox.messages.length = 0;
  clock.advance(6 * MINUTE);
  await requeueOverdueJobs();
  expect(outbox.messages.map(({ job }) => job)).toEqual(['refund']);
});
