import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { type BankSignal, type EventFilter, type InboxEvent, type Mismatch, PaymentDesk } from '../application/payment-desk.ts';
import { FRAUD_WARNING, orderNumberFrom } from '../../orders/index.ts';
import type { SignalKind } from '../application/ports.ts';

const MINUTE_MS = 60_000;
/** Longer than the queue needs when all is well. */
const STUCK_MS = 10 * MINUTE_MS;
/** Such are told for so long. */
const ELSEWHERE_MS = 30 * 86_400_000;
const OVERDUE_MS = 5 * MINUTE_MS;

/** The order of an event: by its session, or by its payment. */
const withOrder = sql`payment_event e left join lateral (
  select number, status from shop_order where session_id = e.session_id
  union all select number, status from shop_order where payment_intent_id = e.intent_id and e.session_id is null limit 1) o on true`;
const columns = sql`e.id, e.type, case when e.processed_at is null then 'waiting' else 'done' end as state, e.outcome, e.session_id as "sessionId",
  e.intent_id as "paymentId", o.number as "orderNumber", e.received_at as "receivedAt", e.processed_at as "processedAt"`;

@Injectable()
export class SqlPaymentDesk extends PaymentDesk {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async events(filter: EventFilter, window: ListWindow): Promise<{ items: InboxEvent[]; total: number }> {
    const { state, type, outcome, order, from, to } = filter;
    const meant =
      order === undefined
        ? null
        : sql`select session_id, payment_intent_id from shop_order where id = ${order} or number = ${orderNumberFrom(order)}`;
    const where = whereAll([
      state === 'waiting' && sql`e.processed_at is null`,
      state === 'done' && sql`e.processed_at is not null`,
      type !== undefined && sql`e.type = ${type}`,
      outcome !== undefined && sql`e.outcome = ${outcome}`,
      meant !== null &&
        sql`e.id in (
        select p.id from (${meant}) m join payment_event p on p.session_id = m.session_id
        union select p.id from (${meant}) m join payment_event p on p.intent_id = m.payment_intent_id)`,
      from !== undefined && sql`e.received_at >= ${from}`,
      to !== undefined && sql`e.received_at < ${to}`,
    ]);
    const { rows, total } = await countedRows<InboxEvent>(this.em.getKysely(), {
      columns,
      from: withOrder,
      counted: sql`payment_event e`,
      where,
      order: sql`e.received_at desc, e.id desc`,
      window,
    });
    return { items: rows.map(withInstants), total };
  }

  override async event(id: string): Promise<(InboxEvent & { payload: unknown }) | null> {
    const { rows } = await sql<
      InboxEvent & { payload: unknown }
    >`select ${columns}, e.payload from ${withOrder} where e.id = ${id}`.execute(this.em.getKysely());
    return rows[0] ? { ...withInstants(rows[0]), payload: rows[0].payload } : null;
  }

  override async signals(kind: SignalKind | null, window: ListWindow): Promise<{ items: BankSignal[]; total: number }> {
    const { rows, total } = await countedRows<BankSignal>(this.em.getKysely(), {
      columns: sql`e.id as "eventId", e.signal as kind, e.signal_reason as reason, e.received_at as at, e.intent_id as "paymentId",
        o.number as "orderNumber", o.status as "orderStatus"`,
      from: withOrder,
      counted: sql`payment_event e`,
      where: kind === null ? sql`e.signal is not null` : sql`e.signal is not null and e.signal = ${kind}`,
      order: sql`e.received_at desc, e.id desc`,
      window,
    });
    return { items: rows.map((row) => ({ ...row, at: instant(row.at) })), total };
  }

