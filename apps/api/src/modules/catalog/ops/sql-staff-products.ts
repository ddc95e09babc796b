import { CURRENCIES } from '@keyturn/shop-rules';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import { imageId } from '../../../platform/images/recipe.ts';
import { tileRecipe } from '../../../platform/images/tile.ts';
import { ImageRecipes } from '../../../platform/images/ports.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { type StaffProductFilter, type StaffProduct, StaffProducts } from '../application/ops/staff-products.ts';
import type { CurrencyAmounts } from '../domain/planned-price.ts';
import { searchName, searchQuestion, searchTerms, searchWords } from '../domain/search-words.ts';
import { jsonOf, priceInForce, run, sqlCurrencies } from '../adapters/writes/listing-sql.ts';
import { writeWords } from '../adapters/writes/sql-imported-products.ts';
import { safeHtml } from '../../../platform/html/safe-html.ts';
import { cardView, priceView, productView } from './staff-product-json.ts';

/** Field of `StaffProduct` → column, with its type. */
const columnOf: Readonly<Record<string, readonly [column: string, type: string]>> = {
  name: ['name', 'text'],
  originalName: ['original_name', 'text'],
  title: ['title', 'text'],
  metaDescription: ['meta_description', 'text'],
  description: ['description', 'text'],
  notes: ['notes', 'text'],
  platform: ['platform', 'text'],
  category: ['category', 'text'],
  genres: ['genres', 'text[]'],
  ageRating: ['age_rating', 'text'],
  releaseDate: ['release_date', 'date'],
  developers: ['developers', 'text[]'],
  publishers: ['publishers', 'text[]'],
  languages: ['languages', 'text[]'],
  regions: ['regions', 'text[]'],
  regionId: ['region_id', 'integer'],
  regionalLimitations: ['regional_limitations', 'text'],
  countryLimitation: ['country_limitation', 'text[]'],
  limitPerBasket: ['limit_per_basket', 'integer'],
  popularity: ['popularity', 'integer'],
  isHidden: ['is_hidden', 'boolean'],
  coverImage: ['cover_image', 'text'],
  screenshotImages: ['screenshot_images', 'text[]'],
  searchName: ['search_name', 'text'],
  searchTerms: ['search_terms', 'text'],
};
/** What a tile shows. */
const PICTURED: ReadonlySet<string> = new Set(['name', 'originalName', 'platform']);
const fields = Object.entries(columnOf).map(([field, [column]]) => `${column} as "${field}"`);
const findForUpdate = `select id, type, ${fields.join(', ')}, release_date::text as "releaseDate"
  from product where id = $1 for no key update`;

@Injectable()
export class SqlStaffProducts extends StaffProducts {
  constructor(
    private readonly em: EntityManager,
    private readonly recipes: ImageRecipes,
  ) {
    super();
  }

  override async list({ query, platform, isHidden }: StaffProductFilter, window: ListWindow, at: Date) {
    const question = query === undefined ? null : searchQuestion(query);
    const number = query !== undefined && /^[1-9]\d{0,8}$/.test(query) ? Number(query) : null;
    const { rows, total } = await countedRows<{ item: unknown }>(this.em.getKysely() as never, {
      columns: sql`(${sql.raw(jsonOf(cardView))})::json as item`,
      from: sql`product join listing on listing.product_id = product.id cross join lateral (${inForce(at)}) in_force`,
      // Each product has a listing and a price.
      counted: sql`product`,
      where: whereAll([
        query !== undefined &&
          sql`product.id in (select id from product where id = ${query} union all select id from product where kinguin_id = ${number}::int
            ${question === null ? sql`` : sql`union all select product_id from listing where search_vector @@ ${question.tsquery}::tsquery`})`,
        platform !== undefined && sql`product.platform = ${platform}`,
        isHidden !== undefined && sql`product.is_hidden = ${isHidden}`,
      ]),
      order: sql`product.popularity desc, product.id`,
      window,
    });
    return { items: rows.map(({ item }) => item), total };
  }

  override async view(productId: string, at: Date): Promise<unknown> {
    const { rows } = await sql<{ item: unknown }>`select (${sql.raw(jsonOf(productView))})::json as item
      from product join listing on listing.product_id = product.id cross join lateral (${inForce(at)}) in_force
        cross join (select ${at}::timestamptz as now) moment
      where product.id = ${productId}`.execute(this.em.getKysely());
    return rows[0]?.item ?? null;
  }

