import { expect, jest, test } from '@jest/globals';
import { unpaidOrder } from '../../orders/testing/order-builder.ts';
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
  const { reconcile, order, orders, clock, free, provider } = await checkedOut({ withSession: false });
  provider.isDown = true;
  clock.advance(2 * MINUTE);
  await reconcile();
  expect(order.status).toBe('pending');
  clock.advance(order.expiresAt.getTime() - clock.now().getTime());
  await reconcile();
  expect(order.status).toBe('pending');
  clock.advance(1);
  const asked = jest.spyOn(provider, 'session');
  await reconcile();
  expect(asked).not.toHaveBeenCalled();
  expect(orders.events.at(-1)).toMatchObject({ kind: 'expired', actor: 'reconciliation' });
  expect(await free()).toBe(1);
  const { openings } = provider;
  await reconcile();
  expect(provider.openings).toBe(openings);
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
  const { reconcile, order, orders, clock, free, forget } = await checkedOut();
  forget();
  clock.advance(2 * MINUTE);
  await reconcile();
  expect(order.status).toBe('pending');
  clock.advance(40 * MINUTE);
  await reconcile();
  expect(orders.events.at(-1)).toMatchObject({ kind: 'expired', actor: 'reconciliation' });
  expect(order.status).toBe('expired');
  expect(await free()).toBe(1);
});

test('an order that ended without its payment is compared for two hours more, with who looked', async () => {
  const { reconcile, order, orders, clock, provider, session } = await checkedOut();
  clock.advance(40 * MINUTE);
  await reconcile();
  expect(orders.events.at(-1)).toMatchObject({ kind: 'expired', actor: 'reconciliation' });
  provider.become(session.id, { outcome: 'paid' });
  clock.advance(110 * MINUTE);
  await reconcile();
  expect(order.status).not.toBe('expired');
  expect(orders.events.find(({ kind }) => kind === 'paid')).toMatchObject({ actor: 'reconciliation' });
});

test('one that ended longer ago is left alone', async () => {
  const { reconcile, order, clock, provider, session, settle } = await checkedOut();
  provider.become(session.id, { outcome: 'expired' });
  expect(await settle()).toBe('expired');
  provider.become(session.id, { outcome: 'paid' });
  clock.advance(31 * MINUTE + 120 * MINUTE);
  await reconcile();
  expect(order.status).toBe('expired');
});

test('an error of one order does not stop the others, and is reported; after eight the run ends', async () => {
  const { reconcile, orders, clock, provider } = await checkedOut();
  for (let index = 0; index < 24; index += 1) await orders.save(unpaidOrder({ id: `more-${index}` }), []);
  const asked: string[] = [];
  provider.openSession = async ({ id }) => {
    asked.push(id);
    if (id !== 'more-0') throw new Error(`a mistake with ${id}`);
    return { id: 'session-more-0', url: '' };
  };
  clock.advance(2 * MINUTE);
  const error: unknown = await reconcile().catch((failure: unknown) => failure);
  expect(error).toMatchObject({ message: '14 orders could not be compared with the provider.' });
  expect((error as AggregateError).errors[0]).toMatchObject({ message: 'a mistake with more-1' });
  expect([asked.length, orders.all.get('more-0')?.sessionId]).toEqual([15, 'session-more-0']);
});

