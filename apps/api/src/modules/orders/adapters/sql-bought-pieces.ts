import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { mailboxOf } from '../../../shared/mailbox.ts';
import { BoughtPieces, type Buyer } from '../application/ports.ts';
import { networkRange } from '../domain/network-range.ts';

@Injectable()
export class SqlBoughtPieces extends BoughtPieces {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async lock({ userId, email }: Buyer): Promise<void> {
    // Sorted, so that concurrent checkouts do not deadlock.
    const names = [
      ...(userId === null ? [] : [`account ${userId}`]),
      ...(email === null ? [] : [`mailbox ${mailboxOf(email)}`]),
    ].toSorted();
    await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(this.em.getKysely());
  }

  override async of({ userId, email, clientAddress }: Buyer, since: ReadonlyMap<string, Date>, without: readonly string[]) {
    const { from, to } = networkRange(clientAddress);
    const { rows } = await sql<{ id: string; pieces: number }>`
      with theirs as (
        select id from shop_order where mailbox_of(email) = ${email === null ? null : mailboxOf(email)}
          and (status <> 'pending' or (client_address collate "C" >= ${from} and client_address collate "C" < ${to}))
        union select id from shop_order where user_id = ${userId}
      )
      select wanted.id, sum((line ->> 'quantity')::int)::int as pieces
      from shop_order bought
        join unnest(${[...since.keys()]}::text[], ${[...since.values()]}::timestamptz[]) as wanted (id, since)
          on bought.created_at >= wanted.since
        cross join lateral jsonb_array_elements(bought.lines) as line
      where bought.id in (select id from theirs) and bought.id <> all(${[...without]}::text[])
        and bought.status not in ('expired', 'payment_failed', 'cancelled', 'refunded') and line ->> 'productId' = wanted.id
      group by wanted.id`.execute(this.em.getKysely());
    return new Map(rows.map(({ id, pieces }) => [id, pieces]));
  }
}
