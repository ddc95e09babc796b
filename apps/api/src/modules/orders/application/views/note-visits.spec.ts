import { expect, test } from '@jest/globals';
import { FixedClock } from '../../../../testing/fakes.ts';
import { InMemoryOrderVisits } from '../../testing/in-memory-order-visits.ts';
import { NoteVisits } from './note-visits.ts';

test('what a call shows of orders is noted at each, with who called and when', async () => {
  const clock = new FixedClock();
  const visits = new InMemoryOrderVisits(() => 'browser-1');
  const by = { viewer: 'guest', address: '192.0.2.1', browser: 'Firefox 144 on Windows', browserId: 'browser-1' };
  await new NoteVisits(visits, clock).run(['order-1', 'order-2'], 'page', by);
  const { browserId: _, ...shown } = by;
  const visit = { ...shown, shown: 'page', revealId: null, isBuyingBrowser: true, at: clock.now() };
  expect([await visits.ofOrder('order-1'), await visits.ofOrder('order-2'), await visits.ofOrder('order-3')]).toEqual([
    [visit],
    [visit],
    [],
  ]);
});
