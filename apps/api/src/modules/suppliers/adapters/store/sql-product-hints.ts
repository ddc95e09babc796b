import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type HeardHint, ProductHints } from '../../application/hints.ts';
import type { SupplierName } from '../../application/ports.ts';
import { rowsOf } from './rows.ts';

@Injectable()
export class SqlProductHints extends ProductHints {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** In one order, so that two webhooks with the same products do not wait for each other. One that is being followed is due again after it. */
  override async add(supplier: SupplierName, supplierProductIds: readonly string[], at: Date): Promise<void> {
    const ids = [...new Set(supplierProductIds)].toSorted();
    await rowsOf(
      this.em,
      sql`insert into supplier_hint (supplier, supplier_product_id, heard_at, due_at)
        select ${supplier}, id, ${at}, ${at} from unnest(${ids}::text[]) as id
        on conflict (supplier, supplier_product_id) do update set heard_at = greatest(supplier_hint.heard_at, excluded.heard_at),
          heard = supplier_hint.heard + 1`,
    );
  }

  override async take(supplier: SupplierName, at: Date, leaseUntil: Date): Promise<HeardHint | null> {
    const [row] = await rowsOf<HeardHint>(
      this.em,
      sql`update supplier_hint set due_at = ${leaseUntil}, tries = tries + 1 where (supplier, supplier_product_id) = (
          select supplier, supplier_product_id from supplier_hint where supplier = ${supplier} and due_at <= ${at}
          order by due_at, supplier_product_id limit 1 for update skip locked
        ) returning supplier, supplier_product_id as "supplierProductId", heard, tries`,
    );
    return row ?? null;
  }

  override async done({ supplier, supplierProductId, heard }: HeardHint): Promise<void> {
    const [left] = await rowsOf(
      this.em,
      sql`delete from supplier_hint where supplier = ${supplier} and supplier_product_id = ${supplierProductId} and heard = ${heard}
        returning heard`,
    );
    if (left === undefined)
      await rowsOf(
        this.em,
        sql`update supplier_hint set due_at = heard_at, tries = 0
          where supplier = ${supplier} and supplier_product_id = ${supplierProductId}`,
      );
  }

  override async postpone({ supplier, supplierProductId }: HeardHint, dueAt: Date): Promise<void> {
    await rowsOf(
      this.em,
      sql`update supplier_hint set due_at = ${dueAt} where supplier = ${supplier} and supplier_product_id = ${supplierProductId}`,
    );
  }
}
