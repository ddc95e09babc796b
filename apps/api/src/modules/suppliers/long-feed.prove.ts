import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { report, sized } from '../../testing/campaigns/campaign.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { type OfferPage, SUPPLIER_CURRENCY, type SupplierOffer, Suppliers } from './application/ports.ts';
import { SyncOffers } from './application/feeds/sync-offers.ts';
import { Syncs } from './application/feeds/syncs.ts';
import { InMemorySupplier } from './testing/in-memory-supplier.ts';

const PRODUCTS = sized({ full: 100_000, sample: 4000 });
const PAGE = 100;
const MOST_MORE_BYTES = 60_000_000;
const LONGEST_MS = 3_600_000;

/** Makes each page when it is asked for, and dies once in the middle. */
class EndlessSupplier extends InMemorySupplier {
  pages = 0;
  hasDied = false;
  readonly heaps: number[] = [];

  override async offers(cursor: string | null): Promise<OfferPage> {
    const from = Number(cursor ?? 0);
    if (!this.hasDied && from >= PRODUCTS / 2) {
      this.hasDied = true;
      throw new Error('the process died');
    }
    this.pages += 1;
    if (this.pages % 10 === 0) this.heaps.push(process.memoryUsage().heapUsed);
    const offers = Array.from({ length: PAGE }, (_, index) => offerOf(from + index + 1));
    const end = from + PAGE;
    const lines = offers.map(({ kinguinId, name }) =>
      JSON.stringify({
        kinguinId,
        name,
        productId: `feed-${kinguinId}`,
        platform: 'Steam',
        genres: ['Action'],
        price: 5,
        description: 'x'.repeat(2000),
      }),
    );
    return { offers, products: PAGE, skipped: 0, next: end < PRODUCTS ? String(end) : null, lines };
  }
}

function offerOf(id: number): SupplierOffer {
  return {
    offerId: `offer-${id}`,
    supplierProductId: String(id),
    kinguinId: id,
    name: `Game ${id}`,
    priceMinor: 500 + (id % 50),
    currency: SUPPLIER_CURRENCY,
    quantity: 4,
  };
}

let shop: TestShop;
const supplier = new EndlessSupplier();
beforeAll(async () => {
  shop = await testShop({
    fakes: [{ provide: Suppliers, useValue: new Suppliers([supplier]) }],
    environment: { SUPPLIER_IMPORT_PRODUCTS: 'true' },
  });
}, LONGEST_MS);
afterAll(() => shop.close());

test(
  `a feed of ${PRODUCTS} products is read in constant memory, and goes on at its page after a death`,
  async () => {
    await expect(shop.get(SyncOffers).run()).rejects.toThrow('the process died');
    shop.clock.advance(180_000);
    await shop.get(SyncOffers).run();
    expect(supplier.pages).toBe(PRODUCTS / PAGE);
    expect(await shop.get(Syncs).latest('kinguin')).toMatchObject({
      state: 'done',
      products: PRODUCTS,
      offers: PRODUCTS,
      created: PRODUCTS,
      removed: 0,
    });
    const { rows } = await shop.database.query<{ linked: number }>('select count(product_id)::integer as linked from supplier_offer');
    expect(rows[0]?.linked).toBe(PRODUCTS);
    const half = supplier.heaps.length / 2;
    const [early, late] = [supplier.heaps.slice(0, half), supplier.heaps.slice(half)].map((heaps) => Math.min(...heaps)) as [
      number,
      number,
    ];
    report(
      `${PRODUCTS} products of a feed, least heap of the first half ${Math.round(early / 1e6)} MB, of the second ${Math.round(late / 1e6)} MB`,
    );
    expect(late - early).toBeLessThan(MOST_MORE_BYTES);
  },
  LONGEST_MS,
);
