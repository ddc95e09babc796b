import { afterEach, expect, jest, test } from '@jest/globals';
import { Transaction } from '../../../shared/ports.ts';
import { addProducts } from '../../../testing/products.ts';
import { refundWhole } from '../../../testing/sales.ts';
import { Orders } from '../../orders/index.ts';
import { LookAgain } from '../application/after-sales/look-again.ts';
import { Looks } from '../application/after-sales/looks.ts';
import { ReturnKeys } from '../application/after-sales/return-keys.ts';
import { FollowChanges } from '../application/feeds/follow-changes.ts';
import { TakeInProducts } from '../application/feeds/take-in-products.ts';
import { FollowHints } from '../application/follow-hints.ts';
import { ProductHints } from '../application/hints.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { SupplierOffers } from '../application/ports.ts';
import { SyncOffers } from '../application/feeds/sync-offers.ts';
import { WatchSuppliers } from '../application/watch-suppliers.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

const MINUTE_MS = 60_000;
const FAILURE = 'a row that fails';

/** One row that fails, as a mistake in the code or in the data makes it: those behind it have their turn in the same run. */
export function singleFailures(): void {
  const made = purchaseShopOfTests();
  const { kinguin } = made;
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('a return that fails keeps no other waiting, and is made by a later run', async () => {
    for (let returns = 0; returns < 2; returns += 1) {
      const id = await made.backorder(2);
      if (returns === 0) await made.offer(kinguin, 500, 500);
      await made.work();
      await refundWhole(made.shop, id);
      const [latest] = await made.purchases();
      expect((await made.staff.call('POST', `/ops/suppliers/kinguin/purchases/${latest?.id}/return`, {})).status).toBe(202);
    }
    const states = async () =>
      (await made.shop.database.query<{ state: string }>('select state from supplier_return order by state')).rows.map(
        ({ state }) => state,
      );
    jest.spyOn(kinguin, 'takeBack').mockRejectedValueOnce(new Error(FAILURE));
    await expect(made.shop.get(ReturnKeys).run()).rejects.toThrow(FAILURE);
    expect(await states()).toEqual(['done', 'sent']);
    made.shop.clock.advance(3 * MINUTE_MS);
    await made.shop.get(ReturnKeys).run();
    expect(await states()).toEqual(['done', 'done']);
  });

  test('a return that fails for a reason of the shop is told of after two days, once', async () => {
    const id = await made.backorder(2);
    await made.offer(kinguin, 500, 500);
    await made.work();
    await refundWhole(made.shop, id);
    const [latest] = await made.purchases();
    await made.staff.call('POST', `/ops/suppliers/kinguin/purchases/${latest?.id}/return`, {});
    jest.spyOn(kinguin, 'takenBack').mockRejectedValue(new Error(FAILURE));
    jest.spyOn(kinguin, 'takeBack').mockRejectedValue(new Error(FAILURE));
    const alertsAfter = async (hours: number) => {
      made.shop.clock.advance(hours * 60 * MINUTE_MS);
      await expect(made.shop.get(ReturnKeys).run()).rejects.toThrow(FAILURE);
      await made.shop.get(WatchSuppliers).run();
      return (await made.alerts()).filter((detail) => detail.includes('go back'));
    };
    expect(await alertsAfter(0)).toEqual([]);
    expect(await alertsAfter(48)).toEqual([]);
    const told = [expect.stringMatching(/^its keys were to go back since .*, and nobody knows that they did.$/)];
    expect([await alertsAfter(1), await alertsAfter(1)]).toEqual([told, told]);
    jest.restoreAllMocks();
    made.shop.clock.advance(MINUTE_MS * 60);
    await made.shop.get(ReturnKeys).run();
  });

  test('a look at an order that fails keeps no other waiting, and is left to the schedule in the end', async () => {
    for (const {} of [1, 2]) {
      await made.backorder();
      await made.offer(kinguin, 500, 500);
      await made.work();
    }
    const [first, second] = kinguin.ordered.map(({ order }) => order.orderId);
    const looks = made.shop.get(Looks);
    for (const supplierOrderId of [first, second])
      await made.shop.get(Transaction).run(() => looks.hear('kinguin', { supplierOrderId: supplierOrderId ?? '' }, made.shop.clock.now()));
    const orderOf = kinguin.orderOf.bind(kinguin);
    const asked = jest
      .spyOn(kinguin, 'orderOf')
      .mockImplementation((id) => (id === first ? Promise.reject(new Error(FAILURE)) : orderOf(id)));
    const lookAgain = made.shop.get(LookAgain);
    await expect(lookAgain.run()).rejects.toThrow(FAILURE);
    expect(asked.mock.calls.flat().toSorted()).toEqual([first, second]);
    for (let tries = 1; tries < 20; tries += 1) {
      made.shop.clock.advance(61 * MINUTE_MS);
      await expect(lookAgain.run()).rejects.toThrow(FAILURE);
    }
    made.shop.clock.advance(61 * MINUTE_MS);
    await lookAgain.run();
  });

  test('a product that cannot be stored keeps no other hint waiting, and is left to the next synchronisation in the end', async () => {
    await made.shop.database.query('delete from supplier_hint; delete from rate_limit');
    const { shop } = made;
    await shop.get(Transaction).run(() => shop.get(ProductHints).add('kinguin', ['1', '2'], shop.clock.now()));
    kinguin.asked = [];
    const product = kinguin.product.bind(kinguin);
    jest.spyOn(kinguin, 'product').mockImplementation((id) => (id === '1' ? Promise.reject(new Error(FAILURE)) : product(id)));
    const follow = shop.get(FollowHints);
    await expect(follow.run()).rejects.toThrow(FAILURE);
    expect(kinguin.asked).toEqual(['2']);
    for (let tries = 1; tries < 8; tries += 1) {
      shop.clock.advance(10 * MINUTE_MS);
      await expect(follow.run()).rejects.toThrow(FAILURE);
    }
    expect((await shop.database.query('select from supplier_hint')).rowCount).toBe(0);
  });

  test('a product that the catalogue cannot take in has the offers of each hint all the same', async () => {
    await made.shop.database.query('delete from supplier_hint; delete from rate_limit');
    const { shop } = made;
    await made.offer(kinguin, 500, 5);
    kinguin.offered = kinguin.offered.map((offer) => ({ ...offer, priceMinor: 700 }));
    await shop.get(Transaction).run(() => shop.get(ProductHints).add('kinguin', [String(made.product())], shop.clock.now()));
    const failing = jest.spyOn(shop.get(TakeInProducts), 'run').mockRejectedValue(new Error(FAILURE));
    await expect(shop.get(FollowHints).run()).rejects.toThrow(FAILURE);
    const prices = await shop.database.query<{ price: number }>('select price_minor as price from supplier_offer');
    expect(prices.rows).toEqual([{ price: 700 }]);
    failing.mockRestore();
    shop.clock.advance(10 * MINUTE_MS);
    await shop.get(FollowHints).run();
    expect((await shop.database.query('select from supplier_hint')).rowCount).toBe(0);
  });

  test('a product that changed and cannot be stored keeps no other as it was, and the run is one that failed', async () => {
    const { shop } = made;
    await shop.database.query('delete from supplier_sync');
    for (const {} of [kinguin, made.other]) await shop.get(SyncOffers).run();
    shop.clock.advance(10 * MINUTE_MS);
    const products = [made.product() + 5000, made.product() + 5001];
    await addProducts(
      shop,
      products.map((kinguinId) => ({ kinguinId, sellPrice: undefined })),
    );
    kinguin.offered = products.map((id) => ({
      ...{ offerId: `offer-${id}`, supplierProductId: String(id), kinguinId: id, name: 'Game', priceMinor: 1000, quantity: 2 },
    }));
    kinguin.changedAt = new Map(products.map((id) => [String(id), shop.clock.now()]));
    const offers = shop.get(SupplierOffers);
    const put = offers.put.bind(offers);
    jest
      .spyOn(offers, 'put')
      .mockImplementation((name, given, at) =>
        given[0]?.kinguinId === products[0] ? Promise.reject(new Error(FAILURE)) : put(name, given, at),
      );
    await expect(shop.get(FollowChanges).run()).rejects.toThrow(FAILURE);
    const { rows } = await shop.database.query<{ id: string }>('select offer_id as id from supplier_offer');
    expect(rows.map(({ id }) => id)).toEqual([`offer-${products[1]}`]);
    const reports = await made.staff.call('GET', '/ops/suppliers/kinguin/syncs');
    expect(reports.json()).toMatchObject({
      items: [{ kind: 'changes', state: 'failed', failure: 'Some products could not be stored.' }, {}],
    });
    kinguin.changedAt = null;
  });

  test('a purchase that fails for a reason of the shop is told of after half an hour, once', async () => {
    await made.backorder();
    await made.offer(kinguin, 500, 5);
    for (const call of ['order', 'find'] as const) jest.spyOn(kinguin, call).mockRejectedValue(new Error(FAILURE));
    const alertsAfter = async (minutes: number) => {
      await expect(made.work(minutes)).rejects.toThrow(FAILURE);
      await made.shop.get(WatchSuppliers).run();
      return made.alerts();
    };
    expect(await alertsAfter(0)).toEqual([]);
    expect(await alertsAfter(30)).toEqual([]);
    const told = [expect.stringMatching(/^It was sent at .*, and nobody knows whether the supplier has it.$/)];
    expect([await alertsAfter(3), await alertsAfter(3)]).toEqual([told, told]);
  });

  test('an order that cannot be planned for keeps no other of its product, and no other product, waiting', async () => {
    const { shop } = made;
    await made.offer(kinguin, 500, 500);
    const first = { productId: made.productId(), orders: [await made.paid(), await made.paid()] };
    await made.renew();
    await made.offer(kinguin, 500, 500);
    const behind = await made.paid();
    const offer = { offerId: 'first', supplierProductId: 'first', kinguinId: null, name: 'Game', priceMinor: 500, quantity: 500 };
    await shop.get(SupplierOffers).put('kinguin', [{ ...offer, productId: first.productId }], shop.clock.now());
    const orders = shop.get(Orders);
    const purchased = orders.purchased.bind(orders);
    jest
      .spyOn(orders, 'purchased')
      .mockImplementation((ids) => (ids.includes(first.orders[0] ?? '') ? Promise.reject(new Error(FAILURE)) : purchased(ids)));
    await expect(shop.get(PlanPurchases).run()).rejects.toThrow(FAILURE);
    const { rows } = await shop.database.query<{ id: string }>('select order_id as id from purchase');
    expect(rows.map(({ id }) => id).toSorted()).toEqual([first.orders[1], behind].toSorted());
  });
}
