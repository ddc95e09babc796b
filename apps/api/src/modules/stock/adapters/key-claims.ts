import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Wanted } from '../application/ports.ts';

/** Lock timeout of a sale per key. A checkout locks one for milliseconds. */
const LONGEST_WAIT_MS = 1500;
const LOCK_NOT_AVAILABLE = '55P03';

/** Ids of keys by product, oldest first. */
export type KeyIds = ReadonlyMap<string, readonly string[]>;

/** Pieces by product, in the common lock order. */
export type Pieces = ReadonlyMap<string, number>;

export function piecesOf(wanted: readonly Wanted[]): Pieces {
  const pieces = new Map<string, number>();
  for (const { productId, quantity } of wanted.toSorted((a, b) => (a.productId < b.productId ? -1 : 1)))
    pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
  return pieces;
}

/**
 * Takes free keys, oldest first, by locking them, in time independent of the stock. Callers that wait for a locked key hold only keys before
 * it, by product, age and id, so that deadlocks are impossible; callers that do not wait may take any.
 */
@Injectable()
export class KeyClaims {
  constructor(private readonly em: EntityManager) {}

  /** Rolls back changes and locks of `work` (savepoint) if it returns false, or after the lock timeout. Returns whether it succeeded. */
  async attempt(work: () => Promise<boolean>): Promise<boolean> {
    await this.run(sql`savepoint key_claim`);
    const stands = await work().catch((error: unknown) => {
      if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return false;
      throw error;
    });
    if (!stands) await this.run(sql`rollback to savepoint key_claim`);
    return stands;
  }

  /** Reserves unlocked keys without waiting (skip locked), and none of products with backorders. Returns whether that was enough. */
  async reserveAtOnce(orderId: string, pieces: Pieces, until: Date): Promise<boolean> {
    const [row] = await this.rows<{ count: number }>(sql`
      with claimed as (
        update stock_key set state = 'reserved', order_id = ${orderId}, reserved_until = ${until} where id = any(array(
          select key.id from unnest(${[...pieces.keys()]}::text[], ${[...pieces.values()]}::int[]) as wanted (product_id, quantity)
          cross join lateral (
            select id from stock_key where product_id = wanted.product_id and state = 'available'
            order by added_at, id limit wanted.quantity for no key update skip locked) key
          where not exists (select from key_wait where key_wait.product_id = wanted.product_id)
        )) returning 1
      ) select count(*)::int as count from claimed`);
    return row?.count === [...pieces.values()].reduce((sum, quantity) => sum + quantity, 0);
  }

  /** Locks the oldest free keys of a product, waiting for keys locked by others, which may release them. Returns as many as there are. */
  async lockFree(productId: string, quantity: number): Promise<string[]> {
    await this.run(sql`set local lock_timeout = ${sql.lit(LONGEST_WAIT_MS)}`);
    const rows = await this.rows<{ id: string }>(sql`select id from stock_key where product_id = ${productId} and state = 'available'
      order by added_at, id limit ${quantity} for no key update`);
    await this.run(sql`set local lock_timeout to default`);
    return rows.map(({ id }) => id);
  }

  /**
   * Locks the reservations of these orders, of one product or all, in the common lock order. By order. `skipsLocked`: without those that
   * another transaction has locked, instead of waiting for it.
   */
  async lockReserved(
    orderIds: readonly string[],
    { productId = null, skipsLocked = false }: { productId?: string | null; skipsLocked?: boolean } = {},
  ): Promise<ReadonlyMap<string, KeyIds>> {
    const rows = await this.rows<{ id: string; product_id: string; order_id: string }>(sql`select id, product_id, order_id from stock_key
      where order_id = any(${[...orderIds]}::text[]) and state = 'reserved' and ${productId === null ? sql`true` : sql`product_id = ${productId}`}
      order by product_id, added_at, id for no key update ${skipsLocked ? sql`skip locked` : sql``}`);
    const keys = new Map<string, Map<string, string[]>>();
    for (const { id, product_id, order_id } of rows) {
      const own = keys.get(order_id) ?? new Map<string, string[]>();
      keys.set(order_id, own.set(product_id, [...(own.get(product_id) ?? []), id]));
    }
    return keys;
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }

  private async run(query: RawBuilder<unknown>): Promise<void> {
    await query.execute(this.em.getKysely());
  }
}
