import { expect, test } from '@jest/globals';
import { until } from '../../../testing/until.ts';
import { FulfilBackorders } from '../../orders/index.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { Suppliers } from '../application/ports.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';
import { PurchaseLoop } from './purchase-loop.ts';

/** Purchases at one supplier while another one answers late. */
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
}