  override async mismatches(now: Date, limit: number): Promise<Mismatch[]> {
    const before = (ms: number) => new Date(now.getTime() - ms);
    const found = await Promise.all([
      this.some(
        'on-hold',
        limit,
        sql`select number, status, coalesce(hold_reason, '') as detail, paid_at as since from shop_order
        where status = 'on_hold'`,
      ),
      this.some(
        'disputed',
        limit,
        sql`select o.number, o.status, concat_ws('; ', 'dispute: ' || t.reason, o.hold_reason) as detail, coalesce(t.at, o.paid_at) as since
        from shop_order o left join lateral (
          select at, case when o.hold_reason is distinct from ${FRAUD_WARNING} then data ->> 'reason' end as reason from order_event
          where order_id = o.id and kind in ('disputed', 'dispute') order by id desc limit 1) t on true
        where o.status = 'disputed'`,
      ),
      this.some(
        'not-delivered',
        limit,
        sql`select number, status, 'paid, and neither delivered nor refunded' as detail, paid_at as since from shop_order
        where status = 'paid' and waiting_until is null and paid_at < ${before(STUCK_MS)}`,
      ),
      this.some(
        'not-delivered',
        limit,
        sql`select number, status, 'the mail with the keys has not left' as detail, paid_at as since from shop_order
        where status = 'fulfilling' and paid_at < ${before(STUCK_MS)}`,
      ),
      this.some(
        'refund-open',
        limit,
        sql`select o.number, o.status, 'the provider has not agreed to send the money back' || coalesce(': ' || r.refusal, '') as detail, r.asked_at as since
        from order_refund r join shop_order o on o.id = r.order_id where r.done_at is null and r.given_up_at is null and r.asked_at < ${before(OVERDUE_MS)}`,
      ),
      this.some(
        'refund-failed',
        limit,
        sql`select o.number, o.status, coalesce(r.refusal, '') as detail, r.failed_at as since
        from order_refund r join shop_order o on o.id = r.order_id where r.failed_at is not null and r.closed_at is null`,
      ),
      this.some(
        'refund-elsewhere',
        limit,
        sql`select o.number, o.status, 'made at the provider, of no line that could be told: ' || r.id as detail, r.asked_at as since
        from order_refund r join shop_order o on o.id = r.order_id where r.lines = '{}' and r.asked_at > ${before(ELSEWHERE_MS)}
          and exists (select from order_event e where e.order_id = r.order_id and e.kind = 'refunded_elsewhere' and e.data ->> 'refundId' = r.id)
        union all select null, null, 'of a payment that no order has: ' || e.intent_id, e.received_at from payment_event e
        where e.is_about_refunds and e.outcome = 'payment of no order' and e.received_at > ${before(ELSEWHERE_MS)}`,
      ),
      this.some(
        'event-waiting',
        limit,
        sql`select o.number, o.status, e.type || ' ' || e.id as detail, e.received_at as since from ${withOrder}
        where e.processed_at is null and e.received_at < ${before(OVERDUE_MS)}`,
      ),
    ]);
    return found.flat();
  }

  override async unpaid(placedBefore: Date, endedAfter: Date, limit: number) {
    const { rows } = await sql<{ number: string; status: string; sessionId: string; provider: string | null; createdAt: string }>`
      select * from (
        (select number, status, session_id as "sessionId", payment_provider as provider, created_at as "createdAt" from shop_order
          where status = 'pending' and created_at < ${placedBefore} and session_id is not null order by expires_at desc limit ${limit})
        union all
        (select number, status, session_id, payment_provider, created_at from shop_order
          where status in ('expired', 'payment_failed') and expires_at > ${endedAfter} and session_id is not null order by expires_at desc limit ${limit})
      ) as unpaid order by "createdAt" desc limit ${limit}`.execute(this.em.getKysely());
    return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  }

  private async some(kind: Mismatch['kind'], limit: number, query: RawBuilder<unknown>): Promise<Mismatch[]> {
    const { rows } = await sql<{ number: string | null; status: string | null; detail: string; since: string }>`
      select * from (${query}) as found order by since limit ${limit}`.execute(this.em.getKysely());
    return rows.map(({ number, status, detail, since }) => ({
      kind,
      orderNumber: number,
      orderStatus: status,
      detail,
      since: instant(since),
    }));
  }
}

function instant(text: string): string {
  return new Date(text).toISOString();
}

function withInstants(event: InboxEvent): InboxEvent {
  return {
    id: event.id,
    type: event.type,
    state: event.state,
    outcome: event.outcome,
    sessionId: event.sessionId,
    paymentId: event.paymentId,
    orderNumber: event.orderNumber,
    receivedAt: instant(event.receivedAt),
    processedAt: event.processedAt === null ? null : instant(event.processedAt),
  };
}
