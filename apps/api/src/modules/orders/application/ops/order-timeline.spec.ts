import { expect, test } from '@jest/globals';
import { OrderTimeline, type SourceEntry } from './order-timeline.ts';

const order = { id: 'o1', sessionId: 'cs_1', paymentIntentId: null, paymentProvider: 'stripe' };
const entry = (source: SourceEntry['source'], second: number, what: string, position?: number): SourceEntry => ({
  at: new Date(Date.UTC(2026, 10, 21, 8, 0, second)),
  source,
  what,
  by: 'worker',
  data: {},
  ...(position !== undefined && { position }),
});

test('what happened at the same moment is shown payment first, then order, mail, looks at keys and staff, each in its own order', async () => {
  const timeline = new OrderTimeline();
  timeline.add(async () => [
    entry('staff', 1, 'second', 10),
    entry('staff', 1, 'fourth', 12),
    entry('staff', 1, 'third', 11),
    entry('staff', 1, 'first', 9),
    entry('reveal', 1, 'look'),
    entry('staff', 0, 'early'),
  ]);
  timeline.add(async ({ id }) => [entry('mail', 1, `mail of ${id}`), entry('order', 1, 'paid', 70)]);
  timeline.add(async ({ sessionId }) => [entry('payment', 1, `event of ${sessionId}`)]);
  expect((await timeline.of(order)).map(({ what }) => what)).toEqual([
    'early',
    'event of cs_1',
    'paid',
    'mail of o1',
    'look',
    'first',
    'second',
    'third',
    'fourth',
  ]);
});

test('an instant is ISO 8601 in UTC, and what is not known is left out of the data', async () => {
  const timeline = new OrderTimeline();
  timeline.add(async () => [{ ...entry('order', 0, 'paid'), data: { reason: null, amount: 0 } }]);
  expect(await timeline.of(order)).toEqual([
    { at: '2026-11-21T08:00:00.000Z', source: 'order', what: 'paid', by: 'worker', data: { amount: 0 } },
  ]);
});
