import { kinguinIdFromSlug, PAGE_SIZES, type Platform, SCREENSHOT_WIDTHS } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import { ReplicaReads } from '../../../../platform/database/replicas/replica-reads.ts';
import { CatalogueReads, type ListFilter, type SimilarTo } from '../../application/catalogue-reads.ts';
import { HomeCache } from '../cache/home-cache.ts';
import { MatchCache } from '../cache/match-cache.ts';
import { countKey, type ListScope, listStatement, listText, pageWindow, type Statement } from './list-statement.ts';
import { CARD, jsonOf, OPEN_CARD } from '../writes/listing-sql.ts';
import { RecentAnswers } from '../cache/recent-answers.ts';
import { searchText } from './sql-search.ts';

const COVER_WIDTH = 640;
const SCREENSHOT_WIDTH: (typeof SCREENSHOT_WIDTHS)[number] = 1280;
const LONGEST_ID = 40;

/** `$2` is this API's public origin. */
const coverUrl = `$2::text || '/images/' || product.cover_image || '-${COVER_WIDTH}.webp'`;
const detail = jsonOf({
  title: 'product.title',
  meta_description: 'product.meta_description',
  description: 'product.description',
  notes: 'product.notes',
  ageRating: 'product.age_rating',
  developers: 'product.developers',
  publishers: 'product.publishers',
  languages: 'product.languages',
  regionId: 'product.region_id',
  regionalLimitations: 'product.regional_limitations',
  countryLimitation: 'product.country_limitation',
  shiping: 'product.ship_time',
  unit: 'product.ship_unit',
  coverImageOriginal: coverUrl,
  images: `json_build_object('cover', json_build_object('url', ${coverUrl}), 'screenshots', coalesce((select json_agg(json_build_object('url', $2::text || '/images/' || image || '-${SCREENSHOT_WIDTH}.webp') order by place)
    from unnest(product.screenshot_images) with ordinality as shot (image, place)), '[]'))`,
  systemRequirements: `coalesce(product.details->'systemRequirements', '[]')`,
  customSystem: `coalesce(product.details->'customSystem', '[]')`,
  overView: `coalesce(product.details->'overView', '[]')`,
  descriptions: `coalesce(product.details->'descriptions', '[]')`,
});
const productJson = `${OPEN_CARD} || ',' || substr(${detail}, 2)`;
const productFrom = 'from product join listing on listing.product_id = product.id';
export const gameText = `select ${productJson} as json ${productFrom} where product.kinguin_id = $1 and not listing.is_hidden`;
export const softwareText = `select '{"game":' || ${productJson} || ',"message":"success"}' as json ${productFrom} where product.id = $1 and product.type = 'software' and not listing.is_hidden`;

/**
 * The most popular of each genre, and of the platform; those that share the most genres come first. Looked up one by one: a join would be
 * planned as a sequential scan.
 */
export const similarText = (place: string) => `with subject as (
    select id from product where kinguin_id = $1 or id = $2
  ), near as (
    select product_id from unnest($3::text[]) genre cross join lateral
      (select product_id from listing_genre where listing_genre.genre = genre.genre and ${place} order by popularity desc, newest desc, product_id limit 48) of_genre
    union
    (select product_id from listing where ${place} and not is_hidden order by popularity desc, newest desc, product_id limit ${PAGE_SIZES.similar + 1})
  ), best as (
    select listing.product_id, row_number() over (order by (select count(*) from unnest(genres) genre where genre = any($3)) desc, popularity desc, newest desc, listing.product_id) as place
    from near cross join lateral (select * from listing where listing.product_id = near.product_id and not is_hidden limit 1) listing
    where near.product_id not in (select id from subject)
    order by place limit ${PAGE_SIZES.similar}
  )
  select '{"products":[' || coalesce((select string_agg(${CARD}, ',' order by place) from best join listing using (product_id)), '') || ']}' as json`;

interface ListRow {
  readonly cards: string | null;
  readonly count: number;
}

const NOTHING: ListRow = { cards: null, count: 0 };

@Injectable()
export class SqlCatalogueReads extends CatalogueReads {
  constructor(
    private readonly database: ReplicaReads,
    private readonly homeCache: HomeCache,
    private readonly recent: RecentAnswers,
    private readonly matches: MatchCache,
    private readonly config: Config,
  ) {
    super();
  }

  override home(): Promise<string> {
    return this.homeCache.get();
  }

  override gameByKinguinId(kinguinId: number): Promise<string | null> {
    return this.json({ name: 'product-game', text: gameText, values: [kinguinId, this.config.apiOrigin] });
  }

  override async softwareById(id: string): Promise<string | null> {
    return id.length > LONGEST_ID ? null : this.json({ name: 'product-software', text: softwareText, values: [id, this.config.apiOrigin] });
  }

  override gamesOfPlatform(platform: Platform, filter: ListFilter): Promise<string> {
    return this.list({ type: 'game', platform }, filter, 'products');
  }

  override games(filter: ListFilter): Promise<string> {
    return this.list({ type: 'game' }, filter, 'products');
  }

  override software(filter: ListFilter): Promise<string> {
    return this.list({ type: 'software' }, filter, 'games');
  }

  override async similarTo({ id, genres, platform }: SimilarTo): Promise<string> {
    const kinguinId = kinguinIdFromSlug(id);
    const type = /^\d+$/.test(id) ? 'game' : 'software';
    const place = platform === null || type === 'software' ? `type = $4` : `type = 'game' and platform = $4`;
    const values = [kinguinId, id.slice(0, LONGEST_ID), genres, platform === null || type === 'software' ? type : platform];
    const statement = { name: `similar ${place}`, text: similarText(place), values };
    return this.recent.get(JSON.stringify([statement.name, values]), async () => (await this.json(statement)) ?? '{}');
  }

  override search(query: string, filter: ListFilter): Promise<string> {
    return this.recent.get(JSON.stringify(['search', query, filter]), () => searchText(this.database, this.matches, query, filter));
  }

  private list(scope: ListScope, filter: ListFilter, key: 'products' | 'games'): Promise<string> {
    return this.recent.get(JSON.stringify([scope, filter]), async () => {
      const { offset } = pageWindow(filter);
      let asked: ListRow | null = null;
      const count = await this.matches.counts.get(countKey(scope, filter), async () => {
        asked = await this.listRow(listStatement(scope, filter, true));
        return asked.count;
      });
      // An index is read to its end to find nothing there.
      const { cards } = asked ?? (offset >= count ? NOTHING : await this.listRow(listStatement(scope, filter, false)));
      return listText(key, cards, count, filter.limit);
    });
  }

  private async listRow({ name, text, values }: Statement): Promise<ListRow> {
    const [row] = await (name === null ? this.database.unprepared<ListRow>(text, values) : this.database.rows<ListRow>(name, text, values));
    return row ?? NOTHING;
  }

  private async json({ name, text, values }: Statement & { readonly name: string }): Promise<string | null> {
    const [row] = await this.database.rows<{ json: string }>(name, text, values);
    return row?.json ?? null;
  }
}
