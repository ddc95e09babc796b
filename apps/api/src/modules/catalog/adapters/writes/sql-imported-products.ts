import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Kysely } from 'kysely';
import { LOCKS } from '../../../../platform/database/locks.ts';
import { ImageRecipes } from '../../../../platform/images/ports.ts';
import type { ImageRecipe } from '../../../../platform/images/recipe.ts';
import { Clock, Ids } from '../../../../shared/ports.ts';
import { type ImportResult, ImportedProducts } from '../../application/import-ports.ts';
import type { ImportedProduct } from '../../domain/imported-product.ts';
import { samePrices } from '../../domain/price.ts';
import { type FeedPicture, shownPictures } from '../../domain/feed-pictures.ts';
import { rebuildListings, run, sqlCurrencies } from './listing-sql.ts';
import { planPictures, writePictures } from './named-pictures-sql.ts';
import { changeBasePrices, pricesOf } from './sql-prices.ts';

/** Games of our own have kinguinIds from here up, so that they have a game's address. */
const FIRST_OWN_KINGUIN_ID = 1_000_000_000;

type Accepted = { readonly product: ImportedProduct; readonly hash: string };
type Known = Record<string, number | null> & {
  id: string;
  kinguin_id: number | null;
  type: string;
  content_hash: string;
  keeps_price: boolean;
};

/** Columns of `product` with their types, as sent to PostgreSQL in one JSON text. */
const columns: Readonly<Record<string, { type: string; of: (product: ImportedProduct) => unknown }>> = {
  type: { type: 'text', of: ({ type }) => type },
  supplier_product_id: { type: 'text', of: ({ supplierProductId }) => supplierProductId },
  name: { type: 'text', of: ({ name }) => name },
  original_name: { type: 'text', of: ({ originalName }) => originalName },
  title: { type: 'text', of: ({ title }) => title },
  meta_description: { type: 'text', of: ({ metaDescription }) => metaDescription },
  description: { type: 'text', of: ({ description }) => description },
  notes: { type: 'text', of: ({ notes }) => notes },
  platform: { type: 'text', of: ({ platform }) => platform },
  category: { type: 'text', of: ({ category }) => category },
  genres: { type: 'text[]', of: ({ genres }) => genres },
  age_rating: { type: 'text', of: ({ ageRating }) => ageRating },
  release_date: { type: 'date', of: ({ releaseDate }) => releaseDate },
  developers: { type: 'text[]', of: ({ developers }) => developers },
  publishers: { type: 'text[]', of: ({ publishers }) => publishers },
  languages: { type: 'text[]', of: ({ languages }) => languages },
  regions: { type: 'text[]', of: ({ regions }) => regions },
  region_id: { type: 'integer', of: ({ regionId }) => regionId },
  regional_limitations: { type: 'text', of: ({ regionalLimitations }) => regionalLimitations },
  country_limitation: { type: 'text[]', of: ({ countryLimitation }) => countryLimitation },
  ship_time: { type: 'integer', of: ({ shipTime }) => shipTime },
  ship_unit: { type: 'text', of: ({ shipUnit }) => shipUnit },
  offer_ids: { type: 'text[]', of: ({ offerIds }) => offerIds },
  limit_per_basket: { type: 'integer', of: ({ limitPerBasket }) => limitPerBasket },
  cover_image: { type: 'text', of: ({ cover }) => cover.id },
  screenshot_images: { type: 'text[]', of: ({ screenshots }) => screenshots },
  details: { type: 'jsonb', of: ({ details }) => details },
  popularity: { type: 'integer', of: ({ popularity }) => popularity },
  search_name: { type: 'text', of: (product) => product.searchName },
  search_terms: { type: 'text', of: (product) => product.searchTerms },
  cost_minor: { type: 'integer', of: ({ costMinor }) => costMinor },
  supplier_qty: { type: 'integer', of: ({ supplierQty }) => supplierQty },
  supplier_updated_at: { type: 'timestamptz', of: ({ supplierUpdatedAt }) => supplierUpdatedAt },
};
const names = Object.keys(columns);

