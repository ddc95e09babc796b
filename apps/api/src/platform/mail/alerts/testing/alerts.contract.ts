import { expect, test } from '@jest/globals';
import type { Alert, Alerts } from '../../../../shared/ports.ts';
import type { FixedClock } from '../../../../testing/fakes.ts';

const alert = (change: Partial<Alert> = {}): Alert => ({ kind: 'dispute', id: '1', about: 'K-1', detail: 'Lost', ...change });

/** What all Alerts must do. `make` gives some that nobody has raised one of; `raised` reads what is committed, oldest first. */
export function alertsContract(
  make: () => Promise<{
    alerts: Alerts;
    clock: FixedClock;
    inTransaction<T>(work: () => Promise<T>): Promise<T>;
    raised(): Promise<readonly Alert[]>;
  }>,
): void {
  const some = async () => {
    const made = await make();
    return { ...made, raise: (one: Alert) => made.inTransaction(() => made.alerts.raise(one)) };
  };

  test('alerts are raised as they are, in their order; without a link they have none', async () => {
    const { raise, raised, clock } = await some();
    const linked = alert({ id: '2', link: 'https://pay.example/2' });
    await raise(linked);
    clock.advance(1);
    await raise(alert());
    expect(await raised()).toEqual([linked, { ...alert(), link: null }]);
  });

  test('a repeated call changes nothing; the same id of another kind is another alert', async () => {
    const { raise, raised } = await some();
    await raise(alert());
    await raise(alert({ about: 'K-2', detail: 'Won', link: 'https://pay.example/2' }));
    expect(await raised()).toEqual([{ ...alert(), link: null }]);
    await raise(alert({ kind: 'order-held' }));
    expect((await raised()).map(({ kind }) => kind).toSorted()).toEqual(['dispute', 'order-held']);
  });

  test.each([
    ['commits', 'first'],
    ['fails', 'second'],
  ])('of two transactions that raise the same alert, the first of which %s, the %s one does', async (what, detail) => {
    const { raise, raised, inTransaction, alerts } = await some();
    const [isRaised, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = inTransaction(async () => {
      await alerts.raise(alert({ detail: 'first' }));
      isRaised.resolve();
      await end.promise;
    });
    first.catch(() => undefined);
    await Promise.race([isRaised.promise, first]);
    expect(await raised()).toEqual([]);
    const second = raise(alert({ detail: 'second' }));
    // The second one waits for the first.
    for (let looks = 0; looks < 3; looks += 1) expect(await raised()).toEqual([]);
    if (what === 'commits') end.resolve();
    else end.reject(new Error('undone'));
    await Promise.allSettled([first, second]);
    expect((await raised()).map((one) => one.detail)).toEqual([detail]);
  });

  test('who raises an alert again that is there does not wait for others who do', async () => {
    const { raise, raised, inTransaction, alerts } = await some();
    await raise(alert());
    const [isRaised, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const open = inTransaction(async () => {
      await alerts.raise(alert());
      isRaised.resolve();
      await end.promise;
    });
    await Promise.race([isRaised.promise, open]);
    await raise(alert());
    end.resolve();
    await open;
    expect(await raised()).toHaveLength(1);
  });
}
