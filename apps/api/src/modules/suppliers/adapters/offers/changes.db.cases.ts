import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { operator } from '../../../../testing/operators.ts';
import { addProducts } from '../../../../testing/products.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { FollowChanges } from '../../application/feeds/follow-changes.ts';
import { FollowHints } from '../../application/follow-hints.ts';
import { type SupplierName, type EuroOffer, SupplierOffers, Suppliers } from '../../application/ports.ts';
import { SyncOffers } from '../../application/feeds/sync-offers.ts';
import type { SyncReport } from '../../application/feeds/syncs.ts';
import { InMemorySupplier } from '../../testing/in-memory-supplier.ts';

const MINUTE_MS = 60_000;

/** Small synchronisations: of a supplier that lists what changed, and of one that cannot. */
export function changesCases(): void {
  let shop: TestShop;
  let staff: Awaited<ReturnType<typeof operator>>;
  const kinguin = new InMemorySupplier();
  const other = new InMemorySupplier('codeswholesale');
  let product = 700;
  let productId = '';

  beforeAll(async () => {
    shop = await testShop({ fakes: [{ provide: Suppliers, useValue: new Suppliers([kinguin, other]) }], environment: { MARGIN: '0.2' } });
    staff = await operator(shop, 'catalogue');
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    product += 1;
    await shop.database.query(
      'delete from supplier_offer; delete from supplier_sync; delete from supplier; delete from supplier_hint; delete from commitment',
    );
    for (const supplier of [kinguin, other]) Object.assign(supplier, { offered: [], asked: [], changedAt: null, isAway: false });
    [productId = ''] = await addProducts(shop, [{ kinguinId: product, sellPrice: undefined }]);
  });
  const offer = (priceMinor: number, change: Partial<EuroOffer> = {}): EuroOffer => ({
    ...{ offerId: `offer-${product}-${priceMinor}`, supplierProductId: String(product), kinguinId: product },
    ...{ name: `Game ${product}`, priceMinor, quantity: 4, ...change },
  });
  /** All offers of both are read. */
  async function readAll(): Promise<void> {
    for (let rounds = 0; rounds < 2; rounds += 1) await shop.get(SyncOffers).run();
  }
  async function follow(): Promise<void> {
    shop.clock.advance(10 * MINUTE_MS);
    await shop.get(FollowChanges).run();
  }
  const changed = (...ids: number[]) => (kinguin.changedAt = new Map(ids.map((id) => [String(id), shop.clock.now()])));
  const reports = async (name: SupplierName = 'kinguin') =>
    (await staff.call('GET', `/ops/suppliers/${name}/syncs`)).json<{ items: SyncReport[] }>().items;
  const offers = async () =>
    (await staff.call('GET', '/ops/suppliers/kinguin/offers')).json<{ items: { offerId: string }[] }>().items.map(({ offerId }) => offerId);

  test('what changed since the synchronisation before is as the supplier says, prices follow, and a report says so', async () => {
    kinguin.offered = [offer(1000), offer(1100)];
    await readAll();
    shop.clock.advance(5 * MINUTE_MS);
    kinguin.offered = [offer(900)];
    changed(product);
    await follow();
    expect(await offers()).toEqual([`offer-${product}-900`]);
    expect((await shop.app.inject(`/products/kinguinId/${product}`)).json()).toMatchObject({ price: 10.8 });
    expect((await reports())[0]).toMatchObject({
      kind: 'changes',
      state: 'done',
      products: 1,
      offers: 1,
      repriced: 1,
      askedBy: 'schedule',
    });
    await follow();
    expect((await reports())[0]).toMatchObject({ kind: 'changes', state: 'done', products: 0 });
    const { items } = (await staff.call('GET', '/ops/suppliers')).json<{ items: { sync: SyncReport }[] }>();
    expect(items[0]?.sync).toMatchObject({ kind: 'all', offers: 2 });
  });

  test('a product that has no offer any more is off sale', async () => {
    kinguin.offered = [offer(1000)];
    await readAll();
    kinguin.offered = [];
    changed(product);
    await follow();
    expect(await offers()).toEqual([]);
  });

  test('an offer that a webhook brought while the page was taken in stays', async () => {
    kinguin.offered = [offer(1000)];
    await readAll();
    changed(product);
    const changes = kinguin.changes.bind(kinguin);
    kinguin.changes = async (since, cursor) => {
      const page = await changes(since, cursor);
      shop.clock.advance(1000);
      await shop.get(SupplierOffers).put('kinguin', [{ ...offer(900), productId }], shop.clock.now());
      return page;
    };
    await follow();
    kinguin.changes = changes;
    expect((await offers()).toSorted()).toEqual([1000, 900].map((price) => `offer-${product}-${price}`));
  });

  test('of a product with an offer that cannot be read nothing is removed', async () => {
    kinguin.offered = [offer(1000), offer(1100)];
    await readAll();
    kinguin.offered = [offer(900)];
    changed(product);
    const changes = kinguin.changes.bind(kinguin);
    kinguin.changes = async (since, cursor) => {
      const page = await changes(since, cursor);
      return page && { ...page, skipped: 1, incomplete: [String(product)] };
    };
    await follow();
    kinguin.changes = changes;
    expect((await offers()).toSorted()).toEqual([1000, 1100, 900].map((price) => `offer-${product}-${price}`));
    expect((await reports())[0]).toMatchObject({ offers: 1, skipped: 1 });
    changed(product);
    await follow();
    expect(await offers()).toEqual([`offer-${product}-900`]);
  });

  test('one that failed is reported, and the next one begins at the same moment', async () => {
    kinguin.offered = [offer(1000)];
    await readAll();
    kinguin.offered = [offer(900)];
    changed(product);
    kinguin.isAway = true;
    await follow();
    expect((await reports())[0]).toMatchObject({ kind: 'changes', state: 'failed', failure: 'It cannot be reached.' });
    kinguin.isAway = false;
    await follow();
    expect(await offers()).toEqual([`offer-${product}-900`]);
  });

  test('before all offers were read once there is nothing to follow', async () => {
    changed(product);
    await follow();
    expect(await reports()).toEqual([]);
  });

  test('where more changed than one run reads, all offers are asked for', async () => {
    await readAll();
    changed(...Array.from({ length: 101 }, (_, index) => index));
    await follow();
    expect(await reports()).toContainEqual(expect.objectContaining({ kind: 'all', state: 'waiting', askedBy: 'schedule' }));
    expect(await reports()).toContainEqual(
      expect.objectContaining({ kind: 'changes', failure: 'More than 100 products changed: all offers are read.' }),
    );
  });

  test('a supplier that cannot tell is asked again: what is promised or was bought first, then what was seen longest ago', async () => {
    await readAll();
    const all = Array.from({ length: 60 }, (_, index) => ({
      ...offer(1000, { offerId: `o${index}`, supplierProductId: `p${index}`, kinguinId: null }),
      productId,
    }));
    for (const one of all) {
      shop.clock.advance(1000);
      await shop.get(SupplierOffers).put('codeswholesale', [one], shop.clock.now());
    }
    await shop.database.query(
      `insert into commitment (order_id, product_id, supplier, offer_id, quantity, until) values ('order', $1, 'codeswholesale', 'o59', 1, $2)`,
      [productId, shop.clock.now()],
    );
    await shop.database.query(
      `insert into purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state,
        created_at, due_at) values ('bought', 'codeswholesale', 'order', $1, 'p58', 'o58', 1, 600, 1000, 'complete', $2, $2)`,
      [productId, shop.clock.now()],
    );
    await follow();
    await shop.get(FollowHints).run();
    const oldest = Array.from({ length: 48 }, (_, index) => `p${index}`);
    expect(other.asked.toSorted()).toEqual([...oldest, 'p58', 'p59'].toSorted());
    expect((await reports('codeswholesale'))[0]).toMatchObject({ kind: 'changes', state: 'done', products: 50 });
  });

  test('where more was bought than one run asks about, the next run asks about the rest, and some that nobody bought have their turn', async () => {
    await readAll();
    const all = Array.from({ length: 90 }, (_, index) => ({
      ...offer(1000, { offerId: `m${index}`, supplierProductId: `m${index}` }),
      productId,
    }));
    other.offered = all;
    await shop.get(SupplierOffers).put('codeswholesale', all, shop.clock.now());
    await shop.database.query(
      `insert into purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state,
        created_at, due_at) select 'many' || n, 'codeswholesale', 'order', $1, 'm' || n, 'm' || n, 1, 600, 1000, 'complete', $2, $2
        from generate_series(0, 69) n`,
      [productId, shop.clock.now()],
    );
    const isBought = (id: string) => Number(id.slice(1)) < 70;
    for (const [bought, others] of [
      [40, 10],
      [70, 20],
    ]) {
      await follow();
      await shop.get(FollowHints).run();
      const asked = [...new Set(other.asked)];
      expect([asked.filter(isBought).length, asked.filter((id) => !isBought(id)).length]).toEqual([bought, others]);
    }
  });
}
