import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock, Ids, Outbox } from '../../../shared/ports.ts';
import { piecesOf } from './key-claims.ts';
import { KeyWaits, type LackingKeys, type Wanted } from '../application/ports.ts';

/** A wait ends by delivery or refund. If neither happens for this long after its end, the keys are released. */
const LATEST_END_MS = 30 * 86_400_000;

/**
 * The queue of backorders per product. Waits begin and are filled under the lock on the products' listings. A sale that began before a wait
 * was stored may still get a key first; later ones see the wait, and take that lock, too.
 */
@Injectable()
export class SqlKeyWaits extends KeyWaits {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    super();
  }

  async add(orderId: string, wanted: readonly Wanted[], until: Date): Promise<void> {
    for (const [productId, quantity] of piecesOf(wanted))
      await sql`insert into key_wait (order_id, product_id, quantity, since, until)
        values (${orderId}, ${productId}, ${quantity}, ${this.clock.now()}, ${until}) on conflict do nothing`.execute(this.em.getKysely());
    // Remaining reservations of the checkout must not expire.
    await sql`update stock_key set reserved_until = ${latestEnd(until)} where order_id = ${orderId} and state = 'reserved'`.execute(
      this.em.getKysely(),
    );
  }

  async productsOf(orderId: string): Promise<string[]> {
    const { rows } = await sql<{ product_id: string }>`select product_id from key_wait where order_id = ${orderId}`.execute(
      this.em.getKysely(),
    );
    return rows.map(({ product_id }) => product_id);
  }

  /** The products with backorders among these. */
  async waitedFor(productIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ product_id: string }>`select distinct product_id from key_wait
      where product_id = any(${[...productIds]}::text[])`.execute(this.em.getKysely());
    return rows.map(({ product_id }) => product_id);
  }

  async end(orderIds: readonly string[]): Promise<void> {
    await sql`delete from key_wait where order_id = any(${[...orderIds]}::text[])`.execute(this.em.getKysely());
  }

  /**
   * Reserves free keys for backorders, oldest keys to the longest wait, or to that of `orderId` alone, and queues the delivery of filled
   * orders.
   */
  async fill(productIds: readonly string[], orderId: string | null = null): Promise<void> {
    if (productIds.length === 0) return;
    const { rows } = await sql<{ order_id: string; product_id: string; lacking: number; until: Date }>`
      select w.order_id, w.product_id, w.quantity - count(k.id)::int as lacking, w.until
      from key_wait w left join stock_key k on k.order_id = w.order_id and k.product_id = w.product_id and k.state = 'reserved'
      where w.product_id = any(${productIds}::text[]) and (${orderId}::text is null or w.order_id = ${orderId})
      group by w.order_id, w.product_id having w.quantity > count(k.id)
      order by w.since, w.order_id`.execute(this.em.getKysely());
    const empty = new Set<string>();
    let isAnyFilled = false;
    for (const { order_id, product_id, lacking, until } of rows) {
      if (empty.has(product_id)) continue;
      const reserved = await this.reserve(order_id, product_id, lacking, new Date(until));
      if (reserved < lacking) empty.add(product_id);
      else isAnyFilled = true;
    }
    if (!isAnyFilled) return;
    const id = `fill-waiting-${this.ids.next()}`;
    await this.outbox.add({ queue: 'upkeep', job: 'fill-waiting', id, data: {} });
  }

  override async lacking(productId?: string): Promise<LackingKeys[]> {
    const { rows } = await sql<LackingKeys>`
      select w.order_id as "orderId", w.product_id as "productId", w.quantity - count(k.id)::int as quantity
      from key_wait w left join stock_key k on k.order_id = w.order_id and k.product_id = w.product_id and k.state = 'reserved'
      where ${productId ?? null}::text is null or w.product_id = ${productId ?? null}
      group by w.order_id, w.product_id having w.quantity > count(k.id)
      order by w.since, w.order_id, w.product_id`.execute(this.em.getKysely());
    return rows;
  }

  async filled(): Promise<string[]> {
    const { rows } = await sql<{ order_id: string }>`
      select order_id from (
        select w.order_id, w.since, w.quantity, count(k.id)::int as held
        from key_wait w left join stock_key k on k.order_id = w.order_id and k.product_id = w.product_id and k.state = 'reserved'
        group by w.order_id, w.product_id) line
      group by order_id having bool_and(held >= quantity) order by min(since), order_id`.execute(this.em.getKysely());
    return rows.map(({ order_id }) => order_id);
  }

  private async reserve(orderId: string, productId: string, quantity: number, until: Date): Promise<number> {
    const { rows } = await sql`update stock_key set state = 'reserved', order_id = ${orderId}, reserved_until = ${latestEnd(until)}
      where id = any(array(select id from stock_key where product_id = ${productId} and state = 'available'
        order by added_at, id limit ${quantity} for no key update))
      returning id`.execute(this.em.getKysely());
    return rows.length;
  }
}

function latestEnd(until: Date): Date {
  return new Date(until.getTime() + LATEST_END_MS);
}
