import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { OrderTimeline, type SourceEntry } from '../../orders/index.ts';

/** Timeline entries from the provider: events of the order's session and payment. */
@Injectable()
export class PaymentTimeline {
  constructor(
    timeline: OrderTimeline,
    private readonly em: EntityManager,
  ) {
    timeline.add(({ sessionId, paymentIntentId, paymentProvider }) => this.eventsOf(paymentProvider, sessionId, paymentIntentId));
  }

  private async eventsOf(provider: string, sessionId: string | null, intentId: string | null): Promise<SourceEntry[]> {
    const { rows } = await sql<{ id: string; type: string; outcome: string | null; at: string }>`
      select id, type, outcome, received_at as at from payment_event where provider = ${provider} and session_id = ${sessionId}
      union all select id, type, outcome, received_at from payment_event
        where provider = ${provider} and intent_id = ${intentId} and session_id is null
      order by at, id`.execute(this.em.getKysely());
    return rows.map(({ id, type, outcome, at }) => ({
      at: new Date(at),
      source: 'payment',
      what: type,
      by: 'provider',
      data: { eventId: id, outcome },
    }));
  }
}
