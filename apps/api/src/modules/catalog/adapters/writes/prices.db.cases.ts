import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Transaction } from '../../../../shared/ports.ts';
import { addProducts } from '../../../../testing/products.ts';
import { within } from '../../../../testing/until.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { Catalogue } from '../../application/catalogue.ts';
import { CatalogueReads } from '../../application/catalogue-reads.ts';
import { PricingRules } from '../../application/ports.ts';
import { RefreshDuePrices } from '../../application/refresh-due-prices.ts';
import { Reprice } from '../../application/reprice.ts';

const MINUTE = 60_000;
const rules = { margin: 0.12, exchangeRates: { Usd: 1.09, Pln: 4.27, Gbp: 0.85 } };

export function priceCases(): void {
  let shop: TestShop;
  let product: string;
  let startedAt: Date;

  beforeAll(async () => {
    shop = await testShop();
    startedAt = shop.clock.now();
    [product = ''] = await addProducts(shop, [{ kinguinId: 1, price: 10, sellPrice: undefined as never }]);
    await shop.database
      .query(`insert into home_section (id, position, section_name, changed_by, updated_at) values ('best', 1, 'Best', 'test', now());
    insert into home_section_product values ('best', 1, (select id from product))`);
  });
  afterAll(() => shop.close());

  const setRules = (changed: typeof rules) => shop.get(Transaction).run(() => shop.get(PricingRules).set(changed, shop.clock.now(), 'ops'));
  const at = (minutes: number) => new Date(startedAt.getTime() + minutes * MINUTE);
  const offerAt = async (minutes: number) =>
    (await shop.get(Catalogue).offers([{ type: 'game', id: '1' }], at(minutes))).get('game/1')?.prices.Eur;
  const shown = async () =>
    JSON.parse((await shop.get(CatalogueReads).gameByKinguinId(1)) ?? '') as {
      new_price: number | null;
      sellPrice: number;
      discount_perc: number;
    };

  // Its percentage differs from that of its euro prices, as a supplier's may.
  async function layOverSale(from: number, to: number, discountedMinor: number): Promise<void> {
    await shop.database.query(
      `insert into price (product_id, kind, starts_at, ends_at, eur_list_minor, usd_list_minor, pln_list_minor, gbp_list_minor,
       eur_discounted_minor, usd_discounted_minor, pln_discounted_minor, gbp_discounted_minor, discount_percent, overridden, actor, created_at)
     values ($1, 'sale', $2, $3, 1120, 1221, 4782, 952, $4, 600, 2000, 500, 49, '{}', 'test', $2)`,
      [product, at(from), at(to), discountedMinor],
    );
    await shop.database.query('update listing set next_price_change_at = $1', [at(from)]);
  }

  test('a sale starts and ends by itself, on what is charged and on what is shown, and the base price comes back', async () => {
    await layOverSale(10, 20, 560);
    expect([await offerAt(9), await offerAt(10), await offerAt(19), await offerAt(20)]).toEqual([
      { listMinor: 1120, discountedMinor: null },
      { listMinor: 1120, discountedMinor: 560 },
      { listMinor: 1120, discountedMinor: 560 },
      { listMinor: 1120, discountedMinor: null },
    ]);
    expect(await shop.get(RefreshDuePrices).run()).toEqual({ changed: 0, nextInMs: 10 * MINUTE });
    shop.clock.advance(10 * MINUTE);
    expect(await shop.get(RefreshDuePrices).run()).toEqual({ changed: 1, nextInMs: 10 * MINUTE });
    expect(await shown()).toMatchObject({ sellPrice: 11.2, new_price: 5.6, discount_perc: 50 });
    expect(await shop.get(RefreshDuePrices).run()).toEqual({ changed: 0, nextInMs: 10 * MINUTE });
    shop.clock.advance(10 * MINUTE);
    expect(await shop.get(RefreshDuePrices).run()).toEqual({ changed: 1, nextInMs: null });
    expect(await shown()).toMatchObject({ sellPrice: 11.2, new_price: null, discount_perc: 0 });
  });

  test('the home page of every process follows within a second', async () => {
    const home = async () => JSON.stringify(JSON.parse(await shop.get(CatalogueReads).home()));
    expect(await home()).toContain('"new_price":null');
    await layOverSale(20, 30, 300);
    await shop.get(RefreshDuePrices).run();
    await within(1000, async () => (await home()).includes('"new_price":3'));
    shop.clock.advance(10 * MINUTE);
    await shop.get(RefreshDuePrices).run();
  });

  test('a new rate reprices what was derived, once, ends the former price and keeps it in the history', async () => {
    const before = await shop.database.query('select count(*)::integer as n from price');
    const changed = { ...rules, exchangeRates: { ...rules.exchangeRates, Usd: 2 } };
    await setRules(changed);
    expect(await shop.get(Reprice).run('ops')).toBe(1);
    expect(await shop.get(Reprice).run('ops')).toBe(0);
    const { rows } = await shop.database.query(
      `select usd_list_minor, ends_at is null as open, actor from price where kind = 'base' order by id`,
    );
    expect(rows).toEqual([
      { usd_list_minor: 1221, open: false, actor: 'test' },
      { usd_list_minor: 2240, open: true, actor: 'ops' },
    ]);
    expect((await shop.database.query('select count(*)::integer as n from price')).rows[0].n).toBe(before.rows[0].n + 1);
    expect(JSON.parse((await shop.get(CatalogueReads).gameByKinguinId(1)) ?? '')).toMatchObject({ usdPrice: 22.4 });
  });

  test('a base price that changes during a sale applies after it', async () => {
    const running = (shop.clock.now().getTime() - startedAt.getTime()) / MINUTE;
    await layOverSale(running, running + 10, 400);
    await setRules({ ...rules, margin: 0.5 });
    await shop.get(Reprice).run('ops');
    expect(await offerAt(running + 5)).toEqual({ listMinor: 1120, discountedMinor: 400 });
    expect(await offerAt(running + 10)).toEqual({ listMinor: 1500, discountedMinor: null });
  });

  test('a product cannot have two open base prices', async () => {
    await expect(
      shop.database.query(
        `insert into price (product_id, kind, starts_at, eur_list_minor, usd_list_minor, pln_list_minor, gbp_list_minor, discount_percent, overridden, actor, created_at)
      values ($1, 'base', now(), 1, 1, 1, 1, 0, '{}', 'test', now())`,
        [product],
      ),
    ).rejects.toThrow('price_open_base');
  });

  test('rates are as old as their last change', async () => {
    await setRules(rules);
    expect(await shop.get(PricingRules).since()).toEqual(shop.clock.now());
  });
}
