import { expect, jest, test } from '@jest/globals';
import { Ids, Transaction } from '../../../shared/ports.ts';
import { until } from '../../../testing/until.ts';
import { FulfilBackorders } from '../../orders/index.ts';
import { LookAgain } from '../application/after-sales/look-again.ts';
import { Looks } from '../application/after-sales/looks.ts';
import { ReturnKeys } from '../application/after-sales/return-keys.ts';
import { SupplierReturns } from '../application/after-sales/returns.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { FollowChanges } from '../application/feeds/follow-changes.ts';
import { FollowHints } from '../application/follow-hints.ts';
import { ProductHints } from '../application/hints.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { type SupplierName, Suppliers } from '../application/ports.ts';
import { KeyPurchases } from '../application/purchases.ts';
import { SyncOffers } from '../application/feeds/sync-offers.ts';
import { WatchSuppliers } from '../application/watch-suppliers.ts';
import { SupplierAway } from '../domain/supplier-errors.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';
import { PurchaseLoop } from './purchase-loop.ts';

/** What is done with one supplier while another one answers late. */
export function slowSuppliers(): void {
  const made = purchaseShopOfTests();
  const { kinguin, other } = made;

  /** A return and a look that are due, of a purchase of its own. */
  const askReturn = async (supplier: SupplierName) => {
    const { shop } = made;
    const at = shop.clock.now();
    const purchase = { id: shop.get(Ids).next(), supplier, orderId: 'order', productId: made.productId() };
    const offer = { supplierProductId: '1', offerId: '1', quantity: 1, priceMinor: 500, chargedMinor: 1000, replaces: null };
    await shop.get(KeyPurchases).add({ ...purchase, ...offer }, at);
    await shop.get(Looks).add(supplier, purchase.id, at);
    const asked = { state: 'asked', isByHand: false, keys: 1, undelivered: 1, unsold: 1, costMinor: 500, refundedMinor: null } as const;
    const rest = { failure: null, askedBy: 'test', askedAt: at, closedAt: null };
    await shop.get(SupplierReturns).add({ purchaseId: purchase.id, supplier, ...asked, ...rest });
  };

  test('an order is bought for and fulfilled while a worker has more than it may hold at a supplier that does not answer', async () => {
    const pieces = 9;
    await made.offer(kinguin, 500, pieces);
    await made.offer(other, 600, 1);
    for (let piece = 0; piece < pieces; piece += 1) await made.paid();
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
      const id = await made.paid();
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
    ['ReturnKeys', 'takeBack', () => made.shop.get(ReturnKeys)],
    ['LookAgain', 'orderOf', () => made.shop.get(LookAgain)],
  ] as const)('%s waits for one answer of a supplier in a worker, and asks the others meanwhile', async (_, call, task) => {
    const { shop } = made;
    for (const {} of [kinguin, other]) await shop.get(SyncOffers).run();
    const hear = async () => {
      await shop.get(Transaction).run(async () => {
        for (const { name } of [kinguin, other]) {
          await shop.get(ProductHints).add(name, ['1', '2'], shop.clock.now());
          await askReturn(name);
        }
      });
      await shop.database.query(`update purchase set state = 'complete', supplier_order_id = 'none', closed_at = created_at`);
    };
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
