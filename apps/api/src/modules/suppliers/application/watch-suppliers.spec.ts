import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingAlerts } from '../../../testing/fakes.ts';
import { InMemorySupplier } from '../testing/in-memory-supplier.ts';
import type { SupplierReturn, SupplierReturns } from './after-sales/returns.ts';
import { type SupplierState, type SupplierStates, Suppliers } from './ports.ts';
import type { KeyPurchases, OverduePurchase } from './purchases.ts';
import type { SyncReport, Syncs } from './feeds/syncs.ts';
import { WatchSuppliers } from './watch-suppliers.ts';

const HOUR_MS = 3_600_000;

function watched() {
  const clock = new FixedClock();
  const alerts = new RecordingAlerts();
  const supplier = new InMemorySupplier();
  const at = { pausedAt: null as Date | null, feedAt: clock.now() as Date | null, failed: 0, latest: null as Partial<SyncReport> | null };
  const overdue: OverduePurchase[] = [];
  const returned: SupplierReturn[] = [];
  const states = {
    note: async () => undefined,
    of: async () => new Map([['kinguin', { pausedAt: at.pausedAt, feedAt: at.feedAt } as SupplierState]]),
  } as unknown as SupplierStates;
  const since: Date[] = [];
  const purchases = {
    counts: async (from: Date) => (since.push(from), new Map([['kinguin', { open: 0, failed: at.failed }]])),
    overdue: async (unsettledBefore: Date, orderedBefore: Date) =>
      overdue.filter(({ state, since: from }) => from < (state === 'ordered' ? orderedBefore : unsettledBefore)),
  } as unknown as KeyPurchases;
  const returns = { overdue: async (before: Date) => returned.filter(({ askedAt }) => askedAt < before) } as unknown as SupplierReturns;
  const syncs = { latest: async () => at.latest } as unknown as Syncs;
  const limits = { lowBalanceMinor: 5000, offerMaxAgeMs: 2 * HOUR_MS };
  const watch = new WatchSuppliers(
    new Suppliers([supplier]),
    states,
    syncs,
    purchases,
    returns,
    limits,
    alerts,
    new PlainTransaction(),
    clock,
  );
  const raised = async () => {
    await watch.run();
    return alerts.raised.map(({ kind, detail }) => `${kind}: ${detail}`);
  };
  return { clock, supplier, at, overdue, returned, since, raised };
}

test('a balance below the limit alerts once a day', async () => {
  const { clock, supplier, raised } = watched();
  supplier.balanceMinor = 5000;
  expect(await raised()).toEqual([]);
  supplier.balanceMinor = 4999;
  expect(await raised()).toEqual(['supplier-balance: 49.99 EUR are left.']);
  expect(await raised()).toHaveLength(1);
  clock.advance(24 * HOUR_MS);
  expect((await raised()).filter((text) => text.startsWith('supplier-balance'))).toHaveLength(2);
});

test('a balance that is not known alerts to nothing', async () => {
  const { supplier, raised } = watched();
  Object.assign(supplier, { balanceMinor: 0, isAway: true });
  expect(await raised()).toEqual([]);
});

test('a feed that is older than offers may be alerts once, and so does one that never came', async () => {
  const { clock, at, raised } = watched();
  const ended = clock.now().toISOString();
  clock.advance(2 * HOUR_MS);
  expect(await raised()).toEqual([]);
  clock.advance(1);
  expect(await raised()).toEqual([`supplier-stale: The latest complete synchronisation ended at ${ended}.`]);
  expect(await raised()).toHaveLength(1);
  at.feedAt = null;
  expect(await raised()).toHaveLength(1);
  at.latest = { id: 's1', state: 'failed', failure: 'It cannot be reached.' };
  expect(await raised()).toContain('supplier-stale: The first synchronisation failed: It cannot be reached.');
});

