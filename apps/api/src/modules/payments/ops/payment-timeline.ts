import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Disputes } from '../application/disputes/disputes.ts';
import { OrderTimeline, type SourceEntry } from '../../orders/index.ts';

/** Timeline entries of this module: the provider's events of the order's session and payment, and evidence of its disputes. */
@Injectable()
export class PaymentTimeline {
  constructor(
    timeline: OrderTimeline,
    private readonly em: EntityManager,
    private readonly disputes: Disputes,
  ) {
    timeline.add(({ sessionId, paymentIntentId, paymentProvider }) => this.eventsOf(paymentProvider, sessionId, paymentIntentId));
    timeline.add(({ id }) => this.evidenceOf(id));
  }

  /** Its submission, and a dispute that staff closed, are in the audit log. */
  private async evidenceOf(orderId: string): Promise<SourceEntry[]> {
    const disputes = await this.disputes.ofOrder(orderId);
    return disputes.flatMap(({ id, assembledAt, dueAt, state }) =>
      assembledAt === null
        ? []
        : [
            {
              at: assembledAt,
              source: 'payment' as const,
              what: 'evidence assembled',
              by: 'shop',
              data: { disputeId: id, dueAt: dueAt?.toISOString() ?? null, state },
            },
          ],
    );
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
