import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import { searchPattern } from '../../../platform/database/search-pattern.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { type DeskKey, type DeskOrder, OrderDesk, type OrderFilter, type TimelineEntry } from '../application/ops/order-desk.ts';
import type { Customer } from '../domain/order.ts';
import { OrderNotFound } from '../domain/order-errors.ts';
import { orderNumberFrom } from '../domain/order-number.ts';
import { MADE_REFUNDS } from '../adapters/refund-pieces.ts';

const AT_ONCE = 1000;

/** The worst of the latest letters of each kind; one that was dropped on purpose says nothing. */
const mailState = sql`(select case state when 'sending' then 'waiting' else state end from (
    select distinct on (kind) state from letter where about = shop_order.id order by kind, created_at desc, letter.id desc
  ) latest where state <> 'dropped' order by array_position(array['refused', 'dead', 'waiting', 'sending', 'sent'], state) limit 1)`;

const columns = sql`id, number, status, email, user_id as "userId", currency, total_minor as "totalMinor", refunded_minor as "refundedMinor",
  charged_back_minor as "chargedBackMinor", ${sql.raw(MADE_REFUNDS)} as made,
  lines, customer, session_id as "sessionId", payment_intent_id as "paymentIntentId", payment_provider as "paymentProvider", hold_reason as "holdReason", ${mailState} as "mailState",
  created_at as "createdAt", paid_at as "paidAt", completed_at as "completedAt"`;
type Row = Omit<DeskOrder, 'made' | 'customer' | 'createdAt' | 'paidAt' | 'completedAt'> & {
  readonly made: DeskOrder['made'] | null;
  readonly customer: Partial<Customer>;
} & Record<'createdAt', string> &
  Record<'paidAt' | 'completedAt', string | null>;

/** As `shop_order_like` has it: a list in JSON, where quotes stand around each name and are escaped in it. */
const productNames = sql.raw(`jsonb_path_query_array(lines, '$[*].name')::text`);

/**
 * Eight short reads by index, one per place where something about an order is written down; a million other orders cost nothing.
 * Keys are those that were ever sold with it: one that another has replaced has no line and slot any more.
 */
export const TIMELINE = `
  select at, 'order' as source, kind as what, actor as by, data, 1 as rank, id as place from order_event where order_id = $1
  union all select created_at, 'mail', kind || ' planned', 'shop',
    jsonb_build_object('mailId', id, 'state', state, 'tries', tries, 'reason', reason, 'nextTryAt', next_try_at), 2, 0 from letter where about = $1
  union all select at, 'reveal', 'keys looked at', viewer, jsonb_build_object('address', address), 3, id from key_reveal where order_id = $1
  union all select e.received_at, 'payment', e.type, 'provider', jsonb_build_object('eventId', e.id, 'outcome', e.outcome), 0, 0
    from shop_order o join payment_event e on e.session_id = o.session_id where o.id = $1
  union all select e.received_at, 'payment', e.type, 'provider', jsonb_build_object('eventId', e.id, 'outcome', e.outcome), 0, 0
    from shop_order o join payment_event e on e.intent_id = o.payment_intent_id where o.id = $1 and e.session_id is null
  union all select at, 'staff', action, key_name, jsonb_strip_nulls(jsonb_build_object('before', before, 'after', after, 'reason', reason,
    'requestId', request_id)), 4, id from audit_line where subject_type = 'order' and subject_id = $1
  union all select l.at, 'staff', l.action, l.key_name, jsonb_strip_nulls(jsonb_build_object('line', a.line + 1, 'slot', a.slot + 1, 'keyId', k.id,
    'reason', l.reason, 'requestId', l.request_id)), 4, l.id
    from stock_key k join audit_line l on l.subject_type = 'key' and l.subject_id = k.id left join allocation a on a.key_id = k.id where k.order_id = $1
  union all select l.at, 'staff', l.action, l.key_name, jsonb_strip_nulls(jsonb_build_object('mailId', m.id, 'reason', l.reason,
    'requestId', l.request_id)), 4, l.id
    from letter m join audit_line l on l.subject_type = 'letter' and l.subject_id = m.id where m.about = $1
  order by at, rank, place`;

