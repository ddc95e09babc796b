import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { REFUND_PIECES } from './refund-pieces.ts';
import { LEASE_MS } from '../../../shared/concurrency/lease.ts';
import { type NewRefund, type Refund, Refunds } from '../application/refunds.ts';
import type { Piece } from '../domain/pieces.ts';

const underWay = sql`done_at is null and given_up_at is null`;

type Row = Omit<Refund, 'askedAt' | 'attemptedAt'> & { askedAt: string; attemptedAt: string | null };

@Injectable()
export class SqlRefunds extends Refunds {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async add({ id, orderId, kind, pieces, amountMinor, isWhole, askedBy, reason, keyIds }: NewRefund): Promise<void> {
    await this
      .rows(sql`insert into order_refund (id, order_id, kind, lines, pieces, amount_minor, is_whole, asked_by, asked_at, reason, key_ids)
      values (${id}, ${orderId}, ${kind}, ${linesOf(pieces)}::int[], ${JSON.stringify(pieces)}::jsonb, ${amountMinor}, ${isWhole}, ${askedBy}, ${this.clock.now()},
        ${reason}, ${[...keyIds]}::text[])`);
  }

  override async askAnew({ id, kind, pieces, amountMinor, isWhole, askedBy, reason, keyIds }: NewRefund): Promise<void> {
    await this
      .rows(sql`update order_refund set given_up_at = null, attempted_at = null, refusal = null, kind = ${kind}, lines = ${linesOf(pieces)}::int[],
        pieces = ${JSON.stringify(pieces)}::jsonb, amount_minor = ${amountMinor}, is_whole = ${isWhole}, asked_by = ${askedBy},
        asked_at = ${this.clock.now()}, reason = ${reason}, key_ids = ${[...keyIds]}::text[]
      where id = ${id} and given_up_at is not null`);
  }

  override async begin(id: string): Promise<number | null> {
    const now = this.clock.now();
    const [row] = await this.rows<{ tries: number }>(sql`update order_refund set attempted_at = ${now} where id = ${id} and ${underWay}
      and (attempted_at is null or attempted_at <= ${new Date(now.getTime() - LEASE_MS)}) returning tries`);
    return row?.tries ?? null;
  }

  override async renewAttempt(id: string): Promise<void> {
    await this.rows(sql`update order_refund set attempted_at = ${this.clock.now()} where id = ${id} and attempted_at is not null`);
  }

  override async refused(id: string, attempt: number, refusal: string, isFinal: boolean): Promise<void> {
    await this.rows(sql`update order_refund set attempted_at = null, refusal = ${refusal}, tries = tries + ${isFinal ? 1 : 0}
      where id = ${id} and tries = ${attempt}`);
  }

  override async done(id: string, amountMinor: number, attempt?: number): Promise<boolean> {
    const rows = await this
      .rows(sql`update order_refund set done_at = ${this.clock.now()}, attempted_at = null, amount_minor = ${amountMinor}
      where id = ${id} and done_at is null and tries = coalesce(${attempt ?? null}, tries) returning 1`);
    return rows.length > 0;
  }

  override async giveUp({ id, tries, attemptedAt }: Refund): Promise<boolean> {
    const rows = await this.rows(sql`update order_refund set given_up_at = ${this.clock.now()} where id = ${id} and ${underWay}
      and tries = ${tries} and attempted_at is not distinct from ${attemptedAt} returning 1`);
    return rows.length > 0;
  }

  override async fail(id: string, reason: string): Promise<boolean> {
    const rows = await this.rows(sql`update order_refund set failed_at = ${this.clock.now()}, refusal = ${reason}
      where id = ${id} and done_at is not null and failed_at is null returning 1`);
    return rows.length > 0;
  }

  override async limitToAmounts(orderId: string): Promise<void> {
    await this.rows(sql`update order_refund set is_whole = false where order_id = ${orderId} and ${underWay}`);
  }

  override async close(id: string): Promise<void> {
    await this.rows(
      sql`update order_refund set closed_at = ${this.clock.now()} where id = ${id} and failed_at is not null and closed_at is null`,
    );
  }

  override async ofId(id: string): Promise<Refund | null> {
    return (await this.where(sql`id = ${id}`))[0] ?? null;
  }

  override ofOrder(orderId: string): Promise<Refund[]> {
    return this.where(sql`order_id = ${orderId}`);
  }

  override overdue(before: Date): Promise<Pick<Refund, 'id' | 'orderId'>[]> {
    return this.rows(
      sql`select id, order_id as "orderId" from order_refund where ${underWay} and asked_at < ${before} order by asked_at limit 500`,
    );
  }

  private async where(condition: RawBuilder<unknown>): Promise<Refund[]> {
    const rows = await this
      .rows<Row>(sql`select id, order_id as "orderId", kind, ${sql.raw(REFUND_PIECES)} as pieces, reason, amount_minor as "amountMinor", is_whole as "isWhole",
      asked_by as "askedBy", asked_at as "askedAt", key_ids as "keyIds", tries, attempted_at as "attemptedAt", refusal,
      (failed_at is not null and closed_at is null) or (done_at is null and given_up_at is null) as "isOpen",
      case when failed_at is not null then 'failed' when done_at is not null then 'done' when given_up_at is not null then 'given-up' else 'asked' end as state
      from order_refund r where ${condition} order by asked_at, id`);
    return rows.map(({ askedAt, attemptedAt, ...row }) => ({
      ...row,
      askedAt: new Date(askedAt),
      attemptedAt: attemptedAt === null ? null : new Date(attemptedAt),
    }));
  }

  private async rows<T>(query: RawBuilder<unknown>): Promise<T[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as T[];
  }
}

function linesOf(pieces: readonly Piece[]): number[] {
  return [...new Set(pieces.map(({ line }) => line))];
}
