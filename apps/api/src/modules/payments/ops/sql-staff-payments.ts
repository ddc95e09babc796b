import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import { overdueBefore } from '../../../shared/again.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { type BankSignal, type EventFilter, type InboxEvent, type Mismatch, StaffPayments } from '../application/staff-payments.ts';
import { OrderPayments, OrderProblems, type OrderState } from '../../orders/index.ts';
import { Disputes } from '../application/disputes/disputes.ts';
import type { SignalKind } from '../application/ports.ts';

const MINUTE_MS = 60_000;
/** Longer than the queue normally needs. */
const STUCK_MS = 10 * MINUTE_MS;
/** How long these are listed. */
const ELSEWHERE_MS = 30 * 86_400_000;

const columns = sql`id, provider, type, case when processed_at is null then 'waiting' else 'done' end as state, outcome, session_id as "sessionId",
  intent_id as "paymentId", received_at as "receivedAt", processed_at as "processedAt"`;
type EventRow = Omit<InboxEvent, 'orderNumber'> & { readonly provider: string };

@Injectable()
export class SqlStaffPayments extends StaffPayments {
  constructor(
    private readonly em: EntityManager,
    private readonly orders: OrderPayments,
    private readonly problems: OrderProblems,
    private readonly disputes: Disputes,
  ) {
    super();
  }

  override async events(filter: EventFilter, window: ListWindow): Promise<{ items: InboxEvent[]; total: number }> {
    const { state, type, outcome, order, from, to } = filter;
    const meant = order === undefined ? undefined : await this.orders.paymentOf(order);
    if (meant === null) return { items: [], total: 0 };
    const where = whereAll([
      state === 'waiting' && sql`processed_at is null`,
      state === 'done' && sql`processed_at is not null`,
      type !== undefined && sql`type = ${type}`,
      outcome !== undefined && sql`outcome = ${outcome}`,
      meant !== undefined &&
        sql`provider = ${meant.provider} and id in (
        select id from payment_event where session_id = ${meant.sessionId}
        union select id from payment_event where intent_id = ${meant.paymentId})`,
      from !== undefined && sql`received_at >= ${from}`,
      to !== undefined && sql`received_at < ${to}`,
    ]);
    const { rows, total } = await countedRows<EventRow>(this.em.getKysely(), {
      columns,
      from: sql`payment_event`,
      where,
      order: sql`received_at desc, id desc`,
      window,
    });
    const orders = await this.orders.ordersOf(rows);
    return { items: rows.map((row, place) => inboxEvent(row, orders[place])), total };
  }

  override async event(id: string): Promise<(InboxEvent & { payload: unknown }) | null> {
    const { rows } = await sql<EventRow & { payload: unknown }>`select ${columns}, payload from payment_event where id = ${id}`.execute(
      this.em.getKysely(),
    );
    const [row] = rows;
    if (!row) return null;
    const [order] = await this.orders.ordersOf([row]);
    return { ...inboxEvent(row, order), payload: row.payload };
  }

  override async signals(kind: SignalKind | null, window: ListWindow): Promise<{ items: BankSignal[]; total: number }> {
    type Row = Omit<BankSignal, 'orderNumber' | 'orderStatus' | 'dispute'> & {
      readonly provider: string;
      readonly sessionId: string | null;
    };
    const { rows, total } = await countedRows<Row>(this.em.getKysely(), {
      columns: sql`id as "eventId", provider, signal as kind, signal_reason as reason, received_at as at, session_id as "sessionId",
        intent_id as "paymentId"`,
      from: sql`payment_event`,
      where:
        kind === null
          ? sql`signal is not null and signal not in ('review', 'payment-failed')`
          : sql`signal is not null and signal = ${kind}`,
      order: sql`received_at desc, id desc`,
      window,
    });
    const [orders, disputes] = await Promise.all([this.orders.ordersOf(rows), this.disputes.latestOf(rows)]);
    const items = rows.map(({ eventId, kind: what, reason, at, paymentId }, place) => ({
      eventId,
      kind: what,
      reason,
      at: instant(at),
      paymentId,
      orderNumber: orders[place]?.number ?? null,
      orderStatus: orders[place]?.status ?? null,
      dispute: disputes[place] ?? null,
    }));
    return { items, total };
  }

  override async mismatches(now: Date, limit: number): Promise<Mismatch[]> {
    const before = (ms: number) => new Date(now.getTime() - ms);
    const limits = { stuckBefore: before(STUCK_MS), overdueBefore: overdueBefore(now), elsewhereAfter: before(ELSEWHERE_MS) };
    const [ofOrders, ofNoOrder, waiting] = await Promise.all([
      this.problems.all(limits, limit),
      this.refundsOfNoOrder(limits.elsewhereAfter, limit),
      this.waitingEvents(limits.overdueBefore, limit),
    ]);
    const { elsewhere = [], others = [] } = Object.groupBy(ofOrders, ({ kind }) => (kind === 'refund-elsewhere' ? 'elsewhere' : 'others'));
    const madeElsewhere = [...elsewhere, ...ofNoOrder].toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since));
    return [...others, ...madeElsewhere.slice(0, limit), ...waiting];
  }

  override unpaid(placedBefore: Date, endedAfter: Date, limit: number) {
    return this.orders.unpaid(placedBefore, endedAfter, limit);
  }

  private async refundsOfNoOrder(after: Date, limit: number): Promise<Mismatch[]> {
    const { rows } = await sql<{ intent: string; since: string }>`select intent_id as intent, received_at as since from payment_event
      where is_about_refunds and outcome = 'payment of no order' and received_at > ${after} order by received_at limit ${limit}`.execute(
      this.em.getKysely(),
    );
    return rows.map(({ intent, since }) => ({
      kind: 'refund-elsewhere',
      orderNumber: null,
      orderStatus: null,
      detail: `of a payment that no order has: ${intent}`,
      since: instant(since),
    }));
  }

  private async waitingEvents(before: Date, limit: number): Promise<Mismatch[]> {
    const { rows } = await sql<EventRow>`select ${columns} from payment_event
      where processed_at is null and received_at < ${before} order by received_at limit ${limit}`.execute(this.em.getKysely());
    const orders = await this.orders.ordersOf(rows);
    return rows.map(({ id, type, receivedAt }, place) => ({
      kind: 'event-waiting',
      orderNumber: orders[place]?.number ?? null,
      orderStatus: orders[place]?.status ?? null,
      detail: `${type} ${id}`,
      since: instant(receivedAt),
    }));
  }
}

function instant(text: string): string {
  return new Date(text).toISOString();
}

function inboxEvent(event: EventRow, order: OrderState | null | undefined): InboxEvent {
  return {
    id: event.id,
    type: event.type,
    state: event.state,
    outcome: event.outcome,
    sessionId: event.sessionId,
    paymentId: event.paymentId,
    orderNumber: order?.number ?? null,
    receivedAt: instant(event.receivedAt),
    processedAt: event.processedAt === null ? null : instant(event.processedAt),
  };
}
