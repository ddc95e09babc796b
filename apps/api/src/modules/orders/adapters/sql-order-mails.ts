import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { type OrderMailKind, OrderMails } from '../application/ports.ts';

/** A claim older than this belongs to a process that died: longer than the mail server's own time limits together. */
const STALE_CLAIM_MS = 120_000;

@Injectable()
export class SqlOrderMails extends OrderMails {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async plan(id: string, orderId: string, kind: OrderMailKind): Promise<void> {
    await sql`insert into order_mail (id, order_id, kind, state, created_at) values (${id}, ${orderId}, ${kind}, 'waiting', ${this.clock.now()})
      on conflict (id) do nothing`.execute(this.em.getKysely());
  }

  override async claim(id: string): Promise<{ orderId: string; kind: OrderMailKind } | 'busy' | 'closed'> {
    const now = this.clock.now();
    const { rows } = await sql<{ order_id: string; kind: OrderMailKind }>`
      update order_mail set state = 'sending', claimed_at = ${now}
      where id = ${id} and (state = 'waiting' or (state = 'sending' and claimed_at < ${new Date(now.getTime() - STALE_CLAIM_MS)}))
      returning order_id, kind`.execute(this.em.getKysely());
    if (rows[0]) return { orderId: rows[0].order_id, kind: rows[0].kind };
    const { rows: open } = await sql`select 1 from order_mail where id = ${id} and state = 'sending'`.execute(this.em.getKysely());
    return open.length > 0 ? 'busy' : 'closed';
  }

  override async putBack(id: string): Promise<void> {
    await sql`update order_mail set state = 'waiting', claimed_at = null where id = ${id} and state = 'sending'`.execute(
      this.em.getKysely(),
    );
  }

  override async settle(id: string, as: 'sent' | 'refused'): Promise<void> {
    const sentAt = as === 'sent' ? this.clock.now() : null;
    await sql`update order_mail set state = ${as}, sent_at = ${sentAt} where id = ${id}`.execute(this.em.getKysely());
  }

  override async overdue(before: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from order_mail
      where state in ('waiting', 'sending') and created_at < ${before} order by created_at limit 500`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }
}