  override async forUpdate(productId: string): Promise<StaffProduct | null> {
    const [product] = await this.rows<StaffProduct>(findForUpdate, [productId]);
    return product ?? null;
  }

  override async change(productId: string, change: Partial<Omit<StaffProduct, 'id' | 'type'>>, at: Date, actor: string): Promise<void> {
    const [before] = await this.rows<StaffProduct>(findForUpdate, [productId]);
    if (!before) return;
    const after = { ...before, ...change };
    const values: Record<string, unknown> = { ...change };
    if (change.description !== undefined) values.description = safeHtml(change.description);
    if (change.notes !== undefined) values.notes = safeHtml(change.notes);
    if (change.name !== undefined || change.originalName !== undefined) {
      const names = after.originalName === null ? [after.name] : [after.name, after.originalName];
      values.searchName = searchName(after.originalName ?? after.name);
      values.searchTerms = searchTerms(names);
      await this.rows(writeWords, [searchWords(names)]);
    }
    // A generated picture shows name and platform, and is replaced; an uploaded picture stays.
    const isPictured = change.coverImage === undefined && Object.keys(change).some((field) => PICTURED.has(field));
    if (isPictured && (await this.recipes.ofId(before.coverImage)) !== null) {
      const recipe = tileRecipe({ name: after.originalName ?? after.name, platform: after.platform });
      await this.recipes.add([recipe]);
      values.coverImage = imageId(recipe);
    }
    const set = Object.entries(values).flatMap(([field, value]) => {
      const [column, type] = columnOf[field] ?? [];
      return column === undefined ? [] : [{ column, type, value }];
    });
    const assignments = set.map(({ column, type }, index) => `${column} = $${index + 5}::${type}`);
    const pinned = set.map(({ column }) => column).filter((column) => column !== 'is_hidden');
    await this.rows(
      `update product set ${[...assignments, 'updated_at = $2', 'changed_by = $3'].join(', ')},
        kept_fields = (select coalesce(array_agg(distinct field order by field), '{}') from unnest(kept_fields || $4::text[]) field)
        where id = $1 returning id`,
      [productId, at, actor, pinned, ...set.map(({ value }) => value)],
    );
  }

  override async pinPrice(productId: string, isKept: boolean): Promise<void> {
    await this.rows(
      `update product set kept_fields = array_remove(kept_fields, 'price') || $2::text[] where id = $1 and 'price' = any(kept_fields) <> $3 returning id`,
      [productId, isKept ? ['price'] : [], isKept],
    );
  }

  override async prices(productId: string, window: ListWindow) {
    const { rows, total } = await countedRows<{ item: unknown }>(this.em.getKysely() as never, {
      columns: sql`(${sql.raw(jsonOf(priceView))})::json as item`,
      from: sql`price in_force`,
      where: sql`product_id = ${productId}`,
      order: sql`starts_at desc, id desc`,
      window,
    });
    return { items: rows.map(({ item }) => item), total };
  }

  override async lowest(productId: string, from: Date, to: Date): Promise<CurrencyAmounts> {
    const lowest = sqlCurrencies.map((currency) => `min(coalesce(${currency}_discounted_minor, ${currency}_list_minor)) as ${currency}`);
    // The price changes only where rows start or end: the prices in force at these times are all there were.
    const [row] = await this.rows<Record<string, number | null>>(
      `select ${lowest.join(', ')} from (
          select $2::timestamptz as edge union
          select edge from price, lateral (values (starts_at), (ends_at)) as edges (edge) where price.product_id = $1 and edge > $2 and edge <= $3
        ) moment cross join lateral (${priceInForce('$1', 'moment.edge')}) in_force`,
      [productId, from, to],
    );
    return Object.fromEntries(
      CURRENCIES.flatMap((currency) => {
        const minor = row?.[currency.toLowerCase()];
        return minor === null || minor === undefined ? [] : [[currency, minor]];
      }),
    );
  }

  private rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return run<Row>(this.em.getKysely() as never, text, values);
  }
}

function inForce(at: Date) {
  const parts = priceInForce('product.id', '$at').split('$at');
  return sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${at}`,
  );
}