test('lost jobs of events and refunds are asked for again under a name of the hour, those of a backorder once', async () => {
  const { receive, requeueOverdueJobs, outbox, clock, orders, refunds } = await checkedOut();
  await receive('evt_1');
  outbox.messages.length = 0;
  const paid = unpaidOrder({ id: 'paid' });
  paid.pay({ intentId: 'pi_1', provider: 'stripe' }, { at: clock.now(), actor: 'stripe' });
  await orders.save(paid, []);
  const ask = (id: string, orderId: string) =>
    refunds.add({ id, orderId, kind: 'goodwill', pieces: [], amountMinor: 1, isWhole: false, askedBy: 'ada', reason: null, keyIds: [] });
  await ask('refund-1', 'order-1');
  await ask('refund-2', 'paid');
  await requeueOverdueJobs();
  expect(outbox.messages).toEqual([]);
  clock.advance(5 * MINUTE + 1);
  await requeueOverdueJobs();
  const hour = Math.floor(clock.now().getTime() / (60 * MINUTE));
  expect(outbox.messages).toEqual([
    { queue: 'payments', job: 'process-event', id: `event-stripe.evt_1-again-${hour}`, data: { eventId: 'stripe.evt_1' } },
    { queue: 'payments', job: 'refund', id: `refund-paid-again-${hour}`, data: { orderId: 'paid' } },
    { queue: 'payments', job: 'staff-refund', id: `refund-order-1-refund-1-again-${hour}`, data: { refundId: 'refund-1' } },
  ]);
});

test('a session is ended after the last moment of its order, not in it', async () => {
  const { reconcile, order, clock, provider, session } = await checkedOut();
  clock.advance(order.expiresAt.getTime() - clock.now().getTime());
  await reconcile();
  expect(provider.sessions.get(session.id)?.outcome).toBe('open');
  clock.advance(1);
  await reconcile();
  expect(provider.sessions.get(session.id)?.outcome).toBe('expired');
});

test('a transfer that the bank still has on its way after its time keeps its order', async () => {
  const { reconcile, order, clock, provider, session } = await checkedOut();
  provider.become(session.id, { outcome: 'processing' });
  clock.advance(2 * MINUTE);
  await reconcile();
  clock.advance(15 * 24 * 60 * MINUTE);
  await reconcile();
  expect(order.status).toBe('pending');
});

test('after eight failures nothing more is asked in that run', async () => {
  const { reconcile, orders, clock, provider } = await checkedOut({ withSession: false });
  for (let index = 0; index < 24; index += 1) await orders.save(unpaidOrder({ id: `more-${index}` }), []);
  let asked = 0;
  provider.openSession = () => Promise.reject(new Error(`a mistake, number ${(asked += 1)}`));
  clock.advance(2 * MINUTE);
  await expect(reconcile()).rejects.toThrow('8 orders could not be compared');
  expect(asked).toBe(8);
});

test('an order that is gone or paid when its turn comes is left alone', async () => {
  const { reconcile, orders, order, provider, session, settle } = await checkedOut();
  provider.become(session.id, { outcome: 'paid' });
  await settle();
  jest.spyOn(orders, 'takeForReconciling').mockResolvedValueOnce([order.id, 'nobody']);
  const asked = jest.spyOn(provider, 'session');
  await reconcile();
  expect(asked).not.toHaveBeenCalled();
});

test('the link that cancels a checkout asks the provider nothing while a bank transfer is on its way', async () => {
  const { cancelByLink, settle, order, provider, session } = await checkedOut();
  provider.become(session.id, { outcome: 'processing' });
  await settle();
  const asked = [jest.spyOn(provider, 'expireSession'), jest.spyOn(provider, 'session')];
  await cancelByLink();
  expect([order.status, ...asked.map(({ mock }) => mock.calls.length)]).toEqual(['pending', 0, 0]);
});

test('a browser that checks out again asks the provider nothing about a bank transfer that is on its way', async () => {
  const { comeBack, settle, order, provider, session } = await checkedOut();
  provider.become(session.id, { outcome: 'processing' });
  await settle();
  const asked = [jest.spyOn(provider, 'expireSession'), jest.spyOn(provider, 'session')];
  await comeBack();
  expect([order.status, ...asked.map(({ mock }) => mock.calls.length)]).toEqual(['pending', 0, 0]);
});

test('the link that cancels a checkout ends it otherwise', async () => {
  const { cancelByLink, order } = await checkedOut();
  await cancelByLink();
  expect(order.status).toBe('expired');
});
