import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SupplierName } from '../../application/ports.ts';
import { rowsOf } from './rows.ts';

const isRefused = (since: Date) => sql`state in ('refused', 'ended') and closed_at >= ${since}`;
/** As the index says it. */
const costMore = (since: Date) => sql`cost_minor > price_minor::bigint * quantity and ordered_at >= ${since}`;

/** Offers that are left alone, by `supplier`, `offer_id` and `is_out_of_funds`: then all of the supplier's are. */
export const refusedOffers = (since: Date) => sql`select supplier, offer_id, is_out_of_funds from purchase where ${isRefused(since)}
  union select supplier, offer_id, false from purchase where ${costMore(since)}`;

export async function refusedSince(
  em: EntityManager,
  since: Date,
): Promise<{ productId: string; closedAt: Date; isOutOfFunds: boolean }[]> {
  const rows = await rowsOf<{ productId: string; closedAt: Date; isOutOfFunds: boolean }>(
    em,
    sql`select product_id as "productId", is_out_of_funds as "isOutOfFunds", min(at) as "closedAt" from (
        select product_id, is_out_of_funds, closed_at as at from purchase where ${isRefused(since)}
        union all select product_id, false, ordered_at from purchase where ${costMore(since)}
      ) as refused group by product_id, is_out_of_funds`,
  );
  return rows.map((row) => ({ ...row, closedAt: new Date(row.closedAt) }));
}

export async function isLeftAlone(
  em: EntityManager,
  { supplier, offerId }: { supplier: SupplierName; offerId: string },
  since: Date,
): Promise<boolean> {
  const rows = await rowsOf(
    em,
    sql`select from purchase where ${isRefused(since)} and is_out_of_funds and supplier = ${supplier}
      union all select from purchase where ${costMore(since)} and supplier = ${supplier} and offer_id = ${offerId} limit 1`,
  );
  return rows.length > 0;
}