/** Fields set by staff are not overwritten by a feed, nor are costs where it makes no price. */
function unlessPinned(name: string): string {
  const makesNoPrice = name === 'cost_minor' ? '$4::boolean or ' : '';
  return `${name} = case when ${makesNoPrice}'${name}' = any(product.kept_fields) then product.${name} else excluded.${name} end`;
}

/** `$1` is a JSON list of `productRow`s, `$2` now, `$3` who, `$4` whether costs that are stored stay. */
export const writeProducts = `insert into product (id, kinguin_id, content_hash, ${names.join(', ')}, created_at, updated_at, changed_by)
  select id, kinguin_id, content_hash, ${names.join(', ')}, $2, $2, $3
  from json_to_recordset($1::json) as given (id text, kinguin_id integer, content_hash text, ${names.map((name) => `${name} ${columns[name]?.type}`).join(', ')})
  order by id
  on conflict (id) do update set ${names.map(unlessPinned).join(', ')},
    ${['content_hash', 'updated_at', 'changed_by'].map((name) => `${name} = excluded.${name}`).join(', ')}`;

export const writeWords = 'insert into search_word select word from unnest($1::text[]) word order by word on conflict do nothing';

/** A row of `product` as sent to PostgreSQL. */
export function productRow(id: string, kinguinId: number | null, product: ImportedProduct, hash: string): Record<string, unknown> {
  const values = Object.entries(columns).map(([name, { of }]) => [name, of(product)] as const);
  return { id, kinguin_id: kinguinId, content_hash: hash, ...Object.fromEntries(values) };
}

const prices = sqlCurrencies.flatMap((currency) => [`${currency}_list_minor`, `${currency}_discounted_minor`]);
const findKnown = `select product.id, kinguin_id, type, content_hash, 'price' = any(kept_fields) as keeps_price, ${prices.join(', ')}
  from product left join price on price.product_id = product.id and kind = 'base' and ends_at is null
  where kinguin_id = any($1::integer[]) or product.id = any($2::text[])
  order by product.id for no key update of product`;

