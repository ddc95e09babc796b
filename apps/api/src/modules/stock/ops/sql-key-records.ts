import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { BinaryArray } from '../../../platform/database/binary-array.ts';
import { Clock } from '../../../shared/ports.ts';
import { type Arrival, type KeyRecord, KeyRecords, type KeyState } from '../application/key-records.ts';
import { type Repeat, Vault } from '../application/ports.ts';
import type { KeySecret } from '../domain/key-secret.ts';
import { bind } from '../adapters/insert-keys.ts';
import { causeUnlessMarked } from '../adapters/sql-key-quarantine.ts';

/** Instants come as text. */
type Stored<Record extends { addedAt: Date }> = Omit<Record, 'addedAt'> & { readonly addedAt: string };
const isOf = (arrival: Arrival) =>
  'uploadId' in arrival
    ? sql`upload_id = ${arrival.uploadId}`
    : sql`product_id = ${arrival.productId} and added_at between ${arrival.span.from} and ${arrival.span.to}`;
/** Nobody's any more, although nothing has cleaned it up yet. */
const hasLapsed = (now: Date) => sql`(state = 'reserved' and reserved_until <= ${now})`;

@Injectable()
export class SqlKeyRecords extends KeyRecords {
  constructor(
    private readonly em: EntityManager,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async known(secrets: readonly KeySecret[]): Promise<ReadonlyMap<number, Repeat>> {
    const fingerprints = secrets.map((secret) => this.vault.fingerprint(secret));
    const normalised = secrets.map((secret) => this.vault.normalisedFingerprint(secret) ?? Buffer.alloc(0));
    const rows = await this.rows<{ place: number; repeat: Repeat }>(sql`
      select place, repeat from (
        select place::int - 1 as place,
          case when exists (select 1 from stock_key where stock_key.fingerprint = given.fingerprint) then 'same'
            when exists (select 1 from stock_key where normalised_fingerprint = given.normalised) then 'similar' end as repeat
        from unnest(${BinaryArray.of('bytea', fingerprints)}::bytea[], ${BinaryArray.of('bytea', normalised)}::bytea[])
          with ordinality as given (fingerprint, normalised, place)
      ) compared where repeat is not null`);
    return new Map(rows.map(({ place, repeat }) => [place, repeat]));
  }

  override async ofId(id: string): Promise<KeyRecord | null> {
    const [record] = await this.rows<Stored<KeyRecord>>(sql`
      select id, product_id as "productId", kind, state, order_id as "orderId", key_version as "keyVersion", added_at as "addedAt", added_by as "addedBy",
        upload_id as "uploadId"
      from stock_key where id = ${id}`);
    return record ? { ...record, addedAt: new Date(record.addedAt) } : null;
  }

  override async open(id: string): Promise<KeySecret | null> {
    const [row] = await this.rows<{ product_id: string; ciphertext: Buffer; nonce: Buffer; key_version: number }>(
      sql`select product_id, ciphertext, nonce, key_version from stock_key where id = ${id}`,
    );
    if (!row) return null;
    return this.vault.open({ ciphertext: row.ciphertext, nonce: row.nonce, keyVersion: row.key_version }, bind(id, row.product_id));
  }

  override async takeOffSale(id: string): Promise<boolean> {
    const taken = await this.rows(
      sql`update stock_key set state = 'quarantined', quarantined_at = ${this.clock.now()}, quarantine_cause = ${causeUnlessMarked('look')}
        where id = ${id} and state = 'available' returning id`,
    );
    return taken.length > 0;
  }

  override async markSeen(id: string): Promise<void> {
    await this.rows(sql`update stock_key set quarantine_cause = ${causeUnlessMarked('look')} where id = ${id} and state = 'quarantined'`);
  }

  override async burn(id: string): Promise<boolean> {
    const burnt = await this.rows(
      sql`update stock_key set state = 'burnt' where id = ${id} and state in ('available', 'quarantined') returning id`,
    );
    return burnt.length > 0;
  }

  override async holdForReturn(purchaseId: string, ids: readonly string[]) {
    const meant = sql`id = any(${[...ids]}::text[])`;
    await this.lock(meant);
    await this.rows(sql`update stock_key set returning_purchase = coalesce(returning_purchase, ${purchaseId}),
        state = case state when 'available' then 'quarantined' else state end,
        quarantined_at = case state when 'available' then ${this.clock.now()}::timestamptz else quarantined_at end,
        quarantine_cause = case when state in ('available', 'quarantined') then ${causeUnlessMarked('return')} else quarantine_cause end
      where ${meant} and state not in ('reserved', 'sold')`);
    return this.returning(meant);
  }

  override async withdraw(purchaseId: string, ids: readonly string[]) {
    const meant = sql`id = any(${[...ids]}::text[])`;
    await this.lock(meant);
    const isTaken = sql`state in ('available', 'quarantined', 'reserved')`;
    await this
      .rows(sql`update stock_key set returning_purchase = ${purchaseId}, quarantined_at = coalesce(quarantined_at, ${this.clock.now()}),
        quarantine_cause = ${causeUnlessMarked('return')}, state = case when ${isTaken} then 'burnt' else state end,
        order_id = case when ${isTaken} then null else order_id end,
        reserved_until = case when ${isTaken} then null else reserved_until end
      where ${meant} and (returning_purchase is null or returning_purchase = ${purchaseId})`);
    return this.returning(meant);
  }

  override async returningWith(purchaseId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      sql`select id from stock_key where id = any(${[...ids]}::text[]) and returning_purchase = ${purchaseId}`,
    );
    return rows.map(({ id }) => id);
  }

