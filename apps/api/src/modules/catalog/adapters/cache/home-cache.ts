import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ReplicaReads } from '../../../../platform/database/replicas/replica-reads.ts';
import { CatalogueChanges } from './catalogue-changes.ts';
import { TtlCache } from './ttl-cache.ts';
import { CARD } from '../writes/listing-sql.ts';

/** The maximum age if a notification is lost with its connection, so that a change is on the storefront's pages within a second. */
const OLDEST_MS = 400;

export const homeText = `with section as (
    select home_section.*, coalesce((select string_agg(${CARD}, ',' order by entry.position)
      from home_section_product entry join listing using (product_id) where entry.section_id = home_section.id and not listing.is_hidden), '') as products
    from home_section
  )
  select '[[{"products":[' || coalesce((select products from section where is_featured), '') || ']}]'
    || coalesce((select string_agg(',{"id":' || to_json(id) || ',"sectionName":' || to_json(section_name) || ',"products":[' || products
      || '],"after_slider_platform":' || after_slider_platform || ',"after_slider_price":' || after_slider_price || '}', '' order by position)
      from section where not is_featured), '') || ']' as json`;

/** Cache of the home page's answer, invalidated when the catalogue changes; concurrent requests share one query. */
@Injectable()
export class HomeCache implements OnModuleInit {
  private readonly answer = new TtlCache<string>(1, OLDEST_MS);

  constructor(
    private readonly database: ReplicaReads,
    private readonly changes: CatalogueChanges,
  ) {}

  onModuleInit(): void {
    this.changes.listen(() => this.answer.clear());
  }

  get(): Promise<string> {
    return this.answer.get('home', async () => {
      const [row] = await this.database.rows<{ json: string }>('home', homeText);
      return row?.json ?? '[[{"products":[]}]]';
    });
  }
}
