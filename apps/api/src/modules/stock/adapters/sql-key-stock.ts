import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { LOCKS } from '../../../platform/database/locks.ts';
import { Clock, Ids } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { bind, insertKeys } from './insert-keys.ts';
import { StockChanges } from '../application/stock-changes.ts';
import { SqlKeyWaits } from './sql-key-waits.ts';
import {
  type DeliveredKey,
  type Intake,
  KeyStock,
  type NewKey,
  type PaidLine,
  type Repeat,
  Vault,
  type Wanted,
} from '../application/ports.ts';

/**
 * Who changes stock first locks the products' listings, in one order for everybody: two checkouts of one product
 * follow each other, deadlocks cannot arise, and a count taken afterwards is still true when it is recorded.
 */
@Injectable()
export class SqlKeyStock extends KeyStock {
  constructor(
    private readonly em: EntityManager,
    private readonly catalogue: Catalogue,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly waits: SqlKeyWaits,
    private readonly changes: StockChanges,
  ) {
    super();
  }

  override async available(productIds: readonly string[], ownOrders: readonly string[] = []): Promise<ReadonlyMap<string, number>> {
    const rows = await this.rows<{ product_id: string; free: number }>(sql`
      select product_id, count(*)::int as free from stock_key
      where product_id = any(${productIds}::text[])
        and (state = 'available' or (state = 'reserved' and (${this.hasLapsed()} or order_id = any(${ownOrders}::text[]))))
      group by product_id`);
    const free = new Map(rows.map((row) => [row.product_id, row.free]));
    return new Map(productIds.map((id) => [id, free.get(id) ?? 0]));
  }

  override async reserve(orderId: string, wanted: readonly Wanted[], until: Date): Promise<ReadonlyMap<string, number>> {
    const productIds = wanted.map(({ productId }) => productId);
    await this.catalogue.lockListings(productIds);
    await this.releaseWhere(sql`reserved_until <= ${this.clock.now()} and product_id = any(${productIds}::text[])`);
    await this.waits.fill(productIds);
    const free = await this.available(productIds);
    const short = new Map(
      wanted
        .filter((line) => (free.get(line.productId) ?? 0) < line.quantity)
        .map(({ productId }) => [productId, free.get(productId) ?? 0]),
    );
    if (short.size === 0) {
      for (const { productId, quantity } of wanted) {
        await this.run(sql`update stock_key set state = 'reserved', order_id = ${orderId}, reserved_until = ${until}
          where id in (${this.oldest(productId, quantity)})`);
      }
    }
    return short;
  }

  override async prolong(orderId: string, until: Date): Promise<void> {
    await this.run(sql`update stock_key set reserved_until = ${until} where order_id = ${orderId} and state = 'reserved'`);
  }

  override async wait(orderId: string, wanted: readonly Wanted[], until: Date): Promise<void> {
    const productIds = [...new Set(wanted.map(({ productId }) => productId))];
    await this.catalogue.lockListings(productIds);
    await this.waits.add(orderId, wanted, until);
    await this.waits.fill(productIds);
  }

  override filledWaits(): Promise<string[]> {
    return this.waits.filled();
  }

  override async release(orderId: string): Promise<void> {
    const reserved = await this.productsWhere(sql`order_id = ${orderId}`);
    const productIds = [...new Set([...reserved, ...(await this.waits.productsOf(orderId))])];
    if (productIds.length === 0) return;
    await this.catalogue.lockListings(productIds);
    await this.waits.end(orderId);
    await this.releaseWhere(sql`order_id = ${orderId}`);
    await this.waits.fill(productIds);
  }

  override async releaseLapsed(): Promise<number> {
    const lapsed = sql`reserved_until <= ${this.clock.now()}`;
    const productIds = await this.productsWhere(lapsed);
    if (productIds.length === 0) return 0;
    await this.catalogue.lockListings(productIds);
    const released = await this.releaseWhere(sql`${lapsed} and product_id = any(${productIds}::text[])`);
    await this.waits.fill(productIds);
    return released;
  }

  override async allocate(orderId: string, lines: readonly PaidLine[]): Promise<boolean> {
    const [done] = await this.rows<{ count: number }>(sql`select count(*)::int as count from allocation where order_id = ${orderId}`);
    if ((done?.count ?? 0) > 0) return true;
    const productIds = [...new Set(lines.map(({ productId }) => productId))];
    // What is reserved beyond the lines may be released next: its listings come in the same order, not after these.
    await this.catalogue.lockListings([...productIds, ...(await this.productsWhere(sql`order_id = ${orderId}`))]);
    if (await this.waits.isAnybodyWaitingFor(productIds)) {
      await this.releaseWhere(
        sql`reserved_until <= ${this.clock.now()} and order_id <> ${orderId} and product_id = any(${productIds}::text[])`,
      );
      await this.waits.fill(productIds);
    }
    const free = await this.available(productIds, [orderId]);
    const wanted = Map.groupBy(lines, ({ productId }) => productId);
    const isShort = [...wanted].some(
      ([productId, group]) => group.reduce((sum, { quantity }) => sum + quantity, 0) > (free.get(productId) ?? 0),
    );
    if (isShort) return false;
    for (const { line, productId, quantity } of lines) await this.sell(orderId, line, productId, quantity);
    await this.waits.end(orderId);
    await this.noteSoldOut(productIds);
    return true;
  }

