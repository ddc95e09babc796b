import { type QueryExecutorProvider, sql } from 'kysely';

export interface SeedSection {
  readonly id: string;
  readonly name: string;
  /** Whether it is the one above the others. */
  readonly isFeatured: boolean;
  readonly afterSliderPlatform: boolean;
  readonly afterSliderPrice: boolean;
  /** The shop's own ids, in their order. */
  readonly productIds: readonly string[];
}

/** Fills the home page of a new shop; sections and places that are there stay. Call inside a transaction. */
export async function seedHome(db: QueryExecutorProvider, sections: readonly SeedSection[], at: Date, actor: string): Promise<void> {
  for (const [position, { id, name, isFeatured, afterSliderPlatform, afterSliderPrice, productIds }] of sections.entries()) {
    await sql`insert into home_section (id, position, section_name, is_featured, after_slider_platform, after_slider_price, changed_by, updated_at)
      values (${id}, ${position}, ${name}, ${isFeatured}, ${afterSliderPlatform}, ${afterSliderPrice}, ${actor}, ${at})
      on conflict (id) do nothing`.execute(db);
    await sql`insert into home_section_product (section_id, position, product_id)
      select ${id}, position, product_id from unnest(${[...productIds]}::text[]) with ordinality as entry (product_id, position)
      on conflict (section_id, position) do nothing`.execute(db);
  }
}
