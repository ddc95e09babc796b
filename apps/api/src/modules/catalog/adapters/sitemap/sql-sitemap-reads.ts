import { MOST_IN_SITEMAP_FILE } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { ReplicaReads } from '../../../../platform/database/replicas/replica-reads.ts';
import { Clock } from '../../../../shared/ports.ts';
import { SitemapReads } from '../../application/sitemap-reads.ts';

/** Numbering all products takes long on a large catalogue, and parts need not be up to the minute. */
const PARTS_KEPT_MS = 60_000;

const iso = (instant: string) => `to_char(${instant} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** A product without a listing has never had a price, and no page. */
export const SITEMAP_PAGE = `select json_build_object(
    'products', coalesce(json_agg(json_build_object('_id', id, 'kinguinId', kinguin_id, 'name', name, 'updatedAt', ${iso('updated_at')}) order by id), '[]'),
    'next', case when count(*) = $2 then max(id) end)::text as json
  from (
    select id, kinguin_id, name, updated_at from product
    where id > $1 and not is_hidden and exists (select from listing where listing.product_id = product.id)
    order by id limit $2::integer
  ) page`;

export const SITEMAP_PARTS = `select coalesce(json_agg(json_build_object('after', after, 'lastChangeAt', ${iso('last_change_at')}) order by part), '[]')::text as json
  from (
    select part, coalesce(lag(max(id)) over (order by part), '') as after, max(updated_at) as last_change_at
    from (select id, updated_at, (row_number() over (order by id) - 1) / $1::integer as part from product where not is_hidden) counted
    group by part
  ) parts`;

@Injectable()
export class SqlSitemapReads extends SitemapReads {
  private cached: { readonly text: Promise<string>; readonly until: number } | null = null;

  constructor(
    private readonly database: ReplicaReads,
    private readonly clock: Clock,
  ) {
    super();
  }

  override parts(): Promise<string> {
    const now = this.clock.now().getTime();
    if (this.cached && this.cached.until > now) return this.cached.text;
    const cached = { text: this.text('sitemap-parts', SITEMAP_PARTS, [MOST_IN_SITEMAP_FILE]), until: now + PARTS_KEPT_MS };
    this.cached = cached;
    // A failure rejects and is not cached.
    cached.text.catch(() => {
      if (this.cached === cached) this.cached = null;
    });
    return cached.text;
  }

  override products(after: string, limit: number): Promise<string> {
    return this.text('sitemap-products', SITEMAP_PAGE, [after, limit]);
  }

  private async text(name: string, text: string, values: readonly unknown[]): Promise<string> {
    const [row] = await this.database.rows<{ json: string }>(name, text, values);
    return row?.json ?? '{}';
  }
}