test('a first synchronisation that does not end alerts once, though no supplier said no', async () => {
  const { clock, at, raised } = watched();
  Object.assign(at, { feedAt: null, latest: { id: 's1', state: 'running', createdAt: clock.now() } });
  clock.advance(2 * HOUR_MS);
  expect(await raised()).toEqual([]);
  const began = at.latest?.createdAt?.toISOString();
  clock.advance(1);
  expect(await raised()).toEqual([`supplier-stale: The first synchronisation has not ended since ${began}.`]);
  expect(await raised()).toHaveLength(1);
});

test.each([
  ['planned', HOUR_MS / 2, 'It was planned at {}, and is not sent.'],
  ['sent', HOUR_MS / 2, 'It was sent at {}, and nobody knows whether the supplier has it.'],
  ['ordered', 6 * HOUR_MS, 'It was ordered at {}, and keys are missing.'],
] as const)('a purchase that stays %s alerts once, also while its supplier is paused', async (state, withinMs, text) => {
  const { clock, at, overdue, raised } = watched();
  at.pausedAt = clock.now();
  overdue.push({ id: 'p1', supplier: 'kinguin', state, since: clock.now(), failure: 'It cannot be reached.' });
  const since = clock.now().toISOString();
  clock.advance(withinMs);
  expect(await raised()).toEqual([]);
  clock.advance(1);
  expect(await raised()).toEqual([`supplier-purchase: Purchase p1: ${text.replace('{}', since)} It cannot be reached.`]);
  expect(await raised()).toHaveLength(1);
});

test('a return that does not end alerts once after two days, also while its supplier is paused', async () => {
  const { clock, at, returned, raised } = watched();
  Object.assign(at, { pausedAt: clock.now() });
  returned.push({ purchaseId: 'p1', supplier: 'kinguin', askedAt: clock.now(), failure: null } as SupplierReturn);
  const since = clock.now().toISOString();
  clock.advance(48 * HOUR_MS);
  expect(await raised()).toEqual([]);
  clock.advance(1);
  expect(await raised()).toEqual([
    `supplier-purchase: Purchase p1: its keys were to go back since ${since}, and nobody knows that they did.`,
  ]);
  expect(await raised()).toHaveLength(1);
});

test('a status of an order that the shop does not know alerts once, also while the supplier is paused', async () => {
  const { clock, supplier, at, raised } = watched();
  at.pausedAt = clock.now();
  supplier.unknownStatuses = () => ['Shipped'];
  const told =
    'supplier-purchase: It answered an order with the status "Shipped", which the shop does not know. Such orders count as open.';
  expect([await raised(), await raised()]).toEqual([[told], [told]]);
});

test('an order that was charged in another currency alerts once, also while the supplier is paused', async () => {
  const { clock, supplier, at, raised } = watched();
  at.pausedAt = clock.now();
  supplier.otherCurrencies = () => ['USD'];
  const told =
    'supplier-purchase: It charged an order in the currency USD, and the shop reads euros alone. The cost of such orders counts as agreed.';
  expect([await raised(), await raised()]).toEqual([[told], [told]]);
});

test('three failed purchases within an hour alert once an hour', async () => {
  const { clock, at, since, raised } = watched();
  at.failed = 2;
  expect(await raised()).toEqual([]);
  at.failed = 3;
  expect(await raised()).toEqual(['supplier-refusals: 3 purchases were refused, cancelled or refunded within an hour.']);
  expect(await raised()).toHaveLength(1);
  clock.advance(HOUR_MS);
  at.feedAt = clock.now();
  expect(await raised()).toHaveLength(2);
  expect(clock.now().getTime() - (since.at(-1)?.getTime() ?? 0)).toBe(HOUR_MS);
});

test('nothing is expected of a paused supplier', async () => {
  const { clock, supplier, at, raised } = watched();
  Object.assign(at, { pausedAt: clock.now(), failed: 9 });
  supplier.balanceMinor = 0;
  clock.advance(9 * HOUR_MS);
  expect(await raised()).toEqual([]);
});
