import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../../platform/database/read-database.ts';
import type { MadeRefund } from '../application/ops/staff-orders.ts';
import { OrderReads, type OrderSummary, type Owner } from '../application/order-reads.ts';
import { MADE_REFUNDS } from './refund-pieces.ts';

const MOST_ORDERS = 200;

/** A null e-mail matches nothing: an unverified account has only its own orders. */
export const ORDERS_OF_OWNER = `select id, number, status, currency, total_minor, refunded_minor, charged_back_minor, lines, created_at, completed_at, ${MADE_REFUNDS} as made from shop_order
  where (user_id = $1 or email = $2) and paid_at is not null and status <> 'cancelled'
  order by created_at desc, id desc limit ${MOST_ORDERS}`;

type Row = Omit<OrderSummary, 'totalMinor' | 'refundedMinor' | 'chargedBackMinor' | 'createdAt' | 'completedAt'> & {
  total_minor: number;
  refunded_minor: number;
  charged_back_minor: number;
  created_at: Date;
  completed_at: Date | null;
  made: MadeRefund[] | null;
};

@Injectable()
export class SqlOrderReads extends OrderReads {
  constructor(private readonly database: ReadDatabase) {
    super();
  }

  override async ofOwner({ userId, verifiedEmail }: Owner): Promise<(OrderSummary & { made: MadeRefund[] })[]> {
    const rows = await this.database.rows<Row>('orders-of-owner', ORDERS_OF_OWNER, [userId, verifiedEmail]);
    return rows.map(({ total_minor, refunded_minor, charged_back_minor, created_at, completed_at, made, ...row }) => ({
      ...row,
      totalMinor: total_minor,
      refundedMinor: refunded_minor,
      chargedBackMinor: charged_back_minor,
      createdAt: created_at,
      completedAt: completed_at,
      made: made ?? [],
    }));
  }

  override async hasDelivered({ userId, verifiedEmail }: Owner, productId: string): Promise<boolean> {
    const [row] = await this.database.rows<{ has: boolean }>(
      'orders-has-delivered',
      `select exists (select from shop_order where (user_id = $1 or email = $2) and paid_at is not null
        and completed_at is not null and status not in ('refunded', 'charged_back') and lines @> $3::jsonb) as has`,
      [userId, verifiedEmail, JSON.stringify([{ productId }])],
    );
    return row?.has === true;
  }

  override async whoGaveBack(owners: readonly Owner[], productId: string): Promise<ReadonlySet<string>> {
    if (owners.length === 0) return new Set();
    const rows = await this.database.rows<{ user_id: string }>(
      'orders-who-gave-back',
      `select owner.user_id from unnest($1::text[], $2::text[]) owner (user_id, email) where (
        select bool_and(status in ('refunded', 'charged_back')) from shop_order
        where (shop_order.user_id = owner.user_id or shop_order.email = owner.email) and paid_at is not null and lines @> $3::jsonb)`,
      [owners.map(({ userId }) => userId), owners.map(({ verifiedEmail }) => verifiedEmail), JSON.stringify([{ productId }])],
    );
    return new Set(rows.map(({ user_id }) => user_id));
  }

  override async traceOf(sessionId: string): Promise<string | null> {
    const [row] = await this.database.rows<{ traceparent: string | null }>(
      'trace-of-session',
      `select placed.origin ->> 'traceparent' as traceparent from shop_order
        join order_event placed on placed.order_id = shop_order.id and placed.kind = 'placed'
        where shop_order.session_id = $1`,
      [sessionId],
    );
    return row?.traceparent ?? null;
  }
}
