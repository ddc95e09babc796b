import { expect, test } from '@jest/globals';
import { type Catalogue, type ProductRef, refKey } from '../application/catalogue.ts';

export const game: ProductRef = { type: 'game', id: '1949' };
export const software: ProductRef = { type: 'software', id: '01hqx3m9v7' };
export const hidden: ProductRef = { type: 'game', id: '13' };

/** What every Catalogue must do. `make` gives `game` for 10.00 instead of 20.00 euros (at most 4 per basket, Europe without Portugal), `software`, and `hidden`. */
export function catalogueContract(
  make: () => Promise<{ catalogue: Catalogue; now: Date; inTransaction<T>(work: () => Promise<T>): Promise<T> }>,
): void {
  const unknown: ProductRef = { type: 'game', id: '404' };

  test('returns the offers of known products with all four prices, without unknown and hidden ones', async () => {
    const { catalogue, now } = await make();
    const offers = await catalogue.offers(
      [game, software, hidden, unknown, { type: 'game', id: 'x' }, { type: 'software', id: '1949' }],
      now,
    );
    expect([...offers.keys()].sort()).toEqual([refKey(game), refKey(software)].sort());
    expect(offers.get(refKey(game))).toMatchObject({ ref: game, name: 'Elden Ring', platform: 'Steam', limitPerBasket: 4 });
    expect(offers.get(refKey(game))?.activation).toMatchObject({ regionId: 1, countryLimitation: ['PT'] });
    expect(offers.get(refKey(game))?.prices).toEqual({
      Eur: { listMinor: 2000, discountedMinor: 1000 },
      Usd: { listMinor: 2200, discountedMinor: 1100 },
      Pln: { listMinor: 8000, discountedMinor: 4000 },
      Gbp: { listMinor: 1600, discountedMinor: 800 },
    });
  });

  test('finds products by kinguinId and by own id', async () => {
    const { catalogue } = await make();
    const ids = await catalogue.productIds(['1949', software.id, '404', 'nothing', '99999999999999999999']);
    expect([...ids.keys()].sort()).toEqual([software.id, '1949'].sort());
    const own = ids.get('1949') ?? '';
    expect((await catalogue.productIds([own])).get(own)).toBe(own);
  });

  test('shows stock on cards, never more than a basket may hold, and none below zero', async () => {
    const { catalogue, inTransaction } = await make();
    const id = (await catalogue.productIds(['1949'])).get('1949') ?? '';
    await inTransaction(async () => {
      await catalogue.lockListings([id, id, 'unknown']);
      expect([...(await catalogue.tryLockListings([id, 'unknown']))]).toEqual([]);
      await catalogue.changeStock(
        new Map([
          [id, 7],
          ['unknown', 1],
        ]),
      );
    });
    expect((await catalogue.cards([id, 'unknown'])).get(id)).toMatchObject({
      kinguinId: 1949,
      price: 20,
      new_price: 10,
      gbpPriceDiscounted: 8,
      qty: 7,
      mqte: 4,
      limt_per_basket: 4,
    });
    await inTransaction(() => catalogue.changeStock(new Map([[id, -6]])));
    expect((await catalogue.cards([id])).get(id)).toMatchObject({ qty: 1, mqte: 1 });
    await inTransaction(() => catalogue.changeStock(new Map([[id, -2]])));
    expect([...(await catalogue.shownStock([id, 'unknown']))]).toEqual([[id, 0]]);
  });

  test('adds what suppliers bring to the stock on cards, and not to the shop’s own', async () => {
    const { catalogue, inTransaction } = await make();
    const id = (await catalogue.productIds(['1949'])).get('1949') ?? '';
    const own = (await catalogue.shownStock([id])).get(id) ?? 0;
    await inTransaction(() => catalogue.setOffered(new Map([[id, 9]])));
    expect((await catalogue.cards([id])).get(id)).toMatchObject({ qty: own + 9, mqte: 4 });
    expect((await catalogue.shownStock([id])).get(id)).toBe(own);
    await inTransaction(() => catalogue.setOffered(new Map([[id, 0]])));
    expect((await catalogue.cards([id])).get(id)).toMatchObject({ qty: own });
  });

  test('says what a piece costs by now', async () => {
    const { catalogue } = await make();
    const id = (await catalogue.productIds(['1949'])).get('1949') ?? '';
    expect([...(await catalogue.charged([id, 'unknown']))]).toEqual([[id, { Eur: 1000, Usd: 1100, Pln: 4000, Gbp: 800 }]]);
  });

  test('tells where keys activate', async () => {
    const { catalogue } = await make();
    const id = (await catalogue.productIds(['1949'])).get('1949') ?? '';
    const limits = { regionId: 1, regionalLimitations: 'Europe', regions: ['Europe'], countryLimitation: ['PT'] };
    expect([...(await catalogue.activations([id, 'unknown']))]).toEqual([[id, limits]]);
  });

  test('gives no card of a hidden product', async () => {
    const { catalogue } = await make();
    const id = (await catalogue.productIds([hidden.id])).get(hidden.id) ?? '';
    expect((await catalogue.cards([id])).size).toBe(0);
  });
}
