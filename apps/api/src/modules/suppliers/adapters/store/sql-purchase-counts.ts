import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SupplierName } from '../../application/ports.ts';
import type { PurchaseCounts } from '../../application/purchases.ts';
import { NOT_MADE } from '../../domain/not-made.ts';
import { isOpen } from './purchase-rows.ts';
import { rowsOf } from './rows.ts';

export async function purchaseCounts(em: EntityManager, since: Date): Promise<ReadonlyMap<SupplierName, PurchaseCounts>> {
  const hasFailed = sql`state in ('refused', 'ended') and failure is distinct from ${NOT_MADE}`;
  const rows = await rowsOf<PurchaseCounts & { supplier: SupplierName }>(
    em,
    sql`select supplier, count(*) filter (where ${isOpen})::integer as open, count(*) filter (where ${hasFailed})::integer as failed
      from purchase where ${isOpen} or (state in ('refused', 'ended') and closed_at >= ${since})
      group by supplier`,
  );
  return new Map(rows.map(({ supplier, ...counts }) => [supplier, counts]));
}
