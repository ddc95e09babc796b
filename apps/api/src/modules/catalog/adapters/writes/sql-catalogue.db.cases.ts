import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Transaction } from '../../../../shared/ports.ts';
import { FixedClock, PlainTransaction } from '../../../../testing/fakes.ts';
import { addProducts } from '../../../../testing/products.ts';
import { until, untilOneWaits } from '../../../../testing/until.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { Catalogue, type Offer } from '../../application/catalogue.ts';
import { catalogueContract, game, hidden, software } from '../../testing/catalogue.contract.ts';
import { InMemoryCatalogue } from '../../testing/in-memory-catalogue.ts';

const prices = {
  Eur: { listMinor: 2000, discountedMinor: 1000 },
  Usd: { listMinor: 2200, discountedMinor: 1100 },
  Pln: { listMinor: 8000, discountedMinor: 4000 },
  Gbp: { listMinor: 1600, discountedMinor: 800 },
};
const activation = { regionId: 1, regionalLimitations: 'Europe', regions: ['Europe'], countryLimitation: ['PT'] };
const line = {
  name: 'Elden Ring',
  sellPrice: 20,
  usdPrice: 22,
  plnPrice: 80,
  gbpPrice: 16,
  is_discounted: true,
  new_price: 10,
  limt_per_basket: 4,
  ...activation,
};

export function sqlCatalogue(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop();
    await addProducts(shop, [
      { ...line, kinguinId: 1949 },
      { ...line, kinguinId: 13 },
      { ...line, kinguinId: null as never, _id: software.id, productName: 'Elden Ring' },
    ]);
    await shop.database.query(
      'update product set is_hidden = true where kinguin_id = 13; update listing set is_hidden = true from product where product.id = product_id and kinguin_id = 13',
    );
  });
  afterAll(() => shop.close());

  describe('on PostgreSQL', () => {
    catalogueContract(async () => ({
      catalogue: shop.get(Catalogue),
      now: shop.clock.now(),
      inTransaction: (work) => shop.get(Transaction).run(work),
    }));
  });

  describe('the fake', () => {
    const offer = (ref: typeof game): Offer => ({
      productId: ref.type === 'game' ? `own${ref.id}` : ref.id,
      ref,
      name: 'Elden Ring',
      platform: 'Steam',
      category: 'Game',
      coverImage: 'images/a-320.webp',
      prices,
      limitPerBasket: 4,
      activation,
    });
    catalogueContract(async () => ({
      catalogue: new InMemoryCatalogue([{ offer: offer(game) }, { offer: offer(software) }, { offer: offer(hidden), isHidden: true }]),
      now: new FixedClock().now(),
      inTransaction: (work) => new PlainTransaction().run(work),
    }));
  });

  test('two transactions that lock the same listings do not deadlock, and a call that does not wait gets those that are locked', async () => {
    const catalogue = shop.get(Catalogue);
    const ids = [...(await catalogue.productIds(['1949', software.id])).values()];
    const order: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = shop.get(Transaction).run(async () => {
      await catalogue.lockListings(ids);
      order.push('first has');
      await held;
      order.push('first done');
    });
    await until(() => order.length > 0);
    const second = shop.get(Transaction).run(async () => {
      await catalogue.lockListings([...ids].reverse());
      order.push('second has');
    });
    await untilOneWaits(shop.database);
    const [one = '', ...others] = ids;
    expect([...(await shop.get(Transaction).run(() => catalogue.tryLockListings([one, 'unknown'])))]).toEqual([one]);
    release();
    await Promise.all([first, second]);
    expect([...(await shop.get(Transaction).run(() => catalogue.tryLockListings([one, ...others])))]).toEqual([]);
    expect(order).toEqual(['first has', 'first done', 'second has']);
  });
}
