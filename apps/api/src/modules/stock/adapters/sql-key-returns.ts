import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Clock, Ids } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { KeyReturns, type OrderPiece } from '../application/returns/key-returns.ts';
import { Vault } from '../application/ports.ts';
import type { KeySecret } from '../domain/key-secret.ts';
import { insertKeys } from './insert-keys.ts';
import { backInStock } from './sql-key-stock.ts';
import { StockChanges } from '../application/stock-changes.ts';

/** Keys that differ in case, dashes and spaces alone. */
const MOST_FOUND = 20;

/** Locks the products' listings first, as all changes of stock except sales do. */
@Injectable()
export class SqlKeyReturns extends KeyReturns {
  constructor(
    private readonly em: EntityManager,
    private readonly catalogue: Catalogue,
    private readonly changes: StockChanges,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    super();
  }

  override async find(secret: KeySecret): Promise<{ keyId: string; fingerprint: Buffer }[]> {
    const fingerprint = this.vault.fingerprint(secret);
    const rows = await this.rows<{ keyId: string; fingerprint: Buffer }>(sql`select id as "keyId", fingerprint from stock_key
      where fingerprint = ${fingerprint} or normalised_fingerprint = ${this.vault.normalisedFingerprint(secret)}::bytea
      order by (fingerprint = ${fingerprint}) desc, id limit ${MOST_FOUND}`);
    return rows[0]?.fingerprint.equals(fingerprint) ? rows.slice(0, 1) : rows;
  }

  override async replace(
    orderId: string,
    { line, slot, keyId }: OrderPiece & { keyId?: string },
  ): Promise<{ burntKeyId: string; keyId: string } | 'no such key' | 'another key' | 'out of stock'> {
    const old = await this.sold(orderId, { line, slot });
    if (!old) return 'no such key';
    if (keyId !== undefined && old.id !== keyId) return 'another key';
    await this.catalogue.lockListings([old.productId]);
    const [fresh] = await this.rows<{ id: string }>(sql`update stock_key set state = 'sold', order_id = ${orderId}
      where id = (select id from stock_key where product_id = ${old.productId} and state = 'available' order by added_at, id limit 1
        for no key update) returning id`);
    if (!fresh) return 'out of stock';
    await this.exchange(orderId, { line, slot }, old, fresh.id);
    return { burntKeyId: old.id, keyId: fresh.id };
  }

  override async replaceBy(
    orderId: string,
    { line, slot, keyId }: OrderPiece & { keyId: string },
    secret: KeySecret,
    actor: string,
  ): Promise<{ keyId: string } | 'no such key' | 'known'> {
    const old = await this.sold(orderId, { line, slot });
    if (old?.id !== keyId) return 'no such key';
    await this.catalogue.lockListings([old.productId]);
    const means = { database: this.em.getKysely<unknown>(), vault: this.vault, ids: this.ids, now: this.clock.now() };
    const repeats = await insertKeys([{ productId: old.productId, secret }], { actor }, means);
    if (repeats.size > 0) return 'known';
    const [fresh] = await this.rows<{ id: string }>(
      sql`update stock_key set state = 'sold', order_id = ${orderId} where fingerprint = ${this.vault.fingerprint(secret)} returning id`,
    );
    if (fresh === undefined) throw new Error('A new key was not stored.');
    await this.exchange(orderId, { line, slot }, old, fresh.id);
    return { keyId: fresh.id };
  }

  override async takeBack(orderId: string, pieces: readonly OrderPiece[], as: 'available' | 'burnt'): Promise<string[]> {
    const theirs = keysAt(orderId, pieces);
    const held = await this.rows<{ product_id: string; is_theirs: boolean }>(
      sql`select k.product_id, bool_or(k.state = 'sold' and k.id in (${theirs})) as is_theirs
        from allocation a join stock_key k on k.id = a.key_id where a.order_id = ${orderId} group by k.product_id`,
    );
    const productIds = held.filter(({ is_theirs: isTheirs }) => isTheirs).map(({ product_id }) => product_id);
    if (productIds.length === 0) return [];
    // Includes those of the other pieces, which may be revoked later in this transaction, to keep the lock order.
    await this.catalogue.lockListings(held.map(({ product_id }) => product_id));
    // Burnt keys keep their position in the order, for the record.
    const taken = await this.rows<{ id: string }>(
      as === 'burnt'
        ? sql`update stock_key set state = 'burnt' where state = 'sold' and id in (${theirs}) returning id`
        : sql`update stock_key set state = ${backInStock}, order_id = null where state = 'sold' and id in (${theirs}) returning id`,
    );
    const keyIds = taken.map(({ id }) => id);
    if (as === 'available') await this.rows(sql`delete from allocation where order_id = ${orderId} and key_id = any(${keyIds}::text[])`);
    await this.changes.applyTo(productIds);
    return keyIds;
  }