@Injectable()
export class SqlImportedProducts extends ImportedProducts {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly recipes: ImageRecipes,
  ) {
    super();
  }

  override async takeIn(
    accepted: readonly Accepted[],
    countedAs: readonly string[],
    actor: string,
    { keepsPrices } = { keepsPrices: false },
  ): Promise<ImportResult[]> {
    const db = this.em.getKysely() as unknown as Kysely<unknown>;
    await run(db, 'select pg_advisory_xact_lock($1)', [LOCKS.intake]);
    const known = await this.known(db, accepted);
    const results: ImportResult[] = [];
    const writes: { id: string; kinguinId: number | null; accepted: Accepted; before: Known | null }[] = [];
    for (const [index, one] of accepted.entries()) {
      const { kinguinId, ownId, type } = one.product;
      const before = (kinguinId === null ? known.byId.get(ownId ?? '') : known.byKinguinId.get(kinguinId)) ?? null;
      const refusal = refuse(one.product, before, known.byId);
      if (refusal !== null) {
        results.push({ reason: refusal });
        continue;
      }
      results.push(before === null ? 'created' : before.content_hash === countedAs[index] ? 'unchanged' : 'updated');
      if (before?.content_hash === one.hash) continue;
      const givenId =
        kinguinId ??
        before?.kinguin_id ??
        (type === 'game'
          ? await this.ownKinguinId(
              db,
              writes.map((write) => write.kinguinId ?? 0),
            )
          : null);
      const write = { id: before?.id ?? ownId ?? this.ids.next(), kinguinId: givenId, accepted: one, before };
      known.byId.set(write.id, before ?? ({ id: write.id, kinguin_id: givenId, type, content_hash: '' } as Known));
      writes.push(write);
    }
    await this.write(db, writes, actor, keepsPrices);
    return results;
  }

  private async write(
    db: Kysely<unknown>,
    writes: readonly { id: string; kinguinId: number | null; accepted: Accepted; before: Known | null }[],
    actor: string,
    keepsPrices: boolean,
  ): Promise<void> {
    if (writes.length === 0) return;
    const now = this.clock.now();
    // The first import of a shop: nothing of these products is stored, so that statements which look for it are left out.
    const areFirst = writes.every(({ before }) => before === null);
    const namings = writes.map(({ id, accepted: { product } }) => ({ id, namedPictures: product.namedPictures }));
    const planned = await planPictures(db, namings, now, { areFirst });
    const rows = writes.map(({ id, kinguinId, accepted: { product, hash } }) =>
      productRow(id, kinguinId, withPictures(product, planned.get(id)?.pictures ?? []), hash),
    );
    await run(db, writeProducts, [JSON.stringify(rows), now, actor, keepsPrices]);
    await writePictures(db, planned, now);
    const changes = writes.filter(
      ({ before, accepted }) =>
        before === null || (!keepsPrices && !before.keeps_price && !samePrices(pricesOf(before), accepted.product.price.prices)),
    );
    await changeBasePrices(
      db,
      changes.map(({ id, accepted }) => ({ productId: id, ...accepted.product.price, startsAt: now, endsAt: null })),
      now,
      actor,
      { areFirst },
    );
    await this.recipes.add(writes.flatMap(({ accepted: { product } }) => (product.cover.recipe as ImageRecipe | null) ?? []));
    const words = new Set<string>(writes.flatMap(({ accepted: { product } }) => product.searchWords));
    await run(db, writeWords, [[...words]]);
    await rebuildListings(
      db,
      writes.map(({ id }) => id),
      now,
      { areFirst },
    );
  }

  private async known(
    db: Kysely<unknown>,
    accepted: readonly Accepted[],
  ): Promise<{ byId: Map<string, Known>; byKinguinId: Map<number, Known> }> {
    const kinguinIds = accepted.flatMap(({ product }) => product.kinguinId ?? []);
    const rows = await run<Known>(db, findKnown, [kinguinIds, accepted.flatMap(({ product }) => product.ownId ?? [])]);
    return {
      byId: new Map(rows.map((row) => [row.id, row])),
      byKinguinId: new Map(rows.flatMap((row) => (row.kinguin_id === null ? [] : [[row.kinguin_id, row] as const]))),
    };
  }

  private async ownKinguinId(db: Kysely<unknown>, taken: readonly number[]): Promise<number> {
    const [row] = await run<{ largest: number | null }>(db, 'select max(kinguin_id) as largest from product where kinguin_id >= $1', [
      FIRST_OWN_KINGUIN_ID,
    ]);
    return Math.max(FIRST_OWN_KINGUIN_ID - 1, row?.largest ?? 0, ...taken) + 1;
  }
}

/** The product with what was fetched of its pictures; without any it shows its own. */
function withPictures(product: ImportedProduct, pictures: readonly FeedPicture[]): ImportedProduct {
  if (pictures.length === 0) return product;
  const { cover, screenshots } = shownPictures(pictures);
  return { ...product, screenshots, cover: cover === null ? product.cover : { id: cover, recipe: null } };
}

/** Why a line conflicts with stored products; null if it does not. */
function refuse({ kinguinId, ownId, type }: ImportedProduct, before: Known | null, byId: ReadonlyMap<string, Known>): string | null {
  if (before !== null && before.type !== type) return `the shop has this product as ${before.type}`;
  const holder = ownId === null ? undefined : byId.get(ownId);
  if (kinguinId !== null && holder !== undefined && holder.kinguin_id !== kinguinId) return `the _id ${ownId} belongs to another product`;
  return null;
}
