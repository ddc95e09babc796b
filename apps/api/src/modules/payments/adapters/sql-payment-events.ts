import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { PaymentEvents, type ProviderEvent, type SignalKind, type WaitingEvent } from '../application/ports.ts';

@Injectable()
export class SqlPaymentEvents extends PaymentEvents {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async add(event: ProviderEvent, provider: string): Promise<boolean> {
    const { rows } =
      await sql`insert into payment_event (id, provider, type, session_id, intent_id, signal, signal_reason, is_about_refunds, payload, received_at)
      values (${event.id}, ${provider}, ${event.type}, ${event.sessionId}, ${event.intentId}, ${event.signal?.kind ?? null}, ${event.signal?.reason ?? null}, ${event.isAboutRefunds}, ${JSON.stringify(event.payload)}::jsonb, ${this.clock.now()})
      on conflict (id) do nothing returning id`.execute(this.em.getKysely());
    return rows.length > 0;
  }

  override async waiting(id: string): Promise<WaitingEvent | null> {
    const { rows } = await sql<{
      provider: string;
      session_id: string | null;
      intent_id: string | null;
      signal: SignalKind | null;
      signal_reason: string;
      is_about_refunds: boolean;
      received_at: string;
    }>`
      select provider, session_id, intent_id, signal, signal_reason, is_about_refunds, received_at from payment_event where id = ${id} and processed_at is null`.execute(
      this.em.getKysely(),
    );
    const [row] = rows;
    if (!row) return null;
    const signal = row.signal === null ? null : { kind: row.signal, reason: row.signal_reason };
    return {
      provider: row.provider,
      sessionId: row.session_id,
      intentId: row.intent_id,
      signal,
      isAboutRefunds: row.is_about_refunds,
      receivedAt: new Date(row.received_at),
    };
  }

  override async reopen(id: string): Promise<boolean> {
    const { rows } = await sql`update payment_event set processed_at = null, outcome = null where id = ${id} returning 1`.execute(
      this.em.getKysely(),
    );
    return rows.length > 0;
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
