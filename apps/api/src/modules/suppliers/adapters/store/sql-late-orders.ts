import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { isOpen } from './purchase-rows.ts';
import { rowsOf } from './rows.ts';

/** Pieces that a purchase was counted on for, and will not bring. */
export interface Unbrought {
  readonly orderId: string;
  readonly productId: string;
  readonly createdAt: Date | string;
  readonly pieces: number;
}

const good = sql`(select count(*)::integer from purchased_key where purchase_id = purchase.id and not is_known)`;

/** Columns of `Unbrought`. `least` ignores null: then all of its pieces are paid for. */
const unbroughtBut = (brought: RawBuilder<unknown>) => sql`order_id as "orderId", product_id as "productId", created_at as "createdAt",
  case when replaces_key_id is null then least(quantity, charged_pieces) - ${brought} else 0 end as pieces`;

/** Of a purchase that ends. */
export const unbrought = unbroughtBut(good);

/** Locks what is open of an order's product until the transaction ends: none of it ends unseen meanwhile. */
export async function lockOpen(em: EntityManager, { orderId, productId }: { orderId: string; productId: string }): Promise<void> {
  await rowsOf(
    em,
    sql`select from purchase where order_id = ${orderId} and product_id = ${productId}
      and ${isOpen} order by id for update`,
  );
}

/** Of one that was unclear, and counted on all the time: what it is to bring is not paid for by more than `chargedPieces` any more. */
export async function chargeLess(em: EntityManager, id: string, chargedPieces: number): Promise<void> {
  const columns = unbroughtBut(sql`${chargedPieces}::integer`);
  await chargeLate(em, await rowsOf<Unbrought>(em, sql`select ${columns} from purchase where id = ${id} and state = 'unclear'`));
}

/**
 * What others were to bring, and did not, the buyer paid for keys of orders that arrived late while these were open. They were counted
 * without it.
 */
export async function chargeLate(em: EntityManager, ended: readonly Unbrought[]): Promise<void> {
  for (const { orderId, productId, createdAt, pieces } of ended) {
    if (pieces <= 0) continue;
    const isLate = sql`order_id = ${orderId} and product_id = ${productId} and replaces_key_id is null and charged_pieces is not null
      and state in ('ordered', 'complete', 'ended') and ordered_at >= ${new Date(createdAt)}`;
    const late = await rowsOf(em, sql`select id from purchase where ${isLate} order by id for update`);
    if (late.length === 0) continue;
    // A statement of its own: it sees keys that came while the first one waited.
    const rows = await rowsOf<{ id: string; room: number }>(
      em,
      sql`select id, case when state = 'ordered' then quantity else least(quantity, ${good}) end - charged_pieces as room
        from purchase where ${isLate} order by ordered_at, id`,
    );
    let left = pieces;
    for (const { id, room } of rows) {
      const more = Math.min(room, left);
      if (more <= 0) continue;
      await rowsOf(em, sql`update purchase set charged_pieces = charged_pieces + ${more} where id = ${id}`);
      left -= more;
    }
  }
}
