import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { LOCKS } from '../../../../platform/database/locks.ts';
import { OfferChanges, type OfferedProduct } from '../../application/show-offers.ts';
import { rowsOf } from './rows.ts';

/** Triggers write to `offer_change`, too. */
@Injectable()
export class SqlOfferChanges extends OfferChanges {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async take(at: Date, most: number): Promise<string[]> {
    const [mine] = await rowsOf<{ isMine: boolean }>(this.em, sql`select pg_try_advisory_xact_lock(${LOCKS.offerChanges}) as "isMine"`);
    if (mine?.isMine !== true) return [];
    const changed = await rowsOf<{ id: string }>(
      this.em,
      sql`with taken as (
          delete from offer_change where id in (select id from offer_change order by is_of_all, id limit ${most}) returning product_id
        ) select distinct product_id as id from taken`,
    );
    const due = await rowsOf<{ id: string }>(
      this.em,
      sql`select product_id as id from offered_product where due_at <= ${at} order by due_at limit ${most - changed.length}`,
    );
    return [...new Set([...changed, ...due].map(({ id }) => id))];
  }

  override async note(productId: string): Promise<void> {
    await rowsOf(this.em, sql`insert into offer_change (product_id) values (${productId})`);
  }

  override async noteAll(): Promise<void> {
    await rowsOf(
      this.em,
      sql`insert into offer_change (product_id, is_of_all) select product_id, true from supplier_offer where product_id is not null
        union select product_id, true from offered_product`,
    );
  }

  override async put(products: readonly OfferedProduct[]): Promise<ReadonlyMap<string, number>> {
    const rows = await rowsOf<{ productId: string; quantity: number }>(
      this.em,
      sql`with counted as (
          select * from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as counted ("productId" text, quantity integer, "dueAt" timestamptz)
        ), changed as (
          select "productId", counted.quantity from counted left join offered_product on product_id = "productId"
          where counted.quantity <> coalesce(offered_product.quantity, 0)
        ), stored as (
          insert into offered_product (product_id, quantity, due_at) select "productId", quantity, "dueAt" from counted
          on conflict (product_id) do update set quantity = excluded.quantity, due_at = excluded.due_at
            where (offered_product.quantity, offered_product.due_at) is distinct from (excluded.quantity, excluded.due_at)
        )
        select "productId", quantity from changed`,
    );
    return new Map(rows.map(({ productId, quantity }) => [productId, quantity]));
  }
}