  override async reveal(orderId: string): Promise<DeliveredKey[]> {
    const rows = await this.rows<{
      id: string;
      product_id: string;
      line: number;
      slot: number;
      ciphertext: Buffer;
      nonce: Buffer;
      key_version: number;
    }>(sql`
      select k.id, k.product_id, a.line, a.slot, k.ciphertext, k.nonce, k.key_version
      from allocation a join stock_key k on k.id = a.key_id and k.state = 'sold'
      where a.order_id = ${orderId} order by a.line, a.slot`);
    return rows.map((row) => ({
      line: row.line,
      slot: row.slot,
      secret: this.vault.open({ ciphertext: row.ciphertext, nonce: row.nonce, keyVersion: row.key_version }, bind(row.id, row.product_id)),
    }));
  }

  override async add(keys: readonly NewKey[], intake: Intake): Promise<ReadonlyMap<number, Repeat>> {
    const productIds = [...new Set(keys.map(({ productId }) => productId))];
    if (intake.refusesSimilar) await this.run(sql`select pg_advisory_xact_lock(${LOCKS.keyIntake})`);
    await this.catalogue.lockListings(productIds);
    const repeats = await insertKeys(keys, intake, {
      database: this.em.getKysely(),
      vault: this.vault,
      ids: this.ids,
      now: this.clock.now(),
    });
    await this.run(
      sql`insert into stock_watch (product_id) select unnest(${productIds.toSorted()}::text[]) on conflict (product_id) do nothing`,
    );
    await this.changes.applyTo(productIds);
    return repeats;
  }

  /** The order's own reserved keys first, then the oldest free ones. The unique constraints hold whatever this query does. */
  private async sell(orderId: string, line: number, productId: string, quantity: number): Promise<void> {
    await this.run(sql`
      with picked as (
        select id, row_number() over (order by (order_id = ${orderId}) desc nulls last, added_at, id) - 1 as slot from stock_key
        where product_id = ${productId}
          and (state = 'available' or (state = 'reserved' and (order_id = ${orderId} or ${this.hasLapsed()})))
        order by (order_id = ${orderId}) desc nulls last, added_at, id limit ${quantity}
      ), sold as (
        update stock_key k set state = 'sold', order_id = ${orderId}, reserved_until = null from picked where k.id = picked.id
      )
      insert into allocation (order_id, line, slot, key_id, allocated_at)
      select ${orderId}, ${line}::int, slot, id, ${this.clock.now()} from picked`);
  }

  /** Free although nothing has cleaned it up yet. A key that is marked goes into quarantine instead. */
  private hasLapsed(): RawBuilder<unknown> {
    return sql`(reserved_until <= ${this.clock.now()} and quarantined_at is null)`;
  }

  private oldest(productId: string, quantity: number): RawBuilder<unknown> {
    return sql`select id from stock_key where product_id = ${productId} and state = 'available' order by added_at, id limit ${quantity}`;
  }

  private async releaseWhere(condition: RawBuilder<unknown>): Promise<number> {
    const released = await this.rows(sql`update stock_key set state = ${backInStock}, order_id = null, reserved_until = null
      where state = 'reserved' and ${condition} returning id`);
    return released.length;
  }

  /** Sold just now, and empty since they were reserved: the watch over the stock sees a change of the listing alone. */
  private async noteSoldOut(productIds: readonly string[]): Promise<void> {
    const free = await this.available(productIds);
    const soldOut = productIds.filter((id) => free.get(id) === 0);
    if (soldOut.length > 0) await this.run(sql`insert into stock_changed (product_id) select unnest(${soldOut}::text[])`);
  }

  private async productsWhere(condition: RawBuilder<unknown>): Promise<string[]> {
    const rows = await this.rows<{ product_id: string }>(
      sql`select distinct product_id from stock_key where state = 'reserved' and ${condition}`,
    );
    return rows.map(({ product_id }) => product_id);
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }

  private async run(query: RawBuilder<unknown>): Promise<void> {
    await query.execute(this.em.getKysely());
  }
}

/** What a key becomes once nobody holds it: one that is marked (`KeyQuarantine`) does not come on sale again by itself. */
export const backInStock = sql`case when quarantined_at is null then 'available' else 'quarantined' end`;
