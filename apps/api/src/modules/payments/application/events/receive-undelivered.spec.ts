import { expect, jest, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingOutbox } from '../../../../testing/fakes.ts';
import { PaymentUnavailable } from '../../domain/payment-errors.ts';
import { ImaginaryProvider } from '../../testing/imaginary-provider.ts';
import { InMemoryPaymentEvents } from '../../testing/in-memory-payment-events.ts';
import { InMemoryPaymentProvider } from '../../testing/in-memory-payments.ts';
import { undelivered } from '../../testing/undelivered.ts';
import { PaymentProviders } from '../payment-providers.ts';
import { ReceiveEvent } from './receive-event.ts';
import { ReceiveUndelivered } from './receive-undelivered.ts';

const HOUR = 3_600_000;

function shop() {
  const clock = new FixedClock();
  const events = new InMemoryPaymentEvents(clock);
  const outbox = new RecordingOutbox();
  const [provider, other] = [new InMemoryPaymentProvider(), new ImaginaryProvider()];
  const providers = new PaymentProviders(provider, [other]);
  const receiveEvent = new ReceiveEvent(providers, events, outbox, new PlainTransaction());
  const worker = () => new ReceiveUndelivered(providers, events, receiveEvent);
  const miss = (id: string, createdAt?: Date) => provider.missed.push(undelivered({ id, sessionId: `cs-${id}` }, createdAt));
  return { events, outbox, provider, other, worker, miss, stored: () => [...events.all.keys()].toSorted() };
}

/** From when on the provider was asked for events. */
function asking(provider: InMemoryPaymentProvider) {
  const asked = jest.spyOn(provider, 'undelivered');
  return () => asked.mock.calls.map(([after]) => after);
}

test('an event whose webhook did not come is stored and queued as if it had, once however often it is listed', async () => {
  const { events, outbox, worker, miss } = shop();
  miss('1');
  const task = worker();
  await task.run();
  await task.run();
  await worker().run();
  expect(await events.waiting('stripe.1')).toMatchObject({ provider: 'stripe', sessionId: 'cs-1' });
  expect(outbox.messages).toEqual([{ queue: 'payments', job: 'process-event', id: 'event-stripe.1', data: { eventId: 'stripe.1' } }]);
});

test('after a run that found nothing the next one asks for all events, as the first did', async () => {
  const { events, provider, worker, miss } = shop();
  const asked = asking(provider);
  const task = worker();
  await task.run();
  miss('1');
  await task.run();
  expect([asked(), [...events.all.keys()]]).toEqual([[null, null], ['stripe.1']]);
});

test('of events that came by webhook, too, nothing is written: a page of them is one question', async () => {
  const { events, worker, miss } = shop();
  for (let id = 0; id < 150; id += 1) miss(`${id}`);
  await worker().run();
  const [known, add] = [jest.spyOn(events, 'known'), jest.spyOn(events, 'add')];
  await worker().run();
  expect([known.mock.calls.map(([ids]) => ids.length), add.mock.calls]).toEqual([[100, 50], []]);
});

test('after a complete run the next one asks from an hour before the newest event on, by the clock of the provider', async () => {
  const { provider, worker, miss } = shop();
  const asked = asking(provider);
  const task = worker();
  await task.run();
  miss('1', new Date(5 * HOUR));
  miss('2', new Date(4 * HOUR));
  await task.run();
  await task.run();
  miss('3', new Date(4.5 * HOUR));
  miss('4', new Date(7 * HOUR));
  await task.run();
  await task.run();
  expect(asked()).toEqual([null, null, new Date(4 * HOUR), new Date(4 * HOUR), new Date(6 * HOUR)]);
});

test('a new process asks for all that the provider keeps', async () => {
  const { provider, worker, miss } = shop();
  const asked = asking(provider);
  miss('1', new Date(5 * HOUR));
  await worker().run();
  await worker().run();
  expect(asked()).toEqual([null, null]);
});

test('a run takes a thousand new events at most, the next one the others', async () => {
  const { provider, worker, miss, stored } = shop();
  for (let id = 0; id < 1250; id += 1) miss(`${id}`, new Date(5 * HOUR));
  const asked = asking(provider);
  const task = worker();
  await task.run();
  expect(stored()).toHaveLength(1000);
  await task.run();
  expect(stored()).toHaveLength(1250);
  await task.run();
  expect(asked()).toEqual([null, null, new Date(4 * HOUR)]);
});

test('an event that cannot be stored keeps no other back, and is tried again', async () => {
  const { events, provider, worker, miss, stored } = shop();
  for (const id of ['1', '2', '3']) miss(id);
  const asked = asking(provider);
  jest.spyOn(events, 'add').mockRejectedValueOnce(new Error('no text'));
  const task = worker();
  await expect(task.run()).rejects.toThrow('no text');
  expect(stored()).toEqual(['stripe.1', 'stripe.2']);
  await task.run();
  expect(stored()).toEqual(['stripe.1', 'stripe.2', 'stripe.3']);
  expect(asked()).toEqual([null, null]);
});

test('while nothing can be stored, no further page is asked for', async () => {
  const { events, worker, miss } = shop();
  for (let id = 0; id < 150; id += 1) miss(`${id}`);
  const add = jest.spyOn(events, 'add').mockRejectedValue(new Error('away'));
  await expect(worker().run()).rejects.toThrow('away');
  expect(add).toHaveBeenCalledTimes(100);
});

test('a provider that does not answer fails the run, and keeps the events of no other back', async () => {
  const { provider, other, worker, stored } = shop();
  provider.isDown = true;
  other.missed.push(undelivered({ id: '1' }));
  await expect(worker().run()).rejects.toThrow(PaymentUnavailable);
  expect(stored()).toEqual(['imaginary.1']);
});
