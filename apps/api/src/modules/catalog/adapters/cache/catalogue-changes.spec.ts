import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Notifications } from '../../../../platform/database/notifications.ts';
import type { ReplicaReads } from '../../../../platform/database/replicas/replica-reads.ts';
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
  const notified: unknown[] = [];
  const notifications = { listen: (_channel: string, handler: (change: string) => void) => void (notify = handler) };
  const catalogue = new CatalogueChanges(
    notifications as Notifications,
    { noteChange: () => void notified.push('replicas') } as unknown as ReplicaReads,
  );
  catalogue.onModuleInit();
  catalogue.listen((isStockAlone) => notified.push(isStockAlone));
  return { notify: (change: string) => notify(change), notified };
}

test('a change is notified at once, to the replicas before the caches', () => {
  const { notify, notified } = changes();
  notify('stock');
  expect(notified).toEqual(['replicas', true]);
});

test.each([
  [['stock', 'stock'], true],
  [['stock', ''], false],
  [['', 'stock'], false],
])('%j within a tenth of a second are notified together, as stock only: %s', (following, isStockAlone) => {
  const { notify, notified } = changes();
  notify('');
  for (const change of following) notify(change);
  jest.advanceTimersByTime(99);
  expect(notified).toEqual(['replicas', false]);
  jest.advanceTimersByTime(1);
  expect(notified).toEqual(['replicas', false, 'replicas', isStockAlone]);
  jest.advanceTimersByTime(1000);
  expect(notified).toHaveLength(4);
  notify('');
  expect(notified).toHaveLength(6);
});
