import { beforeEach, expect, test } from '@jest/globals';
import { Transaction } from '../../../../shared/ports.ts';
import { addProducts } from '../../../../testing/products.ts';
import { PricingRules, Reprice } from '../../../catalog/index.ts';
import { type EuroOffer, SupplierOffers } from '../../application/ports.ts';
import { OfferChanges, ShowOffers } from '../../application/show-offers.ts';
import { SyncOffers } from '../../application/feeds/sync-offers.ts';
import { TakeInOffers } from '../../application/feeds/take-in-offers.ts';
import { purchaseShopOfTests } from '../../testing/purchase-shop.ts';

/** What leads to counting offers anew, and what of them is promised while a supplier is asked. */
export function offerChanges(): void {
  const made = purchaseShopOfTests();
  const { kinguin } = made;
  beforeEach(async () => {
    await made.shop.database.query('delete from offer_change; delete from supplier_sync');
  });

  const noted = async () => {
    const { rows } = await made.shop.database.query<{ id: string }>('delete from offer_change returning product_id as id');
    return rows.map(({ id }) => id).toSorted();
  };
  const put = (offers: readonly (EuroOffer & { productId: string | null })[]) =>
    made.shop.get(SupplierOffers).put('kinguin', offers, made.shop.clock.now());
  const offerOf = (offerId: string, productId: string | null, quantity = 2) => ({
    ...{ offerId, supplierProductId: offerId, kinguinId: null, name: 'Game', priceMinor: 600 },
    ...{ quantity, productId },
  });
  const setRates = (usd: number) => {
    const rules = { margin: 0.12, exchangeRates: { Usd: usd, Pln: 4.27, Gbp: 0.85 } };
    return made.shop.get(Transaction).run(() => made.shop.get(PricingRules).set(rules, made.shop.clock.now(), 'test'));
  };

  test('a product that changed behind many changes of another one is counted in the same round', async () => {
    await made.shop.database.query(`insert into offer_change (product_id) select 'another' from generate_series(1, 450)`);
    await made.offer(kinguin, 600, 3);
    expect(await made.shown()).toBe(3);
  });

  const take = (most: number) => made.shop.get(Transaction).run(() => made.shop.get(OfferChanges).take(made.shop.clock.now(), most));
  const outOfFunds = async (id: string, productId: string) => {
    await made.shop.database.query(
      `insert into purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state,
        created_at, due_at) values ($1, 'kinguin', 'order', $3, '1', '1', 1, 600, 1000, 'sent', $2, $2)`,
      [id, made.shop.clock.now(), productId],
    );
    await noted();
    await made.shop.database.query(`update purchase set state = 'refused', is_out_of_funds = true, closed_at = $2 where id = $1`, [
      id,
      made.shop.clock.now(),
    ]);
  };

  test.each([
    ['a worker counts when it starts', () => made.shop.get(ShowOffers).begin(), 1],
    ['new exchange rates change', () => setRates(1.09), 1],
    ['a supplier that is paused changes', () => made.staff.call('POST', '/ops/suppliers/kinguin/pause', {}), 1],
    // The product of the purchase has changed, too.
    ['a supplier without funds changes', () => outOfFunds('without-funds', 'b'), 2],
  ])('what %s waits for what has changed', async (_, noteAll, changes) => {
    await put([offerOf('1', 'a')]);
    await noted();
    await noteAll();
    await put([offerOf('2', 'b')]);
    expect(await take(changes)).toEqual(['b']);
    expect(new Set(await noted())).toContain('a');
  });

  test('while 20,000 products of new rates are counted, what a checkout changes is in the next batch', async () => {
    await made.shop.database.query(
      `insert into supplier_offer (supplier, offer_id, supplier_product_id, product_id, name, price_minor, quantity, seen_at)
        select 'kinguin', n, n, 'p' || n, 'Game', 600, 2, $1 from generate_series(1, 20000) n`,
      [made.shop.clock.now()],
    );
    await noted();
    await setRates(1.5);
    expect(await take(200)).toHaveLength(200);
    await made.shop.database.query(
      `insert into commitment (order_id, product_id, supplier, offer_id, quantity, until) values ('order', 'p15000', 'kinguin', '15000', 1, $1)`,
      [made.shop.clock.now()],
    );
    expect(await take(200)).toContain('p15000');
    expect((await noted()).length).toBeGreaterThan(19_000);
  });

  test('a repricing of many products waits for what has changed, but for its first twenty, and a single price does not', async () => {
    const first = made.product() + 20_000;
    const ids = await addProducts(
      made.shop,
      Array.from({ length: 25 }, (__, index) => ({ kinguinId: first + index, price: 10, sellPrice: undefined })),
    );
    await put(ids.map((id, index) => offerOf(String(index), id)));
    await noted();
    await setRates(1.7);
    await noted();
    await made.shop.get(Reprice).run('test');
    const { rows } = await made.shop.database.query<{ waits: boolean; n: number }>(
      `select is_of_all as waits, count(*)::integer as n from offer_change where product_id = any($1) group by is_of_all order by is_of_all`,
      [ids],
    );
    expect(rows).toEqual([
      { waits: false, n: 20 },
      { waits: true, n: 5 },
    ]);
    await noted();
    await setRates(1.09);
    await made.shop.database.query('update listing set eur_minor = eur_minor + 1 where product_id = $1', [ids.at(-1)]);
    expect(await take(1)).toEqual([ids.at(-1)]);
  });

  test('a page of offers notes each product once, a move both products, and the same page nothing', async () => {
    const page = [offerOf('1', 'a'), offerOf('2', 'a'), offerOf('3', 'b'), offerOf('4', null)];
    await put(page);
    expect(await noted()).toEqual(['a', 'b']);
    await put(page);
    expect(await noted()).toEqual([]);
    await put([offerOf('1', 'a', 1), offerOf('2', 'a', 1), offerOf('3', 'c'), offerOf('4', null, 1)]);
    expect(await noted()).toEqual(['a', 'b', 'c']);
    made.shop.clock.advance(1);
    await put(page.slice(0, 2));
    expect(await noted()).toEqual(['a']);
    await made.shop.get(SupplierOffers).dropUnseen('kinguin', made.shop.clock.now());
    expect(await noted()).toEqual(['c']);
  });

  test('what was seen later is not overwritten by what was asked for before', async () => {
    const before = made.shop.clock.now();
    made.shop.clock.advance(1000);
    await put([offerOf('1', 'a', 1)]);
    await made.shop.get(SupplierOffers).put('kinguin', [offerOf('1', 'a', 9)], before);
    const { rows } = await made.shop.database.query<object>('select quantity from supplier_offer');
    expect(rows).toEqual([{ quantity: 1 }]);
  });

  test('a refusal for want of funds notes all that the supplier offers, a second one within ten minutes its own product', async () => {
    await put([offerOf('1', 'a'), offerOf('2', 'b')]);
    const refused = async (id: string) => {
      await outOfFunds(id, 'a');
      return [...new Set(await noted())];
    };
    expect(await refused('first')).toEqual(['a', 'b']);
    made.shop.clock.advance(599_000);
    expect(await refused('second')).toEqual(['a']);
    made.shop.clock.advance(600_000);
    expect(await refused('third')).toEqual(['a', 'b']);
  });

  test('new exchange rates count what is on sale anew, before any price has followed', async () => {
    await made.offer(kinguin, 890, 3);
    expect(await made.shown()).toBe(3);
    await setRates(2.2);
    expect(await made.shown()).toBe(0);
    await setRates(1.09);
    expect(await made.shown()).toBe(3);
  });

  test('what was bought after a page was asked for is off the offers of that page', async () => {
    await made.offer(kinguin, 600, 5);
    const read = kinguin.offers.bind(kinguin);
    kinguin.offers = async (cursor) => {
      kinguin.offers = read;
      const page = await read(cursor);
      made.shop.clock.advance(1000);
      await made.paid();
      await made.work();
      made.shop.clock.advance(1000);
      return page;
    };
    await made.shop.get(SyncOffers).run();
    expect([(await made.purchases()).length, await made.shown()]).toEqual([1, 4]);
    made.shop.clock.advance(3_600_000);
    await made.shop.get(SyncOffers).run();
    expect(await made.shown()).toBe(4);
  });

  test('a page that was read while a purchase was under way does not show it', async () => {
    await made.offer(kinguin, 600, 5);
    await made.paid();
    const order = kinguin.order.bind(kinguin);
    kinguin.order = async (request) => {
      kinguin.order = order;
      made.shop.clock.advance(1000);
      await made.shop.get(TakeInOffers).run('kinguin', kinguin.offered, made.shop.clock.now());
      made.shop.clock.advance(1000);
      return order(request);
    };
    await made.work();
    expect([await made.purchases(), await made.shown()]).toMatchObject([[{ state: 'complete' }], 4]);
  });
}
