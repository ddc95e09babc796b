import { expect, jest, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingMailOutbox } from '../../../../testing/fakes.ts';
import { InMemoryOrders } from '../../testing/in-memory-orders.ts';
import { unpaidOrder } from '../../testing/order-builder.ts';
import { waitingMail } from '../order-mails.ts';
import { TellWaiting } from './tell-waiting.ts';

const MINUTE = 60_000;

async function shop(count: number) {
  const clock = new FixedClock();
  const [orders, mails] = [new InMemoryOrders(clock), new RecordingMailOutbox(clock)];
  const step = { at: clock.now(), actor: 'stripe' };
  for (let place = 0; place < count; place += 1) {
    const order = Object.assign(unpaidOrder({ id: `order-${place}` }), { number: `KT-${place}` });
    order.pay({ intentId: `pi_${place}`, provider: 'stripe' }, step);
    order.waitForKeys(new Date(clock.now().getTime() + 60 * MINUTE), step);
    await orders.save(order, []);
  }
  return { clock, orders, mails, tell: new TellWaiting(orders, mails, new PlainTransaction(), clock) };
}

test('however many wait, each is told after a minute, and none is looked at again', async () => {
  const { clock, orders, mails, tell } = await shop(1001);
  await mails.plan({ ...waitingMail('order-0'), id: 'an earlier one' });
  await tell.run();
  expect(mails.planned).toHaveLength(1);
  clock.advance(MINUTE);
  await tell.run();
  expect(new Set(mails.planned.map(({ about }) => about)).size).toBe(1001);
  expect(mails.planned).toHaveLength(1001);
  const looked = jest.spyOn(orders, 'forUpdate');
  await tell.run();
  expect(looked).not.toHaveBeenCalled();
});

test('an order that has its keys by then is not told', async () => {
  const { clock, orders, mails, tell } = await shop(1);
  clock.advance(MINUTE);
  const forUpdate = orders.forUpdate.bind(orders);
  jest.spyOn(orders, 'forUpdate').mockImplementation(async (id) => {
    const order = await forUpdate(id);
    order?.beginFulfilment({ at: clock.now(), actor: 'worker' });
    return order;
  });
  await tell.run();
  expect(mails.planned).toEqual([]);
});

test('an order that is gone by then is told nothing', async () => {
  const { clock, orders, mails, tell } = await shop(1);
  clock.advance(MINUTE);
  jest.spyOn(orders, 'forUpdate').mockResolvedValue(null);
  await tell.run();
  expect(mails.planned).toEqual([]);
});

test('orders that cannot be told keep nobody behind them waiting, and are looked at again by the next run', async () => {
  const { clock, orders, mails, tell } = await shop(501);
  clock.advance(MINUTE);
  const reading = jest.spyOn(mails, 'about').mockImplementation(async (id) => {
    if (id !== 'order-500') throw new Error(`The mails about ${id} cannot be read.`);
    return [];
  });
  await expect(tell.run()).rejects.toThrow('The mails about order-0 cannot be read.');
  expect(mails.planned.map(({ about }) => about)).toEqual(['order-500']);
  expect(reading).toHaveBeenCalledTimes(501);
  reading.mockRestore();
  await tell.run();
  expect(mails.planned).toHaveLength(501);
  expect(await orders.unnotified(clock.now(), null)).toEqual([]);
});
