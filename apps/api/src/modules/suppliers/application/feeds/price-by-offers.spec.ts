import { expect, test } from '@jest/globals';
import { FixedClock, RecordingAlerts } from '../../../../testing/fakes.ts';
import type { CostChange, FollowCosts, ProductReads } from '../../../catalog/index.ts';
import { PriceByOffers } from './price-by-offers.ts';
import type { SellableOffers } from '../sellable-offers.ts';

/** The alerts to a page after which these costs changed, or were too low to follow. */
async function alertsTo(costs: readonly CostChange[], held: readonly CostChange[]): Promise<string[]> {
  const alerts = new RecordingAlerts();
  const work = new PriceByOffers(
    { fresh: async () => [] } as unknown as SellableOffers,
    { run: async () => ({ costs, held, repriced: 0 }) } as unknown as FollowCosts,
    { ofIds: async () => new Map() } as unknown as ProductReads,
    alerts,
    new FixedClock(),
  );
  await work.run(['any'], 'kinguin');
  return alerts.raised.map(({ about, detail }) => (about === 'kinguin' ? `${about}: ${detail}` : about));
}
const changes = (name: string, count: number, afterMinor: number): CostChange[] =>
  Array.from({ length: count }, (_, index) => ({ productId: `${name} ${index + 1}`, beforeMinor: 1000, afterMinor }));

test('a cost that moves by more than 30 % alerts, also where many costs of its page are too low to follow', async () => {
  expect(await alertsTo([...changes('same', 1, 1300), ...changes('jump', 1, 1301)], [])).toEqual(['jump 1']);
  expect(await alertsTo(changes('jump', 1, 1301), changes('held', 9, 1))).toContain('jump 1');
});

test('of a page on which all costs move, five products of each cause tell it, and how many more jumped', async () => {
  const told = await alertsTo(changes('jump', 100, 2000), changes('held', 100, 1));
  expect([told.filter((about) => about.startsWith('jump')).length, told.length]).toEqual([5, 11]);
  expect(told.at(-1)).toBe('kinguin: So did the costs of 95 more products, at least.');
});
