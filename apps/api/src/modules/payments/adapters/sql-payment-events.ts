import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { InProcessBatches } from '../../../platform/database/in-process-batches.ts';
import { Clock } from '../../../shared/ports.ts';
import { PaymentEvents, type ProviderEvent, type SignalKind, type WaitingEvent } from '../application/ports.ts';

interface Closed {
  readonly id: string;
  readonly outcome: string;
}

/** Reads and closes events that are processed at the same time in common statements. */
@Injectable()
export class SqlPaymentEvents extends PaymentEvents {
  private readonly reads = new InProcessBatches<string, WaitingEvent | null>({
    together: async (batch) => {
      const events = await this.allWaiting(batch.map(({ item }) => item));
      return batch.map(({ item }) => events.get(item) ?? null);
    },
    alone: async (id) => (await this.allWaiting([id])).get(id) ?? null,
  });
  private readonly closing = new InProcessBatches<Closed, void>({
    together: async (batch) => {
      await this.close(batch.map(({ item }) => item));
      return batch.map(() => undefined);
    },
    alone: (event) => this.close([event]),
  });

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

  override async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ id: string }>`select id from payment_event where id = any(${[...ids]}::text[])`.execute(
      this.em.getKysely(),
    );
    return new Set(rows.map(({ id }) => id));
  }

  override waiting(id: string): Promise<WaitingEvent | null> {
    return this.reads.run(id);
  }

  private async allWaiting(ids: readonly string[]): Promise<ReadonlyMap<string, WaitingEvent>> {
    const { rows } = await sql<{
      id: string;
      provider: string;
      session_id: string | null;
      intent_id: string | null;
      signal: SignalKind | null;
      signal_reason: string;
      is_about_refunds: boolean;
      received_at: string;
    }>`
      select id, provider, session_id, intent_id, signal, signal_reason, is_about_refunds, received_at from payment_event
      where id = any(${[...ids]}::text[]) and processed_at is null`.execute(this.em.getKysely());
    return new Map(
      rows.map((row) => [
        row.id,
        {
          provider: row.provider,
          sessionId: row.session_id,
          intentId: row.intent_id,
          signal: row.signal === null ? null : { kind: row.signal, reason: row.signal_reason },
          isAboutRefunds: row.is_about_refunds,
          receivedAt: new Date(row.received_at),
        },
      ]),
    );
  }

  override async reopen(id: string): Promise<boolean> {
    const { rows } = await sql`update payment_event set processed_at = null, outcome = null where id = ${id} returning 1`.execute(
      this.em.getKysely(),
    );
    return rows.length > 0;
  }

  override done(id: string, outcome: string): Promise<void> {
    return this.em.isInTransaction() ? this.close([{ id, outcome }]) : this.closing.run({ id, outcome });
  }

  private async close(events: readonly Closed[]): Promise<void> {
    await sql`update payment_event set processed_at = ${this.clock.now()}, outcome = closed.outcome
      from unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ outcome }) => outcome)}::text[]) as closed (id, outcome)
      where payment_event.id = closed.id`.execute(this.em.getKysely());
  }

  override async overdue(before: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from payment_event
      where processed_at is null and received_at < ${before} order by received_at limit 500`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }
}
