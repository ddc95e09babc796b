import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { operator } from '../../../../testing/operators.ts';
import { addProducts } from '../../../../testing/products.ts';
import { Reprice } from '../../../catalog/index.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { untilOneWaits } from '../../../../testing/until.ts';
import { FollowChanges } from '../../application/feeds/follow-changes.ts';
import { FollowHints } from '../../application/follow-hints.ts';
import { type EuroOffer, SupplierOffers, SupplierStates, Suppliers } from '../../application/ports.ts';
import { SyncOffers } from '../../application/feeds/sync-offers.ts';
import type { SyncReport } from '../../application/feeds/syncs.ts';
import { InMemorySupplier } from '../../testing/in-memory-supplier.ts';

const MINUTE_MS = 60_000;

export function feedCases(): void {
  let shop: TestShop;
  let staff: Awaited<ReturnType<typeof operator>>;
  const kinguin = new InMemorySupplier();
  const other = new InMemorySupplier('codeswholesale');
  let product = 500;

  beforeAll(async () => {
    const fakes = [{ provide: Suppliers, useValue: new Suppliers([kinguin, other]) }];
    shop = await testShop({ fakes, environment: { SUPPLIER_IMPORT_PRODUCTS: 'true', MARGIN: '0.2' } });
    staff = await operator(shop, 'catalogue');
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    product += 10;
    await shop.database.query('delete from supplier_offer; delete from supplier_sync; delete from supplier; delete from supplier_hint');
    for (const supplier of [kinguin, other]) Object.assign(supplier, { offered: [], feedFields: null, changedAt: null });
  });
  const offer = (priceMinor: number, change: Partial<EuroOffer> = {}): EuroOffer => ({
    offerId: `offer-${product}-${priceMinor}`,
    supplierProductId: String(product),
    kinguinId: product,
    name: `Game ${product}`,
    priceMinor,
    quantity: 4,
    ...change,
  });
  /** Everything that is due an hour later. */
  async function sync(): Promise<void> {
    shop.clock.advance(61 * MINUTE_MS);
    for (let rounds = 0; rounds < 3; rounds += 1) await shop.get(SyncOffers).run();
  }
  /** The product's offer is seen, and one of another product, which is answered. */
  async function seenWithAnother(): Promise<EuroOffer> {
    await addProducts(shop, [{ kinguinId: product, sellPrice: undefined }]);
    const other = { ...offer(1000), offerId: 'stays', supplierProductId: '9', kinguinId: 9 };
    kinguin.offered = [offer(1000), other];
    await sync();
    return other;
  }
  const shown = async (id = product) => {
    const { price, usdPrice, cheapestOfferId } = (await shop.app.inject({ method: 'GET', url: `/products/kinguinId/${id}` })).json<{
      price: number;
      usdPrice: number;
      cheapestOfferId: string[];
    }>();
    return { price, usdPrice, offers: cheapestOfferId };
  };
  /** The price once the supplier asks for so much. */
  async function priceAt(costMinor: number): Promise<number> {
    kinguin.offered = [offer(costMinor)];
    await sync();
    return (await shown()).price;
  }
  const reports = async (query = '') =>
    (await staff.call('GET', `/ops/suppliers/kinguin/syncs${query}`)).json<{ items: SyncReport[]; totalPages: number }>();

  test('the cheapest offer of all suppliers makes the price by the margin, and the report counts what changed', async () => {
    await addProducts(shop, [{ kinguinId: product, price: 5, sellPrice: undefined }]);
    const before = await shown();
    expect(before.price).toBe(6);
    kinguin.offered = [offer(1000), offer(800, { quantity: 0 })];
    await sync();
    expect(await shown()).toMatchObject({ price: 12, offers: [`offer-${product}-1000`] });
    expect((await reports()).items[0]).toMatchObject({ state: 'done', repriced: 1, removed: 0 });
    await staff.call('PUT', `/ops/suppliers/codeswholesale/products/theirs-${product}`, { product: String(product) });
    other.offered = [offer(900, { kinguinId: null, supplierProductId: `theirs-${product}` })];
    await sync();
    expect(await shown()).toMatchObject({ price: 10.8, usdPrice: 11.77, offers: [`offer-${product}-900`] });
    expect((await reports()).items[0]).toMatchObject({ repriced: 0 });
    other.offered = [offer(901, { kinguinId: null, supplierProductId: 'unlinked' })];
    await sync();
    expect(await shown()).toMatchObject({ price: 12, offers: [`offer-${product}-1000`] });
    expect((await reports('?limit=1')).totalPages).toBe(3);
  });

  test('a cost that jumps alerts staff with the product and both costs', async () => {
    await addProducts(shop, [{ kinguinId: product, price: 10, sellPrice: undefined }]);
    kinguin.offered = [offer(1300)];
    await sync();
    kinguin.offered = [offer(1700)];
    await sync();
    const { rows } = await shop.database.query(`select about, detail from alert where kind = 'price-jump' and about = $1`, [
      `Game ${product}`,
    ]);
    expect(rows).toEqual([{ about: `Game ${product}`, detail: 'kinguin: 13.00 EUR became 17.00 EUR.' }]);
  });

  test('an offer for a cent makes no price, not by a repricing either, and staff is told', async () => {
    await addProducts(shop, [{ kinguinId: product, price: 10, sellPrice: undefined }]);
    kinguin.offered = [offer(1)];
    await sync();
    await shop.get(Reprice).run('test');
    expect((await shown()).price).toBe(12);
    const { rows } = await shop.database.query('select detail from alert where about = $1', [`Game ${product}`]);
    expect(rows).toEqual([
      { detail: 'kinguin: 0.01 EUR would make its price more than 75 % lower than the highest lasting one of 30 days. The price stays.' },
    ]);
  });

  test('offers that ask for less and less do not bring a price down by more than one may', async () => {
    await addProducts(shop, [{ kinguinId: product, price: 10, sellPrice: undefined }]);
    expect([await priceAt(300), await priceAt(100)]).toEqual([3.6, 3.6]);
  });

  test('a price that lasted less than a day does not hold what follows it', async () => {
    await addProducts(shop, [{ kinguinId: product, price: 10, sellPrice: undefined }]);
    shop.clock.advance(25 * 60 * MINUTE_MS);
    // As while somebody has all cheap pieces in a checkout.
    expect(await priceAt(9000)).toBe(108);
    shop.clock.advance(60 * MINUTE_MS);
    expect(await priceAt(1000)).toBe(12);
  });

  test('an offer whose pieces are promised, or that was refused, makes no price', async () => {
    const [productId] = await addProducts(shop, [{ kinguinId: product, price: 10, sellPrice: undefined }]);
    const [promised, refused] = [offer(700), offer(800)];
    kinguin.offered = [promised, refused, offer(900)];
    const at = shop.clock.now();
    at.setHours(at.getHours() + 2);
    await shop.database.query(
      `insert into commitment (order_id, product_id, supplier, offer_id, quantity, until) values ('order', $1, 'kinguin', $2, 4, $3)`,
      [productId, promised.offerId, at],
    );
    await shop.database.query(
      `insert into purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state,
        created_at, due_at, closed_at) values ($2, 'kinguin', 'order', $1, $2, $3, 1, 800, 1200, 'refused', $4, $4, $4)`,
      [productId, String(product), refused.offerId, at],
    );
    await sync();
    expect(await shown()).toMatchObject({ price: 10.8, offers: [`offer-${product}-900`] });
  });

  test('a product that left the feed keeps its price and has no offer', async () => {
    const stays = await seenWithAnother();
    kinguin.offered = [stays];
    await sync();
    expect(await shown()).toMatchObject({ price: 12, offers: [] });
    await shop.get(FollowHints).run();
    expect((await staff.call('GET', '/ops/suppliers/kinguin/offers')).json()).toMatchObject({ items: [{ offerId: 'stays' }] });
  });

  test('a product that moved to a page which was read already is asked about, and is on sale again', async () => {
    await seenWithAnother();
    const read = jest.spyOn(kinguin, 'offers').mockImplementation(async () => {
      read.mockRestore();
      const page = await kinguin.offers(null);
      return { ...page, offers: page.offers.filter(({ offerId }) => offerId === 'stays') };
    });
    await sync();
    expect((await shown()).offers).toEqual([]);
    await shop.get(FollowHints).run();
    expect((await shown()).offers).toEqual([`offer-${product}-1000`]);
  });

  test('prices that were set by hand stay', async () => {
    await addProducts(shop, [{ kinguinId: product, sellPrice: 10 }]);
    kinguin.offered = [offer(500)];
    await sync();
    expect(await shown()).toMatchObject({ price: 10, offers: [`offer-${product}-500`] });
  });

  test('products of a feed are imported once, and kept up to date', async () => {
    Object.assign(kinguin, { offered: [offer(1000)], feedFields: { genres: ['Action'] } });
    await sync();
    expect(await shown()).toMatchObject({ price: 12, offers: [`offer-${product}-1000`] });
    expect((await reports()).items[0]).toMatchObject({ created: 1, updated: 0 });
    Object.assign(kinguin, { feedFields: { genres: ['Racing'] } });
    await sync();
    expect((await reports()).items[0]).toMatchObject({ created: 0, updated: 1 });
    expect((await shop.app.inject({ method: 'GET', url: `/products/kinguinId/${product}` })).json()).toMatchObject({ genres: ['Racing'] });
    await sync();
    expect((await reports()).items[0]).toMatchObject({ created: 0, updated: 0 });
  });

  test('what changed in a feed is imported with small synchronisations and webhooks, too', async () => {
    const region = async () => (await shop.app.inject(`/products/kinguinId/${product}`)).json<{ regionId: number }>().regionId;
    Object.assign(kinguin, { offered: [offer(1000)], feedFields: { genres: ['Action'], regionId: 3 } });
    await sync();
    expect(await region()).toBe(3);
    Object.assign(kinguin, { feedFields: { genres: ['Action'], regionId: 1 }, changedAt: new Map([[String(product), shop.clock.now()]]) });
    await shop.get(FollowChanges).run();
    expect([await region(), (await reports()).items[0]]).toMatchObject([1, { kind: 'changes', created: 0, updated: 1 }]);
    kinguin.feedFields = { genres: ['Action'], regionId: 2 };
    const hints = [{ kind: 'product', supplierProductId: String(product), kinguinId: product }];
    await shop.app.inject({ method: 'POST', url: '/webhooks/suppliers/kinguin', payload: { hints } });
    await shop.get(FollowHints).run();
    expect(await region()).toBe(2);
  });

  test('a feed makes no price of a product that the shop has: offers do, and one for a cent is held', async () => {
    await addProducts(shop, [{ kinguinId: product, price: 10, sellPrice: undefined }]);
    Object.assign(kinguin, { offered: [offer(1)], feedFields: { genres: ['Racing'], price: 0.01 } });
    await sync();
    await shop.get(Reprice).run('test');
    expect([(await shown()).price, (await reports()).items[0]]).toMatchObject([12, { updated: 1 }]);
  });

  test('a line that the catalogue cannot read is skipped', async () => {
    Object.assign(kinguin, { offered: [offer(1000)], feedFields: { platform: 'Abacus' } });
    await sync();
    expect((await reports()).items[0]).toMatchObject({ created: 0, skipped: 1, offers: 1 });
  });

  test('a synchronisation never counts all offers', async () => {
    const counting = jest.spyOn(shop.get(SupplierStates), 'of');
    kinguin.offered = [offer(1000)];
    await sync();
    expect([(await reports()).items[0]?.state, counting.mock.calls]).toEqual(['done', []]);
    counting.mockRestore();
  });

  test('offers are written in the order of their ids, so that two writers wait for each other and never both', async () => {
    const [first, second] = ['a', 'b'].map((id) => ({ ...offer(1000), offerId: `${id}-${product}`, productId: null }));
    if (!first || !second) throw new Error('no offers');
    const offers = shop.get(SupplierOffers);
    await offers.put('kinguin', [first, second], shop.clock.now());
    const { database } = shop;
    await database.query('begin');
    await database.query('update supplier_offer set quantity = 1 where offer_id = $1', [first.offerId]);
    const writing = offers.put('kinguin', [second, first], shop.clock.now());
    await untilOneWaits(database);
    const free = await database.query('select from supplier_offer where offer_id = $1 for update skip locked', [second.offerId]);
    await database.query('rollback');
    await writing;
    expect(free.rowCount).toBe(1);
  });

  test('synchronisations of an unknown supplier are 404', async () => {
    expect((await staff.call('GET', '/ops/suppliers/nobody/syncs')).status).toBe(404);
  });
}
