import { expect, jest, test } from '@jest/globals';
import { Alerts, Clock, Transaction } from '../../../shared/ports.ts';
import { KeyWaits } from '../../stock/index.ts';
import { LookAgain } from '../application/after-sales/look-again.ts';
import { Looks } from '../application/after-sales/looks.ts';
import { NoteWithdrawn } from '../application/after-sales/note-withdrawn.ts';
import { type References, Suppliers } from '../application/ports.ts';
import { KeyPurchases, type PurchaseState } from '../application/purchases.ts';
import { returnShopOfTests } from '../testing/return-shop.ts';
import { withdrawKeys } from '../testing/withdraw-keys.ts';

/** Two workers that look at one order at the same moment, as it is hinted at while the first one asks. */
export function looksAtOnce(): void {
  const { made, unsold, returned, states, report } = returnShopOfTests();
  const { kinguin } = made;

  const hear = (reference?: string) =>
    made.shop.app.inject({
      method: 'POST',
      url: '/webhooks/suppliers/kinguin',
      payload: { hints: [{ kind: 'order', supplierOrderId: made.supplierOrderId(), ...(reference !== undefined && { reference }) }] },
    });

  function worker(): LookAgain {
    const { shop } = made;
    return new LookAgain(
      shop.get(Suppliers),
      shop.get(KeyPurchases),
      shop.get(Looks),
      shop.get(NoteWithdrawn),
      shop.get(KeyWaits),
      shop.get(Alerts),
      shop.get(Transaction),
      shop.get(Clock),
    );
  }

  /** Both have asked before either goes on. */
  async function bothLook(call: 'orderOf' | 'find', reference?: string): Promise<void> {
    const [bothAsked, workers] = [Promise.withResolvers<void>(), [worker(), worker()]];
    const ask = kinguin[call].bind(kinguin) as typeof kinguin.find;
    const runs: Promise<void>[] = [];
    let asked = 0;
    const spy = jest.spyOn(kinguin, call as 'find').mockImplementation(async (...about) => {
      const answer = await ask(...about);
      asked += 1;
      if (asked === 1) {
        made.shop.clock.advance(1000);
        await hear(reference);
        runs.push(workers[1]?.run() ?? Promise.reject(new Error('There is no other worker.')));
      }
      if (asked === 2) bothAsked.resolve();
      await bothAsked.promise;
      return answer;
    });
    try {
      await hear(reference);
      await workers[0]?.run();
      await Promise.all(runs);
      expect(asked).toBeGreaterThanOrEqual(2);
    } finally {
      bothAsked.resolve();
      spy.mockRestore();
    }
  }

  test('note once which keys their supplier took back', async () => {
    await unsold();
    withdrawKeys(kinguin, made.supplierOrderId(), [0]);
    await bothLook('orderOf');
    expect([await states(), await returned(), (await made.alerts()).length]).toMatchObject([
      ['burnt', 'available'],
      { state: 'done', keys: 1, undelivered: 1, refunded: 5 },
      1,
    ]);
    expect((await report()).map((line) => line.split(',').slice(2).map(Number))).toEqual([[1, 1, 5, 0, -5, 0]]);
  });

  test.each<[References, PurchaseState, number]>([
    ['unique', 'refused', 1],
    ['listed', 'unclear', 2],
  ])('open a late order once, and its buyer gets one key (references: %s)', async (references, state, alerts) => {
    const id = await made.backorder();
    kinguin.references = references;
    await made.offer(kinguin, 500, 1);
    await made.sendLate();
    kinguin.arrive();
    const [before] = await made.purchases();
    expect(before).toMatchObject({ state });
    await bothLook('find', before?.id);
    await made.work();
    expect([await made.statusOf(id), await made.purchases(), (await made.alerts()).length, await states()]).toMatchObject([
      'fulfilling',
      [{ state: 'complete', keys: 1, charged: 10, margin: 5 }],
      alerts,
      ['sold'],
    ]);
  });
}
