import { expect, jest, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { until } from '../../../testing/until.ts';
import { FulfilBackorders } from '../../orders/index.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { FollowChanges } from '../application/follow-changes.ts';
import { FollowHints } from '../application/follow-hints.ts';
import { ProductHints } from '../application/hints.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { Suppliers } from '../application/ports.ts';
import { SyncOffers } from '../application/sync-offers.ts';
import { WatchSuppliers } from '../application/watch-suppliers.ts';
import { SupplierAway } from '../domain/supplier-errors.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';
import { PurchaseLoop } from './purchase-loop.ts';

/** What is done with one supplier while another one answers late. */
export function slowSuppliers(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;

  /** The order of a buyer who has paid for one piece. */
  const paid = async () => {
    const session = (await made.checkOut()).json<{ id: string }>();
    await made.pay(session.id);
    return made.orderOf(session.id);
  };

  test('an order is bought for and fulfilled while a worker has more than it may hold at a supplier that does not answer', async () => {
    const pieces = 9;
    await made.offer(kinguin, 500, pieces);
    await made.offer(other, 600, 1);
    for (let piece = 0; piece < pieces; piece += 1) await paid();
    const answer = Promise.withResolvers<void>();
    const order = kinguin.order.bind(kinguin);
    let held = 0;
    kinguin.order = async (request) => {
      held += 1;
      await answer.promise;
      return order(request);
    };
    const { shop } = made;
    const loop = new PurchaseLoop(shop.get(Suppliers), shop.get(PlanPurchases), shop.get(BuyKeys));
    loop.start();
    try {
      await until(() => held === 4);
      const id = await paid();
      await until(async () => {
        await shop.get(FulfilBackorders).run();
        return (await made.statusOf(id)) === 'fulfilling';
      });
      expect([held, kinguin.ordered.length, other.ordered.length]).toEqual([4, 0, 1]);
      answer.resolve();
      await until(() => kinguin.ordered.length === pieces);
    } finally {
      answer.resolve();
      kinguin.order = order;
      await loop.beforeApplicationShutdown();
    }
  });

  test.each([
    ['FollowHints', 'product', () => made.shop.get(FollowHints)],
    ['FollowChanges', 'changes', () => made.shop.get(FollowChanges)],
    ['WatchSuppliers', 'balance', () => made.shop.get(WatchSuppliers)],
  ] as const)('%s waits for one answer of a supplier in a worker, and asks the others meanwhile', async (_, call, task) => {
    const { shop } = made;
    for (const {} of [kinguin, other]) await shop.get(SyncOffers).run();
    const hear = () =>
      shop.get(Transaction).run(async () => {
        for (const { name } of [kinguin, other]) await shop.get(ProductHints).add(name, ['1', '2'], shop.clock.now());
      });
    const answer = Promise.withResolvers<void>();
    const late = jest.spyOn(kinguin, call as 'balance').mockImplementation(async () => {
      await answer.promise;
      throw new SupplierAway('It answers late.');
    });
    const prompt = jest.spyOn(other, call as 'balance');
    await hear();
    const first = task().run();
    try {
      await until(() => late.mock.calls.length > 0 && prompt.mock.calls.length > 0);
      const before = prompt.mock.calls.length;
      await until(async () => {
        await hear();
        await task().run();
        return prompt.mock.calls.length > before + 2;
      });
      expect(late).toHaveBeenCalledTimes(1);
    } finally {
      answer.resolve();
      await first;
      late.mockRestore();
      prompt.mockRestore();
    }
  });
}
