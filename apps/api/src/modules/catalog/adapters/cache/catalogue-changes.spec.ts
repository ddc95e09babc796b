import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Notifications } from '../../../../platform/database/notifications.ts';
import type { ReplicaReads } from '../../../../platform/database/replica-reads.ts';
import { CatalogueChanges } from './catalogue-changes.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The notifications in order: to the replicas, and to a listener with whether only stock changed. */
function changes() {
  let notify = (_change: string) => undefined as void;
  const told: unknown[] = [];
  const notifications = { listen: (_channel: string, handler: (change: string) => void) => void (notify = handler) };
  const catalogue = new CatalogueChanges(
    notifications as Notifications,
    { noteChange: () => void told.push('replicas') } as unknown as ReplicaReads,
  );
  catalogue.onModuleInit();
  catalogue.listen((isStockAlone) => told.push(isStockAlone));
  return { notify: (change: string) => notify(change), told };
}

test('a change is notified at once, to the replicas before the caches', () => {
  const { notify, told } = changes();
  notify('stock');
  expect(told).toEqual(['replicas', true]);
});

test.each([
  [['stock', 'stock'], true],
  [['stock', ''], false],
  [['', 'stock'], false],
])('%j within a tenth of a second are notified together, as stock only: %s', (following, isStockAlone) => {
  const { notify, told } = changes();
  notify('');
  for (const change of following) notify(change);
  jest.advanceTimersByTime(99);
  expect(told).toEqual(['replicas', false]);
  jest.advanceTimersByTime(1);
  expect(told).toEqual(['replicas', false, 'replicas', isStockAlone]);
  jest.advanceTimersByTime(1000);
  expect(told).toHaveLength(4);
  notify('');
  expect(told).toHaveLength(6);
});
