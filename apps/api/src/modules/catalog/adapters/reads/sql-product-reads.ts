import { kinguinIdFromSlug } from '@keyturn/shop-rules';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { countedRows } from '../../../../platform/database/ops-list.ts';
import { ReadDatabase } from '../../../../platform/database/read-database.ts';
import type { ListWindow } from '../../../../shared/list-window.ts';
import type { ProductRef } from '../../application/catalogue.ts';
import { type CatalogueProduct, ProductReads } from '../../application/product-reads.ts';

const columns = sql`product.id as "productId", product.type, product.kinguin_id as "kinguinId", product.name, product.platform,
  listing.is_hidden as "isHidden", listing.stock`;

@Injectable()
export class SqlProductReads extends ProductReads {
  constructor(
    private readonly em: EntityManager,
    private readonly database: ReadDatabase,
  ) {
    super();
  }

  override async ofIds(productIds: readonly string[]): Promise<ReadonlyMap<string, CatalogueProduct>> {
    if (productIds.length === 0) return new Map();
    const products = await this.rows<CatalogueProduct>(sql`select ${columns} from product join listing on listing.product_id = product.id
      where product.id = any(${[...new Set(productIds)]}::text[])`);
    return new Map(products.map((product) => [product.productId, product]));
  }

  override async genresOf(productIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const products = await this.rows<{ id: string; genres: string[] }>(
      sql`select id, genres from product where id = any(${[...new Set(productIds)]}::text[])`,
    );
    return new Map(products.map(({ id, genres }) => [id, genres]));
  }

  override async byStock(limits: ReadonlyMap<string, number>, { isLow }: { isLow?: boolean }, window: ListWindow) {
    const limited = sql`unnest(${[...limits.keys()]}::text[], ${[...limits.values()]}::integer[]) as limited (product_id, most)
      join listing on listing.product_id = limited.product_id`;
    const { rows, total } = await countedRows<CatalogueProduct>(this.em.getKysely(), {
      columns,
      from: sql`${limited} join product on product.id = limited.product_id`,
      counted: limited,
      where: isLow === undefined ? sql`true` : sql`(listing.stock <= limited.most) = ${isLow}`,
      order: sql`listing.stock, product.id`,
      window,
    });
    return { items: rows, total };
  }

  override async findShown({ type, id }: ProductRef): Promise<string | null> {
    const isGame = type === 'game';
    const key = isGame ? kinguinIdFromSlug(id) : id;
    if (key === null) return null;
    const condition = isGame ? 'kinguin_id = $1' : `id = $1 and type = 'software'`;
    const text = `select id from product where ${condition} and not is_hidden`;
    const [row] = await this.database.rows<{ id: string }>(`shown-${type}`, text, [key]);
    return row?.id ?? null;
  }

  override async hasAny(): Promise<boolean> {
    const [row] = await this.rows<{ isThere: boolean }>(sql`select exists (select from product) as "isThere"`);
    return row?.isThere ?? false;
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}
