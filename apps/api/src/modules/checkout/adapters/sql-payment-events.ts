import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { PaymentEvents, type ProviderEvent } from '../application/ports.ts';

@Injectable()
export class SqlPaymentEvents extends PaymentEvents {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async add(event: ProviderEvent): Promise<boolean> {
    const { rows } = await sql`insert into payment_event (id, type, session_id, payload, received_at)
      values (${event.id}, ${event.type}, ${event.sessionId}, ${JSON.stringify(event.payload)}::jsonb, ${this.clock.now()})
      on conflict (id) do nothing returning id`.execute(this.em.getKysely());
    return rows.length > 0;
  }

  override async waiting(id: string): Promise<{ sessionId: string } | null> {
    const { rows } = await sql<{ session_id: string }>`
      select session_id from payment_event where id = ${id} and processed_at is null and session_id is not null`.execute(
      this.em.getKysely(),
    );
    return rows[0] ? { sessionId: rows[0].session_id } : null;
  }

  override async done(id: string, outcome: string): Promise<void> {
    await sql`update payment_event set processed_at = ${this.clock.now()}, outcome = ${outcome} where id = ${id}`.execute(
      this.em.getKysely(),
    );
  }

  override async overdue(before: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from payment_event
      where processed_at is null and received_at < ${before} order by received_at limit 500`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }
}
