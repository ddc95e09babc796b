import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../../shared/list-window.ts';
import { type LinkedOffer, type OfferFilter, type SeenOffer, SupplierOffers, type SupplierName } from '../../application/ports.ts';
import { rowsOf } from './rows.ts';

const columns = sql`offer_id as "offerId", supplier_product_id as "supplierProductId", kinguin_id as "kinguinId",
  product_id as "productId", name, price_minor as "priceMinor", quantity, seen_at as "seenAt"`;

const MOST_DROPPED = 1000;
/** One of so many places is for products that nobody has bought, also where more than all places were. */
const KEPT_FOR_OTHERS = 5;

@Injectable()
export class SqlSupplierOffers extends SupplierOffers {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async put(supplier: SupplierName, offers: readonly LinkedOffer[], seenAt: Date): Promise<void> {
    // One statement may not change a row twice, and a page may name an offer twice.
    const once = [...new Map(offers.map((offer) => [offer.offerId, offer])).values()];
    await rowsOf(
      this.em,
      sql`insert into supplier_offer
        (supplier, offer_id, supplier_product_id, kinguin_id, product_id, name, price_minor, quantity, seen_at)
      select ${supplier}, "offerId", "supplierProductId", "kinguinId", "productId", name, "priceMinor", quantity, ${seenAt}
      from jsonb_to_recordset(${JSON.stringify(once)}::jsonb) as offer ("offerId" text, "supplierProductId" text, "kinguinId" integer,
        "productId" text, name text, "priceMinor" integer, quantity integer) order by "offerId"
      on conflict (supplier, offer_id) do update set supplier_product_id = excluded.supplier_product_id,
        kinguin_id = excluded.kinguin_id, product_id = excluded.product_id, name = excluded.name,
        price_minor = excluded.price_minor, quantity = excluded.quantity, seen_at = excluded.seen_at
        where supplier_offer.seen_at <= excluded.seen_at`,
    );
  }

  override async countProducts(supplier: SupplierName, since: Date): Promise<{ products: number; seen: number }> {
    const [row] = await rowsOf<{ products: number; seen: number }>(
      this.em,
      sql`select count(*)::integer as products, (count(*) filter (where seen_at >= ${since}))::integer as seen from (
        select max(seen_at) as seen_at from supplier_offer where supplier = ${supplier} group by supplier_product_id
      ) as product`,
    );
    return row ?? { products: 0, seen: 0 };
  }

  override async dropUnseen(supplier: SupplierName, before: Date): Promise<{ supplierProductId: string; productId: string | null }[]> {
    return rowsOf(
      this.em,
      sql`with found as materialized (
          select offer_id as id from supplier_offer where supplier = ${supplier} and seen_at < ${before} limit ${MOST_DROPPED}
        )
        delete from supplier_offer where ctid = any(array(
          select ctid from supplier_offer where supplier = ${supplier} and seen_at < ${before} and offer_id = any(array(select id from found))
          order by offer_id for update
        )) returning supplier_product_id as "supplierProductId", product_id as "productId"`,
    );
  }

  override async dropOthers(
    supplier: SupplierName,
    supplierProductId: string,
    offerIds: readonly string[],
    seenAt: Date,
  ): Promise<string[]> {
    await this.lockOf(supplier, supplierProductId);
    const dropped = await rowsOf<{ product: string | null }>(
      this.em,
      sql`delete from supplier_offer where supplier = ${supplier} and supplier_product_id = ${supplierProductId}
        and not offer_id = any(${[...offerIds]}::text[]) and seen_at <= ${seenAt} returning product_id as product`,
    );
    return dropped.flatMap(({ product }) => product ?? []);
  }

  override async list(
    supplier: SupplierName,
    { productIds, isLinked }: OfferFilter,
    window: ListWindow,
  ): Promise<{ items: SeenOffer[]; total: number }> {
    const where = whereAll([
      sql`supplier = ${supplier}`,
      productIds !== undefined && sql`product_id = any(${[...productIds]}::text[])`,
      isLinked !== undefined && (isLinked ? sql`product_id is not null` : sql`product_id is null`),
    ]);
    const { rows, total } = await countedRows<SeenOffer>(this.em.getKysely() as never, {
      columns,
      from: sql`supplier_offer`,
      where,
      order: sql`supplier_product_id, price_minor, offer_id`,
      window,
    });
    return { items: rows.map((row) => ({ ...row, seenAt: new Date(row.seenAt) })), total };
  }

  override async toAskAgain(supplier: SupplierName, boughtSince: Date, most: number): Promise<string[]> {
    const first = most - Math.floor(most / KEPT_FOR_OTHERS);
    const rows = await rowsOf<{ id: string }>(
      this.em,
      sql`with wanted as (
          select supplier_product_id as id from commitment join supplier_offer using (supplier, offer_id) where supplier = ${supplier}
          union
          select supplier_product_id from purchase where supplier = ${supplier} and created_at > ${boughtSince}
        ), places as (
          select id, seen_at, row_number() over (order by seen_at nulls last, id) as place
            from (select id, min(seen_at) as seen_at from wanted
              left join supplier_offer on supplier = ${supplier} and supplier_product_id = id group by id) ranked
        ), others as (
          select supplier_product_id as id, seen_at from supplier_offer where supplier = ${supplier} and product_id is not null
            and supplier_product_id not in (select id from wanted) order by seen_at, offer_id limit ${most}
        )
        select id from (
          select id, seen_at, case when place <= ${first} then 1 else 3 end as turn from places
          union all
          select id, min(seen_at), 2 from others group by id
        ) asked order by turn, seen_at nulls last, id limit ${most}`,
    );
    return rows.map(({ id }) => id);
  }

  override async productIds(supplier: SupplierName): Promise<string[]> {
    const rows = await rowsOf<{ id: string }>(
      this.em,
      sql`select distinct product_id as id from supplier_offer where supplier = ${supplier} and product_id is not null`,
    );
    return rows.map(({ id }) => id);
  }

  override async links(supplier: SupplierName, supplierProductIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await rowsOf<{ theirs: string; ours: string }>(
      this.em,
      sql`select supplier_product_id as theirs, product_id as ours from supplier_link
        where supplier = ${supplier} and supplier_product_id = any(${[...supplierProductIds]}::text[])`,
    );
    return new Map(rows.map(({ theirs, ours }) => [theirs, ours]));
  }

  override async link(supplier: SupplierName, supplierProductId: string, productId: string, by: string, at: Date): Promise<string | null> {
    const [before] = await rowsOf<{ product: string }>(
      this.em,
      sql`select product_id as product from supplier_link
        where supplier = ${supplier} and supplier_product_id = ${supplierProductId} for update`,
    );
    await rowsOf(
      this.em,
      sql`insert into supplier_link (supplier, supplier_product_id, product_id, linked_by, linked_at)
        values (${supplier}, ${supplierProductId}, ${productId}, ${by}, ${at})
        on conflict (supplier, supplier_product_id) do update set product_id = excluded.product_id, linked_by = excluded.linked_by,
          linked_at = excluded.linked_at`,
    );
    await this.lockOf(supplier, supplierProductId);
    await rowsOf(
      this.em,
      sql`update supplier_offer set product_id = ${productId} where supplier = ${supplier} and supplier_product_id = ${supplierProductId}`,
    );
    return before?.product ?? null;
  }

  /** Locks the offers of a product. */
  private async lockOf(supplier: SupplierName, supplierProductId: string): Promise<void> {
    await rowsOf(
      this.em,
      sql`select from supplier_offer where supplier = ${supplier} and supplier_product_id = ${supplierProductId}
        order by offer_id for update`,
    );
  }
}
