import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingAlerts } from '../../../../testing/fakes.ts';
import type { PricingRules } from '../ports.ts';
import { WatchRates } from './watch-rates.ts';

const DAY_MS = 86_400_000;

function shop() {
  const clock = new FixedClock();
  const alerts = new RecordingAlerts();
  const pricing = { at: clock.now() as Date | null };
  const rules = { since: async () => pricing.at } as unknown as PricingRules;
  const watch = new WatchRates(rules, { oldestRatesMs: 30 * DAY_MS }, alerts, new PlainTransaction(), clock);
  const raisedAfter = async (days: number) => {
    clock.advance(days * DAY_MS);
    await watch.run();
    return alerts.raised.length;
  };
  return { clock, alerts, pricing, raisedAfter };
}

test('exchange rates alarm once they are as old as they may be, and again after as long', async () => {
  const { alerts, raisedAfter } = shop();
  expect([await raisedAfter(29), await raisedAfter(1), await raisedAfter(29), await raisedAfter(1)]).toEqual([0, 1, 1, 2]);
  expect(alerts.raised[0]).toMatchObject({ kind: 'rates-old', detail: expect.stringMatching(/^Set on \d{4}-\d\d-\d\d, 30 days ago\.$/) });
});

test('rates that are set anew are new, and a shop without a price has none', async () => {
  const { clock, pricing, raisedAfter } = shop();
  expect(await raisedAfter(31)).toBe(1);
  pricing.at = clock.now();
  expect(await raisedAfter(29)).toBe(1);
  pricing.at = null;
  expect(await raisedAfter(100)).toBe(1);
});
