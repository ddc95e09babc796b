import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { OrderPayments, type OrderState, type PaymentNames, type UnpaidOrder } from '../application/ops/order-payments.ts';
import { orderNumberFrom } from '../domain/order-number.ts';

@Injectable()
export class SqlOrderPayments extends OrderPayments {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async ordersOf(payments: readonly PaymentNames[]): Promise<(OrderState | null)[]> {
    const sessionIds = new Set(payments.flatMap(({ sessionId }) => sessionId ?? []));
    const paymentIds = new Set(payments.flatMap(({ sessionId, paymentId }) => (sessionId === null ? (paymentId ?? []) : [])));
    if (sessionIds.size + paymentIds.size === 0) return payments.map(() => null);
    const { rows } = await sql<OrderState & { provider: string; by: 'session' | 'payment'; name: string }>`
      select number, status, payment_provider as provider, 'session' as by, session_id as name from shop_order
        where session_id = any(${[...sessionIds]}::text[])
      union all select number, status, payment_provider, 'payment', payment_intent_id from shop_order
        where payment_intent_id = any(${[...paymentIds]}::text[])`.execute(this.em.getKysely());
    const found = new Map(rows.map(({ provider, by, name, number, status }) => [`${provider} ${by} ${name}`, { number, status }]));
    return payments.map(
      ({ provider, sessionId, paymentId }) =>
        found.get(`${provider} ${sessionId === null ? `payment ${paymentId ?? ''}` : `session ${sessionId}`}`) ?? null,
    );
  }

  override async paymentOf(idOrNumber: string): Promise<PaymentNames | null> {
    const { rows } =
      await sql<PaymentNames>`select payment_provider as provider, session_id as "sessionId", payment_intent_id as "paymentId"
      from shop_order
      where id = ${idOrNumber} or number = ${orderNumberFrom(idOrNumber)}`.execute(this.em.getKysely());
    return rows[0] ?? null;
  }

  override async unpaid(placedBefore: Date, endedAfter: Date, limit: number): Promise<UnpaidOrder[]> {
    const { rows } = await sql<Omit<UnpaidOrder, 'createdAt'> & { readonly createdAt: string }>`
      select * from (
        (select number, status, session_id as "sessionId", payment_provider as provider, created_at as "createdAt" from shop_order
          where status = 'pending' and created_at < ${placedBefore} and session_id is not null order by expires_at desc limit ${limit})
        union all
        (select number, status, session_id, payment_provider, created_at from shop_order
          where status in ('expired', 'payment_failed') and expires_at > ${endedAfter} and session_id is not null order by expires_at desc limit ${limit})
      ) as unpaid order by "createdAt" desc limit ${limit}`.execute(this.em.getKysely());
    return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  }
}
