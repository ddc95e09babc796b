import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { type OrderProblem, OrderProblems, type ProblemLimits } from '../application/ops/order-problems.ts';
import { FRAUD_WARNING } from '../domain/order.ts';

@Injectable()
export class SqlOrderProblems extends OrderProblems {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async all({ stuckBefore, overdueBefore, elsewhereAfter }: ProblemLimits, limit: number): Promise<OrderProblem[]> {
    const some = (kind: OrderProblem['kind'], query: RawBuilder<unknown>) => this.some(kind, limit, query);
    const found = await Promise.all([
      some(
        'on-hold',
        sql`select number, status, coalesce(hold_reason, '') as detail, paid_at as since from shop_order
        where status = 'on_hold'`,
      ),
      some(
        'disputed',
        sql`select o.number, o.status, concat_ws('; ', 'dispute: ' || t.reason, o.hold_reason) as detail, coalesce(t.at, o.paid_at) as since
        from shop_order o left join lateral (
          select at, case when o.hold_reason is distinct from ${FRAUD_WARNING} then data ->> 'reason' end as reason from order_event
          where order_id = o.id and kind in ('disputed', 'dispute') order by id desc limit 1) t on true
        where o.status = 'disputed'`,
      ),
      some(
        'not-delivered',
        sql`select number, status, 'paid, and neither delivered nor refunded' as detail, paid_at as since from shop_order
        where status = 'paid' and waiting_until is null and paid_at < ${stuckBefore}`,
      ),
      some(
        'not-delivered',
        sql`select number, status, 'the mail with the keys has not left' as detail, paid_at as since from shop_order
        where status = 'fulfilling' and paid_at < ${stuckBefore}`,
      ),
      some(
        'refund-open',
        sql`select o.number, o.status, 'the provider has not agreed to send the money back' || coalesce(': ' || r.refusal, '') as detail, r.asked_at as since
        from order_refund r join shop_order o on o.id = r.order_id where r.done_at is null and r.given_up_at is null and r.asked_at < ${overdueBefore}`,
      ),
      some(
        'refund-failed',
        sql`select o.number, o.status, coalesce(r.refusal, '') as detail, r.failed_at as since
        from order_refund r join shop_order o on o.id = r.order_id where r.failed_at is not null and r.closed_at is null`,
      ),
      some(
        'refund-elsewhere',
        sql`select o.number, o.status, 'made at the provider, of an unknown line: ' || r.id as detail, r.asked_at as since
        from order_refund r join shop_order o on o.id = r.order_id where r.lines = '{}' and r.kind = 'external' and r.asked_at > ${elsewhereAfter}
          and exists (select from order_event e where e.order_id = r.order_id and e.kind = 'refunded_elsewhere' and e.data ->> 'refundId' = r.id)`,
      ),
    ]);
    return found.flat();
  }

  private async some(kind: OrderProblem['kind'], limit: number, query: RawBuilder<unknown>): Promise<OrderProblem[]> {
    const { rows } = await sql<{ number: string; status: OrderProblem['orderStatus']; detail: string; since: string }>`
      select * from (${query}) as found order by since limit ${limit}`.execute(this.em.getKysely());
    return rows.map(({ number, status, detail, since }) => ({
      kind,
      orderNumber: number,
      orderStatus: status,
      detail,
      since: new Date(since).toISOString(),
    }));
  }
}
