import { expect, jest, test } from '@jest/globals';
import { checkedOut, MINUTE } from '../testing/checked-out-order.ts';

test('a lost webhook is found by reconciliation', async () => {
  const { provider, session, reconcile, order, clock } = await checkedOut();
  provider.become(session.id, { outcome: 'paid' });
  clock.advance(2 * MINUTE);
  await reconcile();
  expect(order.status).toBe('fulfilling');
});

test('reconciliation leaves a young order to the webhook', async () => {
  const { provider, session, reconcile, order } = await checkedOut();
  provider.become(session.id, { outcome: 'paid' });
  await reconcile();
  expect(order.status).toBe('pending');
});

test('a session that the provider keeps open past its end is ended there too', async () => {
  const { reconcile, order, clock, free, provider, session } = await checkedOut();
  clock.advance(40 * MINUTE);
  await reconcile();
  expect(provider.sessions.get(session.id)?.outcome).toBe('expired');
  expect(order.status).toBe('expired');
  expect(await free()).toBe(1);
});

test('a session that was opened but never noted is found again', async () => {
  const { reconcile, order, clock, session } = await checkedOut({ withSession: false });
  clock.advance(2 * MINUTE);
  await reconcile();
  expect(order.sessionId).toBe(session.id);
});

test('an order whose session cannot be opened keeps its keys while its time runs, then ends and frees them', async () => {
  const { reconcile, order, clock, free, provider } = await checkedOut({ withSession: false });
  provider.isDown = true;
  clock.advance(2 * MINUTE);
  await reconcile();
  expect(order.status).toBe('pending');
  clock.advance(30 * MINUTE);
  await reconcile();
  expect(order.status).toBe('expired');
  expect(await free()).toBe(1);
});

test('a session that is opened while its checkout is being ended is ended, too', async () => {
  const { comeBack, orders, order, provider, session } = await checkedOut();
  const before = Object.assign(Object.create(Object.getPrototypeOf(order) as object) as typeof order, order, { sessionId: null });
  jest.spyOn(orders, 'openOfBrowser').mockResolvedValueOnce([before]);
  await comeBack();
  expect([order.status, provider.sessions.get(session.id)?.outcome]).toEqual(['expired', 'expired']);
});

test('coming back from the payment page frees the keys', async () => {
  const { comeBack, order, free } = await checkedOut();
  await comeBack();
  expect(order.status).toBe('expired');
  expect(await free()).toBe(1);
});

test('coming back after paying keeps what was paid', async () => {
  const { comeBack, order, provider, session } = await checkedOut();
  provider.become(session.id, { outcome: 'paid' });
  await comeBack();
  expect(order.status).toBe('fulfilling');
});

test('an order whose session the provider does not know ends when its time is over', async () => {
  const { reconcile, order, clock, free, forget } = await checkedOut();
  forget();
  clock.advance(2 * MINUTE);
  await reconcile();
  expect(order.status).toBe('pending');
  clock.advance(40 * MINUTE);
  await reconcile();
  expect(order.status).toBe('expired');
  expect(await free()).toBe(1);
});
