import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Home, type HomeProduct, HomeSections } from '../application/ops/arrange-home.ts';
import { run, notifyCatalogueChanged } from '../adapters/writes/listing-sql.ts';

const HERO = 'featured';
const HERO_NAME = 'Featured';

const homeJson = `select json_build_object(
  'hero', coalesce((select json_agg(product_id order by position) from home_section_product where section_id in (select id from home_section where is_featured)), '[]'),
  'sections', coalesce((select json_agg(json_build_object('id', id, 'name', section_name, 'afterSliderPlatform', after_slider_platform,
      'afterSliderPrice', after_slider_price, 'products', coalesce((select json_agg(product_id order by home_section_product.position)
        from home_section_product where section_id = home_section.id), '[]')) order by position)
    from home_section where not is_featured), '[]')) as home`;

@Injectable()
export class SqlHomeSections extends HomeSections {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async forUpdate(): Promise<Home> {
    // Only writers of the home page take this lock, not readers.
    await this.rows('lock table home_section in share row exclusive mode', []);
    return this.current();
  }

  override async replace({ hero, sections }: Home, at: Date, actor: string): Promise<void> {
    await this.rows('delete from home_section', []);
    const all = [{ id: HERO, name: HERO_NAME, products: hero, afterSliderPlatform: false, afterSliderPrice: false }, ...sections];
    for (const [position, { id, name, products, afterSliderPlatform, afterSliderPrice }] of all.entries()) {
      await this.rows(
        `insert into home_section (id, position, section_name, is_featured, after_slider_platform, after_slider_price, changed_by, updated_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, position, name, position === 0, afterSliderPlatform, afterSliderPrice, actor, at],
      );
      await this.rows(
        `insert into home_section_product (section_id, position, product_id)
          select $1, position, product_id from unnest($2::text[]) with ordinality as entry (product_id, position)`,
        [id, products],
      );
    }
    await notifyCatalogueChanged(this.em.getKysely() as never);
  }

  override async current(): Promise<Home> {
    const [row] = await this.rows<{ home: Home }>(homeJson, []);
    return row?.home ?? { hero: [], sections: [] };
  }

  override async products(ids: readonly string[]): Promise<ReadonlyMap<string, HomeProduct>> {
    const rows = await this.rows<HomeProduct>(
      `select id, kinguin_id as "kinguinId", name, is_hidden as "isHidden" from product where id = any($1::text[])`,
      [ids],
    );
    return new Map(rows.map((product) => [product.id, product]));
  }

  private rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return run<Row>(this.em.getKysely() as never, text, values);
  }
}
