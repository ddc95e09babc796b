import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { type EuroOffer, Suppliers } from '../application/ports.ts';
import { SyncOffers } from '../application/feeds/sync-offers.ts';
import { WatchSuppliers } from '../application/watch-suppliers.ts';
import { InMemorySupplier } from '../testing/in-memory-supplier.ts';
import type { OfferItem, SuppliersAnswer } from './suppliers-ops.dto.ts';

const MINUTE_MS = 60_000;

const offer = (id: number, change: Partial<EuroOffer> = {}): EuroOffer => ({
  offerId: `offer-${id}`,
  supplierProductId: String(id),
  kinguinId: id,
  name: `Game ${id}`,
  priceMinor: 579,
  quantity: 4,
  ...change,
});

export function suppliersOps(): void {
  let shop: TestShop;
  let staff: Awaited<ReturnType<typeof operator>>;
  let kinguin: InMemorySupplier;
  let other: InMemorySupplier;
  let productIds: string[];

  beforeAll(async () => {
    kinguin = new InMemorySupplier();
    other = new InMemorySupplier('codeswholesale');
    shop = await testShop({ fakes: [{ provide: Suppliers, useValue: new Suppliers([kinguin, other]) }] });
    staff = await operator(shop, 'catalogue');
    productIds = await addProducts(shop, [{ kinguinId: 1, keys: 1 }, { kinguinId: 2 }, { kinguinId: 3 }]);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.database.query(
      'delete from alert; delete from supplier; delete from supplier_offer; delete from supplier_sync; delete from supplier_link',
    );
    for (const supplier of [kinguin, other]) Object.assign(supplier, { offered: [], isAway: false, onPage: () => undefined });
  });
  const sync = () => shop.get(SyncOffers).run();
  const suppliers = async () => (await staff.call('GET', '/ops/suppliers')).json<SuppliersAnswer>().items;
  const offers = async (query = '', name = 'kinguin') =>
    (await staff.call('GET', `/ops/suppliers/${name}/offers${query}`)).json<{ items: OfferItem[]; totalPages: number }>();
  /** Everything that is due, and then the other supplier. */
  async function syncAll(): Promise<void> {
    for (let rounds = 0; rounds < 3; rounds += 1) await sync();
  }

  test('offers are read by the schedule, linked by kinguinId, and listed with the stock of the shop', async () => {
    kinguin.offered = [offer(1), offer(2, { priceMinor: 600 }), offer(2, { offerId: 'cheap', priceMinor: 550 }), offer(77)];
    await syncAll();
    const seenAt = shop.clock.now().toISOString();
    expect((await offers()).items).toMatchObject([
      {
        offerId: 'offer-1',
        supplierProduct: '1',
        kinguinId: 1,
        productId: productIds[0],
        price: 5.79,
        currency: 'EUR',
        qty: 4,
        ownStock: 1,
        seenAt,
      },
      { offerId: 'cheap', kinguinId: 2, price: 5.5, ownStock: 0 },
      { offerId: 'offer-2', kinguinId: 2, price: 6 },
      { offerId: 'offer-77', kinguinId: 77, productId: null, ownStock: null },
    ]);
    expect((await offers('?ownStock=0')).items.map(({ offerId }) => offerId)).toEqual(['cheap', 'offer-2']);
    expect((await offers('?linked=false')).items.map(({ offerId }) => offerId)).toEqual(['offer-77']);
    expect((await offers('?limit=2')).totalPages).toBe(2);
    const [first] = await suppliers();
    expect(first).toMatchObject({ name: 'kinguin', offers: 4, feedAgeSeconds: 0, sync: { state: 'done', offers: 4, askedBy: 'schedule' } });
  });

  test('an offer that left the feed is gone after the next synchronisation, and a moved price is seen', async () => {
    kinguin.offered = [offer(1), offer(2)];
    await syncAll();
    kinguin.offered = [offer(2, { priceMinor: 700 })];
    shop.clock.advance(61 * MINUTE_MS);
    await syncAll();
    expect((await offers()).items).toMatchObject([{ offerId: 'offer-2', price: 7 }]);
    expect((await suppliers())[0]?.sync).toMatchObject({ removed: 1 });
  });

  test.each([
    [3, 0],
    [30, 14],
  ])(
    'a synchronisation of %i stored products that sees %i fails with an alert and removes nothing, unless staff insist',
    async (stored, seen) => {
      kinguin.offered = Array.from({ length: stored }, (_, index) => offer(index + 1));
      await syncAll();
      kinguin.offered = kinguin.offered.slice(0, seen);
      shop.clock.advance(61 * MINUTE_MS);
      await syncAll();
      const failure = `It lists ${seen} of the ${stored} products that are stored. Nothing was removed. If it sells no more than that, synchronise with \`acceptFewer\` ${seen}.`;
      expect((await suppliers())[0]).toMatchObject({ offers: stored, sync: { state: 'failed', failure, removed: 0 } });
      const alerts = () => shop.database.query("select detail from alert where kind = 'supplier-stale' and about = 'kinguin'");
      expect((await alerts()).rows).toEqual([{ detail: failure }]);
      for (const acceptFewer of [true, 'yes', -1, 1.5])
        expect((await staff.call('POST', '/ops/suppliers/kinguin/sync', { acceptFewer })).status).toBe(400);
      await staff.call('POST', '/ops/suppliers/kinguin/sync', { acceptFewer: seen + 1 });
      shop.clock.advance(1000);
      await syncAll();
      expect((await suppliers())[0]).toMatchObject({ offers: stored, sync: { state: 'failed', failure, removed: 0 } });
      await staff.call('POST', '/ops/suppliers/kinguin/sync', { acceptFewer: seen });
      await staff.call('POST', '/ops/suppliers/kinguin/sync');
      shop.clock.advance(1000);
      await syncAll();
      expect((await suppliers())[0]).toMatchObject({ offers: seen, sync: { state: 'done', removed: stored - seen } });
      expect((await alerts()).rows).toHaveLength(1);
    },
  );

  test('a synchronisation goes on at the page where its worker died, and removes nothing before its end', async () => {
    kinguin.offered = [1, 2, 3, 4, 5].map((id) => offer(id));
    await syncAll();
    shop.clock.advance(61 * MINUTE_MS);
    const pages: (string | null)[] = [];
    kinguin.onPage = (cursor) => {
      pages.push(cursor);
      if (pages.length === 2) throw new Error('the process died');
    };
    await expect(sync()).rejects.toThrow('the process died');
    expect((await offers()).items).toHaveLength(5);
    await sync();
    expect(pages).toEqual([null, '2']);
    shop.clock.advance(3 * MINUTE_MS);
    await syncAll();
    expect(pages).toEqual([null, '2', '2', '4']);
    expect((await suppliers())[0]?.sync).toMatchObject({ state: 'done', offers: 5, removed: 0 });
  });

  test('a supplier that is away is tried again, and is unreachable until it answers', async () => {
    kinguin.isAway = true;
    await sync();
    await shop.get(WatchSuppliers).run();
    expect((await suppliers())[0]).toMatchObject({
      state: 'unreachable',
      breaker: 'open',
      failure: 'It cannot be reached.',
      sync: { state: 'waiting', failure: 'It cannot be reached.' },
    });
    kinguin.isAway = false;
    shop.clock.advance(2 * MINUTE_MS);
    await syncAll();
    await shop.get(WatchSuppliers).run();
    expect((await suppliers())[0]).toMatchObject({ state: 'on', balance: 1000, breaker: 'closed', failure: null, sync: { state: 'done' } });
  });

  test('a supplier that stays away fails its synchronisation in the end', async () => {
    kinguin.isAway = true;
    for (let tries = 0; tries < 10; tries += 1) {
      await syncAll();
      shop.clock.advance(MINUTE_MS);
    }
    expect((await suppliers())[0]?.sync).toMatchObject({ state: 'failed', failure: 'It cannot be reached.' });
  });

  test('a paused supplier is not asked for offers until it is resumed', async () => {
    kinguin.offered = [offer(1)];
    expect((await staff.call('POST', '/ops/suppliers/kinguin/pause')).status).toBe(204);
    await syncAll();
    expect([(await offers()).items, (await suppliers())[0]]).toEqual([
      [],
      expect.objectContaining({ state: 'paused', pausedBy: expect.stringContaining('catalogue') }),
    ]);
    expect((await staff.call('POST', '/ops/suppliers/kinguin/sync')).status).toBe(409);
    await staff.call('POST', '/ops/suppliers/kinguin/resume');
    await syncAll();
    expect((await offers()).items).toHaveLength(1);
  });

  test('staff asks for a synchronisation, and gets the same one while it is open', async () => {
    await syncAll();
    const ask = async () => (await staff.call('POST', '/ops/suppliers/kinguin/sync')).json<{ sync: string }>().sync;
    shop.clock.advance(MINUTE_MS);
    const first = await ask();
    expect(await ask()).toBe(first);
    kinguin.offered = [offer(3)];
    await syncAll();
    expect((await suppliers())[0]?.sync).toMatchObject({ id: first, state: 'done', askedBy: expect.stringContaining('catalogue') });
    expect((await offers()).items).toHaveLength(1);
  });

  test('a link of staff holds for offers that are there and for later ones', async () => {
    const theirs = '6313677f-5219-47e4-a067-7401f55c5a3a';
    other.offered = [offer(9, { supplierProductId: theirs, kinguinId: null })];
    await syncAll();
    const link = (product: string) => staff.call('PUT', `/ops/suppliers/codeswholesale/products/${theirs}`, { product });
    expect((await link('404')).status).toBe(400);
    expect((await link('3')).status).toBe(204);
    const linked = async () => (await offers('?linked=true', 'codeswholesale')).items;
    expect(await linked()).toMatchObject([{ productId: productIds[2], kinguinId: 3 }]);
    shop.clock.advance(61 * MINUTE_MS);
    await syncAll();
    expect(await linked()).toMatchObject([{ productId: productIds[2] }]);
  });

  test('an unknown supplier is 404, and one without credentials is off', async () => {
    expect((await staff.call('GET', '/ops/suppliers/nobody/offers')).status).toBe(404);
    const plain = await testShop();
    try {
      const owner = await operator(plain, 'owner');
      expect((await owner.call('GET', '/ops/suppliers')).json<SuppliersAnswer>().items.map(({ state }) => state)).toEqual(['off', 'off']);
      expect((await owner.call('POST', '/ops/suppliers/kinguin/sync')).json()).toMatchObject({
        statusCode: 409,
        message: 'This supplier is off: its credentials are not set.',
      });
    } finally {
      await plain.close();
    }
  });
}
