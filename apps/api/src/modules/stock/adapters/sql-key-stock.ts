import { MOST_PER_LINE } from '@keyturn/shop-rules';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { LOCKS } from '../../../platform/database/locks.ts';
import { Clock, Ids } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { insertKeys } from './insert-keys.ts';
import { stillShort } from '../application/offers/still-short.ts';
import { StockChanges } from '../application/stock-changes.ts';
import { KeyClaims, type KeyIds, type Pieces, piecesOf } from './key-claims.ts';
import { SoldKeys } from './sold-keys.ts';
import { SqlKeyWaits } from './sql-key-waits.ts';
import {
  type Intake,
  KeyStock,
  type NewKey,
  type PaidLine,
  type PaidOrder,
  type Repeat,
  type RevealedKeys,
  Vault,
  type Wanted,
} from '../application/ports.ts';
import type { OrderPiece } from '../application/returns/key-returns.ts';

/**
 * Sales lock only the keys that they take: checkouts of one product do not wait for each other (`KeyClaims`). The listings are locked,
 * before any key, only for products with backorders (`SqlKeyWaits`), and when keys are added.
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
    private readonly claims: KeyClaims,
    private readonly changes: StockChanges,
    private readonly soldKeys: SoldKeys,
  ) {
    super();
  }

  /** Newest first: the other end of the index has dead rows of recent sales. */
  override async available(productIds: readonly string[], ownOrders: readonly string[] = []): Promise<ReadonlyMap<string, number>> {
    const rows = await this.rows<{ id: string; free: number }>(sql`
      with own as materialized (
        select product_id from stock_key where order_id = any(${[...ownOrders]}::text[]) and state = 'reserved' and not ${this.hasLapsed()}
      )
      select id, least(${MOST_PER_LINE}, (select count(*) from own where own.product_id = product.id)
          + (select count(*) from (select from stock_key where product_id = product.id and state = 'available'
            order by added_at desc, id desc limit ${MOST_PER_LINE}) free)
          + (select count(*) from (select from stock_key where product_id = product.id and state = 'reserved' and ${this.hasLapsed()}
            order by reserved_until limit ${MOST_PER_LINE}) lapsed)
        )::int as free
      from unnest(${[...productIds]}::text[]) as product (id)`);
    return new Map(rows.map(({ id, free }) => [id, free]));
  }

  override async reserve(...[orderId, wanted, until, elsewhere]: Parameters<KeyStock['reserve']>): Promise<ReadonlyMap<string, number>> {
    const pieces = piecesOf(wanted);
    if (await this.claims.attempt(() => this.claims.reserveAtOnce(orderId, pieces, until))) return new Map();
    await this.serveWaiting([...pieces.keys()], orderId);
    const short = new Map<string, number>();
    let lacking: ReadonlyMap<string, number> = short;
    const isReserved = await this.claims.attempt(async () => {
      for (const [productId, quantity] of pieces) {
        // If another transaction does not release a key in time.
        short.set(productId, 0);
        const keyIds = await this.claims.lockFree(productId, quantity);
        if (keyIds.length === quantity) short.delete(productId);
        else short.set(productId, keyIds.length);
        await this.rows(sql`update stock_key set state = 'reserved', order_id = ${orderId}, reserved_until = ${until}
          where id = any(${keyIds}::text[])`); // Undone where anything falls short.
      }
      lacking = await stillShort(short, pieces, elsewhere);
      return lacking.size === 0;
    });
    return isReserved ? new Map() : lacking;
  }

  override async prolong(orderId: string, until: Date): Promise<void> {
    await this.rows(sql`update stock_key set reserved_until = ${until} where order_id = ${orderId} and state = 'reserved'`);
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
    const reserved = await this.rows<{ product_id: string }>(
      sql`select distinct product_id from stock_key where state = 'reserved' and order_id = ${orderId}`,
    );
    const productIds = [...new Set([...reserved.map(({ product_id }) => product_id), ...(await this.waits.productsOf(orderId))])];
    if (productIds.length === 0) return;
    const waitedFor = await this.lockWaitedFor(productIds);
    await this.waits.end([orderId]);
    await this.rows(sql`update stock_key set ${freed} where id = any(array(select id from stock_key
      where state = 'reserved' and order_id = ${orderId} order by product_id, added_at, id for no key update)) returning id`);
    await this.waits.fill(waitedFor);
  }

  override async releaseLapsed(): Promise<number> {
    const expired = await this.rows<{ product_id: string }>(
      sql`select distinct product_id from stock_key where state = 'reserved' and reserved_until <= ${this.clock.now()}`,
    );
    const productIds = expired.map(({ product_id }) => product_id);
    return productIds.length === 0 ? 0 : this.serveWaiting(productIds, '');
  }

  override async allocate(orderId: string, lines: readonly PaidLine[]): Promise<boolean> {
    if ((await this.rows(sql`select from allocation where order_id = ${orderId} limit 1`)).length > 0) return true;
    const pieces = piecesOf(lines);
    const isSold = await this.claims.attempt(async () => (await this.sellReserved([{ orderId, lines }])).length === 1);
    if (!isSold && !(await this.sellFresh(orderId, lines, pieces))) return false;
    await this.waits.end([orderId]);
    await this.noteSoldOut([...pieces.keys()]);
    return true;
  }

  override async allocateReserved(orders: readonly PaidOrder[]): Promise<ReadonlySet<string>> {
    // One key that somebody has locked must not hold up the other orders.
    const sold = await this.sellReserved(orders, { skipsLocked: true });
    if (sold.length === 0) return new Set();
    await this.waits.end(sold.map(({ orderId }) => orderId));
    await this.noteSoldOut(sold.flatMap(({ lines }) => lines.map(({ productId }) => productId)));
    return new Set(sold.map(({ orderId }) => orderId));
  }

  override reveal(orderId: string, after?: OrderPiece): Promise<RevealedKeys> {
    return this.soldKeys.reveal(orderId, after);
  }

  override async add(keys: readonly NewKey[], intake: Intake): Promise<ReadonlyMap<number, Repeat>> {
    const productIds = [...new Set(keys.map(({ productId }) => productId))];
    if (intake.refusesSimilar) await this.rows(sql`select pg_advisory_xact_lock(${LOCKS.keyIntake})`);
    await this.catalogue.lockListings(productIds);
    const repeats = await insertKeys(keys, intake, {
      database: this.em.getKysely(),
      vault: this.vault,
      ids: this.ids,
      now: this.clock.now(),
    });
    await this.rows(
      sql`insert into stock_watch (product_id) select unnest(${productIds.toSorted()}::text[]) on conflict (product_id) do nothing`,
    );
    if (intake.orderId !== undefined) await this.waits.fill(productIds, intake.orderId);
    await this.changes.applyTo(productIds);
    return repeats;
  }

  /** Reserved keys first, then others, after a late payment. Listings come first: the order may have to wait, and what was freed stays locked. */
  private async sellFresh(orderId: string, lines: readonly PaidLine[], pieces: Pieces): Promise<boolean> {
    await this.catalogue.lockListings([...pieces.keys()]);
    await this.serveWaiting([...pieces.keys()], orderId);
    return this.claims.attempt(async () => {
      const keys = new Map<string, string[]>();
      for (const [productId, quantity] of pieces) {
        const own = (await this.claims.lockReserved([orderId], { productId, skipsLocked: true })).get(orderId)?.get(productId) ?? [];
        const missing = quantity - own.length;
        const fresh = missing > 0 ? await this.claims.lockFree(productId, missing) : [];
        if (fresh.length < missing) return false;
        keys.set(productId, [...own, ...fresh]);
      }
      await this.sell([{ orderId, lines, keys }]);
      return true;
    });
  }

  /** Returns the orders whose reservation is whole: their keys are sold. */
  private async sellReserved(orders: readonly PaidOrder[], how: { skipsLocked?: boolean } = {}): Promise<PaidOrder[]> {
    const reserved = await this.claims.lockReserved(
      orders.map(({ orderId }) => orderId),
      how,
    );
    const isWhole = ({ orderId, lines }: PaidOrder) =>
      [...piecesOf(lines)].every(([productId, quantity]) => (reserved.get(orderId)?.get(productId)?.length ?? 0) >= quantity);
    const whole = orders.filter(isWhole);
    if (whole.length > 0) await this.sell(whole.map((order) => ({ ...order, keys: reserved.get(order.orderId) ?? new Map() })));
    return whole;
  }

  /** The keys are locked and belong to their order already. The unique constraints hold whatever this query does. */
  private async sell(orders: readonly (PaidOrder & { readonly keys: KeyIds })[]): Promise<void> {
    const sold = orders.flatMap(({ orderId, lines, keys }) => {
      const left = new Map([...keys].map(([productId, ids]) => [productId, ids.values()]));
      return lines.flatMap(({ line, productId, quantity, slots = [...Array(quantity).keys()] }) =>
        slots.map((slot) => ({ orderId, line, slot, keyId: left.get(productId)?.next().value ?? '' })),
      );
    });
    await this.rows(sql`
      with given as (
        select * from unnest(${sold.map(({ orderId }) => orderId)}::text[], ${sold.map(({ line }) => line)}::int[],
          ${sold.map(({ slot }) => slot)}::int[], ${sold.map(({ keyId }) => keyId)}::text[]) as given (order_id, line, slot, key_id)
      ), sold as (
        update stock_key set state = 'sold', order_id = given.order_id, reserved_until = null from given where stock_key.id = given.key_id
      )
      insert into allocation (order_id, line, slot, key_id, allocated_at)
      select order_id, line, slot, key_id, ${this.clock.now()} from given`);
  }

  /** Expired reservations count as free before cleanup. A marked key goes into quarantine instead. */
  private hasLapsed(): RawBuilder<unknown> {
    return sql`(reserved_until <= ${this.clock.now()} and quarantined_at is null)`;
  }

  /** Releases expired reservations of these products, and gives free keys to backorders first. Returns how many expired. */
  private async serveWaiting(productIds: readonly string[], ownOrder: string): Promise<number> {
    const waitedFor = await this.lockWaitedFor(productIds);
    const released = await this.releaseLapsedOf(productIds, ownOrder);
    await this.waits.fill(waitedFor);
    return released;
  }

  private async lockWaitedFor(productIds: readonly string[]): Promise<string[]> {
    const waitedFor = await this.waits.waitedFor(productIds);
    if (waitedFor.length > 0) await this.catalogue.lockListings(waitedFor);
    return waitedFor;
  }

  /** Skips locked keys, which are being paid or released. Returns how many. */
  private async releaseLapsedOf(productIds: readonly string[], ownOrder: string): Promise<number> {
    const released = await this.rows(sql`update stock_key set ${freed} where id = any(array(select id from stock_key
      where state = 'reserved' and reserved_until <= ${this.clock.now()} and order_id <> ${ownOrder}
        and product_id = any(${[...productIds]}::text[]) order by product_id, added_at, id for no key update skip locked)) returning id`);
    return released.length;
  }

  /** Sold just now, and empty since they were reserved: the stock alert only checks changed listings. */
  private async noteSoldOut(productIds: readonly string[]): Promise<void> {
    await this.rows(sql`insert into stock_changed (product_id) select id from unnest(${[...new Set(productIds)]}::text[]) as product (id)
      where (select id from stock_key where product_id = product.id and state = 'available' order by added_at desc, id desc limit 1) is null`);
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    return (await query.execute(this.em.getKysely())).rows as Row[];
  }
}

/** The state of a released key: a marked one (`KeyQuarantine`) is not put on sale again. */
export const backInStock = sql`case when quarantined_at is null then 'available' else 'quarantined' end`;
/** Released by its order. */
const freed = sql`state = ${backInStock}, order_id = null, reserved_until = null`;