@Injectable()
export class SqlOrderDesk extends OrderDesk {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async list(filter: OrderFilter, window: ListWindow): Promise<{ orders: DeskOrder[]; total: number }> {
    const { rows, total } = await countedRows<Row>(this.em.getKysely(), {
      columns,
      from: sql`shop_order`,
      where: conditions(filter),
      order: sql`created_at desc, id desc`,
      window,
    });
    return { orders: rows.map(orderOf), total };
  }

  override async *stream(filter: OrderFilter): AsyncIterable<DeskOrder[]> {
    let last: DeskOrder | undefined;
    do {
      const after: RawBuilder<unknown> = last ? sql`(created_at, id) < (${last.createdAt}, ${last.id})` : sql`true`;
      const { rows } = await sql<Row>`select ${columns} from shop_order where ${conditions(filter)} and ${after}
        order by created_at desc, id desc limit ${AT_ONCE}`.execute(this.em.getKysely());
      const orders = rows.map(orderOf);
      last = orders.length === AT_ONCE ? orders.at(-1) : undefined;
      if (orders.length > 0) yield orders;
    } while (last);
  }

  override async find(idOrNumber: string): Promise<DeskOrder> {
    const { rows } =
      await sql<Row>`select ${columns} from shop_order where id = ${idOrNumber} or number = ${orderNumberFrom(idOrNumber)}`.execute(
        this.em.getKysely(),
      );
    if (!rows[0]) throw new OrderNotFound();
    return orderOf(rows[0]);
  }

  override async keysOf(orderId: string): Promise<DeskKey[]> {
    const { rows } = await sql<DeskKey>`select a.line, a.slot, k.id as "keyId", k.kind, k.state, encode(k.fingerprint, 'hex') as fingerprint
      from allocation a join stock_key k on k.id = a.key_id where a.order_id = ${orderId} order by a.line, a.slot`.execute(
      this.em.getKysely(),
    );
    return rows;
  }

  override async timeline(orderId: string): Promise<TimelineEntry[]> {
    const { rows } = await this.em.getKysely().executeQuery(CompiledQuery.raw(TIMELINE, [orderId]));
    return (rows as TimelineEntry[]).map(({ at, source, what, by, data }) => ({
      at: new Date(at).toISOString(),
      source,
      what,
      by,
      data: withoutNulls(data),
    }));
  }
}

function conditions(filter: OrderFilter): RawBuilder<unknown> {
  const { number, email, name, product, payment, fingerprint, owner, status, from, to } = filter;
  return whereAll([
    number !== undefined && sql`number = ${orderNumberFrom(number)}`,
    email !== undefined && sql`email ilike ${searchPattern(email)}`,
    name !== undefined && sql`customer ->> 'fullName' ilike ${searchPattern(name)}`,
    product !== undefined && sql`${productNames} ilike ${searchPattern(JSON.stringify(product).slice(1, -1), '"')}`,
    payment !== undefined &&
      sql`id in (select id from shop_order where session_id = ${payment} union select id from shop_order where payment_intent_id = ${payment})`,
    fingerprint !== undefined && sql`id in (select order_id from stock_key where fingerprint = ${fingerprint} and order_id is not null)`,
    owner !== undefined &&
      sql`id in (select id from shop_order where user_id = ${owner.userId} union select id from shop_order where email = ${owner.email})`,
    status !== undefined && sql`status = ${status}`,
    from !== undefined && sql`created_at >= ${from}`,
    to !== undefined && sql`created_at < ${to}`,
  ]);
}

const NOTHING_ENTERED: Customer = { fullName: '', phone: null, company: null, taxNumber: null, zipCode: null, country: null, notes: null };

function orderOf(row: Row): DeskOrder {
  const at = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    customer: { ...NOTHING_ENTERED, ...row.customer },
    made: row.made ?? [],
    createdAt: new Date(row.createdAt),
    paidAt: at(row.paidAt),
    completedAt: at(row.completedAt),
  };
}

function withoutNulls(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
