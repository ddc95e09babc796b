import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { KeyOrders } from '../application/key-orders.ts';
import { KeyQuarantine } from '../application/key-quarantine.ts';
import { StockChanges } from '../application/stock-changes.ts';
import { QUARANTINE_CAUSES, type QuarantineCause, type StoredCause } from '../domain/quarantine-cause.ts';

/** How long a reservation of the backup lasts until its order is settled: a fallback, as reconciliation takes minutes. */
const NET_MS = 30 * 86_400_000;
/** In quarantine, and its supplier does not take it back. */
const isReleasable = sql`state = 'quarantined' and returning_purchase is null`;
const causeOfKey = sql<QuarantineCause>`coalesce(quarantine_cause, 'unknown')`;

/** For a key that goes into quarantine, or is marked for it. One that was marked before keeps its cause, but `restore`: that says nothing against the key itself. */
export const causeUnlessMarked = (cause: StoredCause) =>
  sql`case when quarantined_at is null or quarantine_cause = 'restore' then ${cause}::text else quarantine_cause end`;

/** Locks the products' listings first, as all changes of stock except sales do, and then the keys that sales could take. */
@Injectable()
export class SqlKeyQuarantine extends KeyQuarantine {
  constructor(
    private readonly em: EntityManager,
    private readonly catalogue: Catalogue,
    private readonly changes: StockChanges,
    private readonly orders: KeyOrders,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async products(after: string, most: number): Promise<string[]> {
    const rows = await this.rows<{ product_id: string }>(
      sql`select product_id from stock_watch where product_id > ${after} order by product_id limit ${most}`,
    );
    return rows.map(({ product_id }) => product_id);
  }

  override async quarantine(productIds: readonly string[], recoveryPoint: Date): Promise<{ taken: number; kept: number }> {
    const now = this.clock.now();
    const meant = sql`product_id = any(${[...productIds]}::text[]) and added_at <= ${recoveryPoint}`;
    await this.catalogue.lockListings(productIds);
    // In the lock order of sales; from here on these cannot be reserved or released.
    await this.rows(sql`select id from stock_key where ${meant} and state in ('available', 'reserved')
      order by product_id, added_at, id for no key update`);
    const holders = await this.rows<{ order_id: string }>(
      sql`select distinct order_id from stock_key where ${meant} and state = 'reserved' and order_id is not null`,
    );
    const pending = await this.orders.pending(holders.map(({ order_id }) => order_id));
    const isPending = sql`order_id = any(${[...pending]}::text[])`;
    const kept = await this.rows(sql`update stock_key
      set quarantined_at = ${now}, quarantine_cause = ${causeUnlessMarked('restore')}, reserved_until = greatest(reserved_until, ${new Date(now.getTime() + NET_MS)}::timestamptz)
      where ${meant} and state = 'reserved' and ${isPending} returning id`);
    const taken = await this.rows(sql`update stock_key
      set state = 'quarantined', quarantined_at = ${now}, quarantine_cause = ${causeUnlessMarked('restore')}, order_id = null, reserved_until = null
      where ${meant} and (state = 'available' or (state = 'reserved' and (${isPending}) is not true)) returning id`);
    // A refund may return sold keys, or burnt ones: a mail that was pending at the backup was sent since.
    await this.rows(
      sql`update stock_key set quarantined_at = ${now}, quarantine_cause = ${causeUnlessMarked('restore')}
        where ${meant} and state in ('sold', 'burnt') and quarantined_at is null`,
    );
    await this.changes.applyTo(productIds);
    return { taken: taken.length, kept: kept.length };
  }

  override async laterKeys(recoveryPoint: Date): Promise<number> {
    const [row] = await this.rows<{ count: number }>(
      sql`select count(*)::int as count from stock_key where state = 'available' and added_at > ${recoveryPoint}`,
    );
    return row?.count ?? 0;
  }

  override async releaseKey(keyId: string): Promise<'released' | 'not quarantined' | 'returning'> {
    const [key] = await this.rows<{ product_id: string }>(sql`select product_id from stock_key where id = ${keyId}`);
    if (!key) return 'not quarantined';
    if ((await this.release([key.product_id], sql`id = ${keyId}`)).size > 0) return 'released';
    const returning = await this.rows(sql`select from stock_key where id = ${keyId} and returning_purchase is not null`);
    return returning.length > 0 ? 'returning' : 'not quarantined';
  }

  override async causes(productIds: readonly string[]): Promise<Readonly<Record<QuarantineCause, number>>> {
    const rows = await this.rows<{ cause: QuarantineCause; count: number }>(sql`select ${causeOfKey} as cause, count(*)::int as count
      from stock_key where product_id = any(${[...productIds]}::text[]) and ${isReleasable} group by 1`);
    const counts = new Map(rows.map(({ cause, count }) => [cause, count]));
    return Object.fromEntries(QUARANTINE_CAUSES.map((cause) => [cause, counts.get(cause) ?? 0])) as Record<QuarantineCause, number>;
  }

  override releaseProducts(productIds: readonly string[], cause: QuarantineCause, newest: number | null) {
    return this.release(
      productIds,
      sql`id in (select id from (
        select id, row_number() over (partition by product_id order by added_at desc, id desc) as place
        from stock_key where product_id = any(${[...productIds]}::text[]) and ${isReleasable} and ${causeOfKey} = ${cause}) placed
      where ${newest}::int is null or place <= ${newest}::int)`,
    );
  }

  /** Backorders before the next buyer. */
  private async release(productIds: readonly string[], meant: RawBuilder<unknown>): Promise<ReadonlyMap<string, number>> {
    await this.catalogue.lockListings(productIds);
    const released = await this.rows<{ product_id: string }>(
      sql`update stock_key set state = 'available', quarantined_at = null, quarantine_cause = null
        where ${isReleasable} and ${meant} returning product_id`,
    );
    await this.changes.applyTo(productIds);
    const counts = new Map<string, number>();
    for (const { product_id } of released) counts.set(product_id, (counts.get(product_id) ?? 0) + 1);
    return counts;
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}
