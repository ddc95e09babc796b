import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { SyncOffers } from '../../application/feeds/sync-offers.ts';
import { Syncs } from '../../application/feeds/syncs.ts';
import { Suppliers } from '../../application/ports.ts';
import { SupplierAway } from '../../domain/supplier-errors.ts';
import { InMemorySupplier } from '../../testing/in-memory-supplier.ts';

/** Two workers and one synchronisation. */
export function takenSyncs(): void {
  let shop: TestShop;
  const kinguin = new InMemorySupplier();
  beforeAll(async () => {
    shop = await testShop({ fakes: [{ provide: Suppliers, useValue: new Suppliers([kinguin]) }] });
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from supplier_sync'));
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each(['answers', 'fails'])(
    'a worker that was silent until another one took its synchronisation over, and whose call %s, changes nothing',
    async (how) => {
      kinguin.offered = [1, 2, 3].map((id) => ({
        offerId: `o${id}`,
        supplierProductId: `s${id}`,
        kinguinId: null,
        name: 'Game',
        priceMinor: 500,
        quantity: 1,
      }));
      const real = kinguin.offers.bind(kinguin);
      jest.spyOn(kinguin, 'offers').mockImplementationOnce(async (cursor) => {
        const page = await real(cursor);
        shop.clock.advance(121_000);
        await shop.get(SyncOffers).run();
        if (how === 'fails') throw new SupplierAway('It cannot be reached.');
        return page;
      });
      await shop.get(SyncOffers).run();
      expect(await shop.get(Syncs).latest('kinguin')).toMatchObject({ state: 'done', products: 3, offers: 3, failure: null });
      expect(kinguin.offers).toHaveBeenCalledTimes(3);
    },
  );
}
