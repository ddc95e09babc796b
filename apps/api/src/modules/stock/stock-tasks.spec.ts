import { expect, test } from '@jest/globals';
import { CountingIds, FixedClock, PlainTransaction, RecordingAlerts, RecordingMailOutbox } from '../../testing/fakes.ts';
import type { Catalogue } from '../catalog/index.ts';
import type { Audit, StaffAct } from '../ops/index.ts';
import { UnknownProduct } from './domain/key-errors.ts';
import { InMemoryKeyStock } from './testing/in-memory-key-stock.ts';
import { ReleaseLapsed } from './application/release-lapsed.ts';
import { ApplyStockChanges, type StockChanges, type StockCorrection, VerifyShownStock } from './application/stock-changes.ts';
import { AlertLowStock, type EmptyProduct, SetLowThreshold, type StockWatch } from './application/stock-watch.ts';

const transaction = new PlainTransaction();
const act = { by: { id: 'key-1', name: 'ada', role: 'owner' }, reason: 'sells fast' } as unknown as StaffAct;

test('reservations that have lapsed are released, and counted', async () => {
  const clock = new FixedClock();
  const stock = new InMemoryKeyStock(clock);
  await stock.add([1, 2].map((key) => ({ productId: 'product-1', secret: { kind: 'text', key: `KEY-${key}` } as const })));
  await stock.reserve('order-1', [{ productId: 'product-1', quantity: 2 }], new Date(clock.now().getTime() + 1));
  const release = new ReleaseLapsed(stock, transaction);
  expect(await release.run()).toBe(0);
  clock.advance(1);
  expect(await release.run()).toBe(2);
});

test('pending differences are added up by hundreds, each behind the last, until none is left', async () => {
  const calls: unknown[] = [];
  const last = ['b', 'd', null];
  const changes = { applyPending: async (...call: unknown[]) => (calls.push(call), last.shift() ?? null) } as unknown as StockChanges;
  await new ApplyStockChanges(changes, transaction).run();
  expect(calls).toEqual([
    ['', 100],
    ['b', 100],
    ['d', 100],
  ]);
});

/** Three batches to compare, one correction in each. */
function comparison(onVerify: () => void = () => undefined) {
  const [calls, reported]: [unknown[], unknown[]] = [[], []];
  const last = ['b', 'd', null];
  const correction: StockCorrection = { productId: 'a', shown: 1, counted: 2 };
  const changes = {
    verify: async (...call: unknown[]) => {
      calls.push(call);
      onVerify();
      return { last: last.shift() ?? null, corrected: [correction] };
    },
    report: (corrected: readonly StockCorrection[]) => void reported.push(corrected),
  } as unknown as StockChanges;
  return { verify: new VerifyShownStock(changes, transaction), calls, reported, correction };
}

test('all products are compared, and what differed is reported and counted', async () => {
  const { verify, calls, reported, correction } = comparison();
  expect(await verify.run()).toBe(3);
  expect(calls).toEqual([
    ['', 100],
    ['b', 100],
    ['d', 100],
  ]);
  expect(reported).toEqual([[correction], [correction], [correction]]);
});

test('a comparison that is stopped ends between two batches', async () => {
  const { verify, calls } = comparison(() => verify.stop());
  expect(await verify.run()).toBe(1);
  expect(calls).toHaveLength(1);
});

/** The watch of a shop in which `low` is what changed. */
function watch(low: { isLow: boolean; emptied: readonly EmptyProduct[] } = { isLow: false, emptied: [] }) {
  const clock = new FixedClock();
  const calls: unknown[] = [];
  const audited: unknown[] = [];
  const noting =
    (name: string, answer: unknown) =>
    async (...call: unknown[]) => (calls.push([name, ...call]), answer);
  const port = {
    shopThreshold: async () => 5,
    thresholdOf: async () => null,
    setShopThreshold: noting('shop', undefined),
    setThreshold: noting('product', undefined),
    updateAlerts: noting('alerts', low),
  } as unknown as StockWatch;
  const catalogue = { productIds: async (names: string[]) => new Map(names.includes('1949') ? [['1949', 'product-1']] : []) };
  const audit: Audit = { record: async (entry) => void audited.push(entry), linesOf: async () => [] };
  const [mails, alerts] = [new RecordingMailOutbox(clock), new RecordingAlerts()];
  return {
    clock,
    calls,
    audited,
    mails,
    alerts,
    threshold: new SetLowThreshold(port, catalogue as unknown as Catalogue, audit, transaction, clock),
    alertLow: new AlertLowStock(port, mails, alerts, transaction, clock, new CountingIds()),
  };
}

test('the threshold of the shop, and of a product, is set and written down with the one before', async () => {
  const { threshold, calls, audited, clock } = watch();
  await threshold.shop(7, act);
  await threshold.product('1949', 3, act);
  expect(calls).toEqual([
    ['shop', 7, clock.now(), 'ada'],
    ['product', 'product-1', 3],
  ]);
  expect(audited).toEqual([
    { ...act, action: 'stock.threshold', subject: { type: 'shop', id: 'stock' }, before: { threshold: 5 }, after: { threshold: 7 } },
    {
      ...act,
      action: 'stock.threshold',
      subject: { type: 'product', id: 'product-1' },
      before: { threshold: null },
      after: { threshold: 3 },
    },
  ]);
  await expect(threshold.product('9', 3, act)).rejects.toThrow(UnknownProduct);
});

test('products that have become low are one mail, those that sold out one alert each, of the last thirty days', async () => {
  const { alertLow, calls, mails, alerts, clock } = watch({
    isLow: true,
    emptied: [{ productId: 'product-1', name: 'Half Moon', sold: 4 }],
  });
  await alertLow.run();
  const id = 'id000000000000000000000001';
  expect(calls).toEqual([['alerts', id, clock.now(), new Date('2026-01-30T12:00:00.000Z')]]);
  expect(mails.planned).toEqual([{ id: `${id}-low-stock-1`, kind: 'low-stock', about: id }]);
  expect(alerts.raised).toEqual([
    { kind: 'stock-empty', id: `product-1@${clock.now().getTime()}`, about: 'Half Moon', detail: '4 sold in the last 30 days' },
  ]);
});

test('where nothing has become low there is no mail', async () => {
  const { alertLow, mails, alerts } = watch();
  await alertLow.run();
  expect([mails.planned, alerts.raised]).toEqual([[], []]);
});