  override async giveBack(
    orderId: string,
    pieces: readonly (OrderPiece & { readonly productId: string })[],
    keyIds: readonly string[],
  ): Promise<boolean> {
    const productIds = [...new Set(pieces.map(({ productId }) => productId))];
    await this.catalogue.lockListings(productIds);
    const theirs = sql`id = any(${[...keyIds]}::text[]) and id in (${keysAt(orderId, pieces)})`;
    await this.rows(sql`update stock_key set state = 'sold' where state = 'burnt' and returning_purchase is null and ${theirs}`);
    // Their supplier has these, or is asked to take them: the pieces need others.
    await this.rows(sql`delete from allocation where order_id = ${orderId} and key_id in (
      select id from stock_key where state = 'burnt' and returning_purchase is not null and ${theirs})`);
    // By product: the common lock order.
    const sorted = pieces.toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
    for (const [line, ofLine] of Map.groupBy(sorted, (piece) => piece.line)) {
      const productId = ofLine[0]?.productId ?? '';
      const missing = sql`select slot from unnest(${ofLine.map(({ slot }) => slot)}::int[]) slot where not exists (
        select from allocation a where a.order_id = ${orderId} and a.line = ${line} and a.slot = slot.slot)`;
      const [left] = await this.rows<{
        count: number;
      }>(sql`with missing as (select slot, row_number() over (order by slot) as place from (${missing}) m),
        locked as (select id, added_at from stock_key where product_id = ${productId} and state = 'available'
          order by added_at, id limit (select count(*) from missing) for no key update),
        picked as (select id, row_number() over (order by added_at, id) as place from locked),
        sold as (update stock_key k set state = 'sold', order_id = ${orderId} from picked where k.id = picked.id),
        given as (insert into allocation (order_id, line, slot, key_id, allocated_at)
          select ${orderId}, ${line}::int, slot, id, ${this.clock.now()} from missing join picked using (place) returning 1)
        select (select count(*) from missing)::int - (select count(*) from given)::int as count`);
      if (left?.count !== 0) return false;
    }
    await this.changes.applyTo(productIds);
    return true;
  }

  private async sold(orderId: string, { line, slot }: OrderPiece): Promise<{ id: string; productId: string } | undefined> {
    const [row] = await this.rows<{ id: string; productId: string }>(sql`select k.id, k.product_id as "productId" from allocation a
      join stock_key k on k.id = a.key_id and k.state = 'sold' where a.order_id = ${orderId} and a.line = ${line} and a.slot = ${slot}`);
    return row;
  }

  /** Burns the key of a piece, which has another one from now on. */
  private async exchange(
    orderId: string,
    { line, slot }: OrderPiece,
    old: { id: string; productId: string },
    keyId: string,
  ): Promise<void> {
    await this.rows(sql`update stock_key set state = 'burnt' where id = ${old.id}`);
    await this.rows(sql`update allocation set key_id = ${keyId}, allocated_at = ${this.clock.now()}
      where order_id = ${orderId} and line = ${line} and slot = ${slot}`);
    await this.changes.applyTo([old.productId]);
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}

/** A query of the ids of the keys that these pieces have. */
function keysAt(orderId: string, pieces: readonly OrderPiece[]): RawBuilder<unknown> {
  return sql`select a.key_id from allocation a where a.order_id = ${orderId} and (a.line, a.slot) in (
    select * from unnest(${pieces.map(({ line }) => line)}::int[], ${pieces.map(({ slot }) => slot)}::int[]))`;
}
