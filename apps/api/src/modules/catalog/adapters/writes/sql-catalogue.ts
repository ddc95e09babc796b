import { type ActivationLimits, CURRENCIES, type Currency, type Price, type PriceTable } from '@keyturn/shop-rules';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Catalogue, type Offer, type ProductRef, refKey } from '../../application/catalogue.ts';
import type { CardView } from '../../application/product-card.ts';
import { CARD, priceInForce, run, sqlCurrencies, STOCK_ALONE, notifyCatalogueChanged } from './listing-sql.ts';

const LARGEST_KINGUIN_ID = 2_147_483_647;

const chargedFields = CURRENCIES.map((currency) => `'${currency}', ${currency.toLowerCase()}_minor`);
const prices = sqlCurrencies.flatMap((currency) => [`${currency}_list_minor`, `${currency}_discounted_minor`]);

interface ActivationRow {
  id: string;
  region_id: number | null;
  regional_limitations: string | null;
  regions: string[];
  country_limitation: string[];
}

type OfferRow = Record<`${string}_minor`, number | null> &
  ActivationRow & {
    kinguin_id: number | null;
    type: 'game' | 'software';
    name: string;
    platform: string;
    category: string;
    cover_image: string;
    limit_per_basket: number | null;
  };

const ACTIVATION_COLUMNS = 'product.id, region_id, regional_limitations, regions, country_limitation';
const offersText = `select ${ACTIVATION_COLUMNS}, kinguin_id, type, name, platform, category, cover_image, limit_per_basket, ${prices.join(', ')}
  from product cross join lateral (${priceInForce('product.id', '$3')}) in_force
  where (kinguin_id = any($1::integer[]) or (product.id = any($2::text[]) and type = 'software')) and not is_hidden`;

@Injectable()
export class SqlCatalogue extends Catalogue {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async offers(refs: readonly ProductRef[], at: Date): Promise<ReadonlyMap<string, Offer>> {
    const games = refs.filter(({ type }) => type === 'game').flatMap(({ id }) => kinguinIds(id));
    const software = refs.filter(({ type }) => type === 'software').map(({ id }) => id);
    if (games.length + software.length === 0) return new Map();
    const rows = await run<OfferRow>(this.em.getKysely() as never, offersText, [games, software, at]);
    return new Map(rows.map((row) => offerOf(row)).map((offer) => [refKey(offer.ref), offer]));
  }

  override async cards(productIds: readonly string[]): Promise<ReadonlyMap<string, CardView>> {
    if (productIds.length === 0) return new Map();
    const rows = await run<{ product_id: string; card: CardView }>(
      this.em.getKysely() as never,
      `select product_id, (${CARD})::json as card from listing where product_id = any($1::text[]) and not is_hidden`,
      [[...new Set(productIds)]],
    );
    return new Map(rows.map(({ product_id, card }) => [product_id, card]));
  }

  override async productIds(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const numbers = names.flatMap(kinguinIds);
    const rows = await run<{ id: string; kinguin_id: number | null }>(
      this.em.getKysely() as never,
      'select id, kinguin_id from product where kinguin_id = any($1::integer[]) or id = any($2::text[])',
      [numbers, names],
    );
    const found = new Map<string, string>();
    for (const { id } of rows) found.set(id, id);
    for (const { id, kinguin_id } of rows) if (kinguin_id !== null) found.set(String(kinguin_id), id);
    return new Map(names.flatMap((name) => (found.has(name) ? [[name, found.get(name) ?? name] as const] : [])));
  }

  override async lockListings(productIds: readonly string[]): Promise<void> {
    await run(
      this.em.getKysely() as never,
      'select product_id from listing where product_id = any($1::text[]) order by product_id for no key update',
      [[...new Set(productIds)]],
    );
  }

  override async tryLockListings(productIds: readonly string[]): Promise<ReadonlySet<string>> {
    const busy = await run<{ product_id: string }>(
      this.em.getKysely() as never,
      `with locked as materialized (
          select product_id from listing where product_id = any($1::text[]) order by product_id for no key update skip locked
        ) select product_id from listing where product_id = any($1::text[]) and product_id not in (select product_id from locked)`,
      [productIds],
    );
    return new Set(busy.map(({ product_id }) => product_id));
  }

  override async changeStock(differences: ReadonlyMap<string, number>): Promise<void> {
    const changes = [...differences].filter(([, difference]) => difference !== 0);
    if (changes.length === 0) return;
    const db = this.em.getKysely() as never;
    await run(
      db,
      `update listing set stock = greatest(0, stock + difference) from unnest($1::text[], $2::integer[]) as change (product_id, difference)
        where listing.product_id = change.product_id`,
      [changes.map(([productId]) => productId), changes.map(([, difference]) => difference)],
    );
    await notifyCatalogueChanged(db, STOCK_ALONE);
  }

  override async setOffered(quantities: ReadonlyMap<string, number>): Promise<void> {
    if (quantities.size === 0) return;
    const db = this.em.getKysely() as never;
    await run(
      db,
      `update listing set offered = quantity from unnest($1::text[], $2::integer[]) as offer (product_id, quantity)
        where listing.product_id = offer.product_id`,
      [[...quantities.keys()], [...quantities.values()]],
    );
    await notifyCatalogueChanged(db, STOCK_ALONE);
  }

  override async charged(productIds: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<Currency, number>>>> {
    const rows = await run<{ product_id: string; charged: Record<Currency, number> }>(
      this.em.getKysely() as never,
      `select product_id, json_build_object(${chargedFields.join(', ')}) as charged
        from listing where product_id = any($1::text[])`,
      [[...new Set(productIds)]],
    );
    return new Map(rows.map(({ product_id, charged }) => [product_id, charged]));
  }

  override async activations(productIds: readonly string[]): Promise<ReadonlyMap<string, ActivationLimits>> {
    const rows = await run<ActivationRow>(
      this.em.getKysely() as never,
      `select ${ACTIVATION_COLUMNS} from product where id = any($1::text[])`,
      [productIds],
    );
    return new Map(rows.map((row) => [row.id, activationOf(row)]));
  }

  override async shownStock(productIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await run<{ product_id: string; stock: number }>(
      this.em.getKysely() as never,
      'select product_id, stock from listing where product_id = any($1::text[])',
      [productIds],
    );
    return new Map(rows.map(({ product_id, stock }) => [product_id, stock]));
  }
}

function kinguinIds(text: string): number[] {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_KINGUIN_ID ? [Number(text)] : [];
}

function offerOf(row: OfferRow): Offer {
  return {
    productId: row.id,
    ref: { type: row.type, id: row.type === 'game' ? String(row.kinguin_id) : row.id },
    name: row.name,
    platform: row.platform,
    category: row.category,
    coverImage: `images/${row.cover_image}-320.webp`,
    prices: Object.fromEntries(CURRENCIES.map((currency) => [currency, priceOf(row, currency)])) as Record<
      Currency,
      Price
    > satisfies PriceTable,
    limitPerBasket: row.limit_per_basket,
    activation: activationOf(row),
  };
}

const activationOf = (row: ActivationRow): ActivationLimits => ({
  regionId: row.region_id,
  regionalLimitations: row.regional_limitations,
  regions: row.regions,
  countryLimitation: row.country_limitation,
});

function priceOf(row: OfferRow, currency: Currency): Price {
  const name = currency.toLowerCase();
  return { listMinor: row[`${name}_list_minor`] ?? 0, discountedMinor: row[`${name}_discounted_minor`] ?? null };
}
