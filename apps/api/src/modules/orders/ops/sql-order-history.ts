import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { OrderHistory, type PaidOrder } from '../application/ops/order-history.ts';

const MOST = 100;
const BANK_EVENTS = ['dispute', 'dispute_won', 'dispute_lost', 'fraud_warning'];

@Injectable()
export class SqlOrderHistory extends OrderHistory {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async ofId(orderId: string): Promise<PaidOrder | null> {
    return (await this.paid(sql`id = ${orderId} and paid_at is not null`))[0] ?? null;
  }

  override ofBuyer(orderId: string, { from, to }: { from: Date; to: Date }): Promise<PaidOrder[]> {
    const linkedBy = (column: 'email' | 'user_id' | 'browser_id') =>
      sql`select id from shop_order where ${sql.ref(column)} = (select ${sql.ref(column)} from shop_order where id = ${orderId})
        and paid_at between ${from} and ${to}`;
    return this.paid(sql`id in (${linkedBy('email')} union ${linkedBy('user_id')} union ${linkedBy('browser_id')})`);
  }

  private async paid(which: RawBuilder<unknown>): Promise<PaidOrder[]> {
    const { rows } = await sql<Omit<PaidOrder, 'paidAt'> & { readonly paidAt: string }>`
      select number, payment_intent_id as "paymentId", paid_at as "paidAt", lines, email, user_id as "userId", client_address as address,
        case when browser_id = '' then '' else encode(sha256(convert_to(browser_id, 'UTF8')), 'hex') end as "deviceId", refunded_minor as "refundedMinor",
        charged_back_minor as "chargedBackMinor",
        exists (select from order_event where order_id = shop_order.id and kind = any(${BANK_EVENTS}::text[])) as "wasDisputed"
      from shop_order where ${which} order by paid_at desc, id desc limit ${MOST}`.execute(this.em.getKysely());
    return rows.map((row) => ({ ...row, paidAt: new Date(row.paidAt) }));
  }
}