  private returning(meant: RawBuilder<unknown>) {
    return this.rows<Pick<KeyRecord, 'id' | 'state' | 'orderId'> & { returningPurchase: string | null }>(
      sql`select id, state, order_id as "orderId", returning_purchase as "returningPurchase" from stock_key where ${meant}`,
    );
  }

  override async burnReturned(purchaseId: string, ids: readonly string[]): Promise<void> {
    await this.rows(sql`update stock_key set state = 'burnt'
      where id = any(${[...ids]}::text[]) and returning_purchase = ${purchaseId} and state = 'quarantined'`);
  }

  override async endReturn(purchaseId: string, ids: readonly string[]): Promise<void> {
    await this.rows(sql`update stock_key set returning_purchase = null
      where id = any(${[...ids]}::text[]) and returning_purchase = ${purchaseId}`);
  }

  override async burnAdded(arrival: Arrival): Promise<{ burnt: number; marked: number }> {
    const now = this.clock.now();
    await this.lock(sql`${isOf(arrival)} and state in ('available', 'reserved')`);
    const [row] = await this.rows<{ burnt: number; marked: number }>(sql`
      with burnt as (
        update stock_key set state = 'burnt', order_id = null, reserved_until = null
        where ${isOf(arrival)} and (state in ('available', 'quarantined') or ${hasLapsed(now)}) returning 1
      ), marked as (
        update stock_key set quarantined_at = coalesce(quarantined_at, ${now}::timestamptz), quarantine_cause = 'upload'
        where ${isOf(arrival)} and state in ('reserved', 'sold') and not ${hasLapsed(now)} and quarantine_cause is distinct from 'upload'
        returning 1
      ) select (select count(*)::int from burnt) as burnt, (select count(*)::int from marked) as marked`);
    return row ?? { burnt: 0, marked: 0 };
  }

  override async countAdded(arrival: Arrival) {
    const rows = await this.rows<{ state: Exclude<KeyState, 'burnt'>; count: number }>(sql`
      select case when ${hasLapsed(this.clock.now())} then 'available' else state end as state, count(*)::int as count
      from stock_key where ${isOf(arrival)} and state <> 'burnt' group by 1`);
    const counts = { available: 0, quarantined: 0, reserved: 0, sold: 0 };
    for (const { state, count } of rows) counts[state] = count;
    return counts;
  }

  override async productsOfKeys(ids: readonly string[]): Promise<string[]> {
    const rows = await this.rows<{ product_id: string }>(
      sql`select distinct product_id from stock_key where id = any(${[...ids]}::text[]) order by product_id`,
    );
    return rows.map(({ product_id }) => product_id);
  }

  override async productsOf(uploadId: string): Promise<string[]> {
    const rows = await this.rows<{ product_id: string }>(sql`select distinct product_id from stock_key where upload_id = ${uploadId}`);
    return rows.map(({ product_id }) => product_id);
  }

  /** In the order in which sales wait for keys that another one has in hand. */
  private async lock(meant: RawBuilder<unknown>): Promise<void> {
    await this.rows(sql`select id from stock_key where ${meant} order by product_id, added_at, id for no key update`);
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}
