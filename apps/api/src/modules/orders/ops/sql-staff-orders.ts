import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import { searchPattern } from '../../../platform/database/search-pattern.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { MailReads, type MailState } from '../../../shared/ports.ts';
import { OrderKeys } from '../../stock/index.ts';
import { type StaffKey, type StaffOrder, StaffOrders, type OrderFilter } from '../application/ops/staff-orders.ts';
import { SupplierNumbers } from '../application/supply/supplier-numbers.ts';
import type { Customer } from '../domain/order.ts';
import { OrderNotFound } from '../domain/order-errors.ts';
import { orderNumberFrom } from '../domain/order-number.ts';
import { MADE_REFUNDS } from '../adapters/refund-pieces.ts';

const AT_ONCE = 1000;

const columns = sql`id, number, status, email, user_id as "userId", currency, total_minor as "totalMinor", refunded_minor as "refundedMinor",
  charged_back_minor as "chargedBackMinor", ${sql.raw(MADE_REFUNDS)} as made,
  lines, customer, session_id as "sessionId", payment_intent_id as "paymentIntentId", payment_provider as "paymentProvider", hold_reason as "holdReason",
  created_at as "createdAt", paid_at as "paidAt", completed_at as "completedAt"`;
type Row = Omit<StaffOrder, 'made' | 'mailState' | 'customer' | 'createdAt' | 'paidAt' | 'completedAt'> & {
  readonly made: StaffOrder['made'] | null;
  readonly customer: Partial<Customer>;
} & Record<'createdAt', string> &
  Record<'paidAt' | 'completedAt', string | null>;

/** As `shop_order_like` has it: a JSON list with names in quotes, in which quotes are escaped. */
const productNames = sql.raw(`jsonb_path_query_array(lines, '$[*].name')::text`);

@Injectable()
export class SqlStaffOrders extends StaffOrders {
  constructor(
    private readonly em: EntityManager,
    private readonly mails: MailReads,
    private readonly keys: OrderKeys,
    private readonly supplierNumbers: SupplierNumbers,
  ) {
    super();
  }

  override async list(filter: OrderFilter, window: ListWindow): Promise<{ orders: StaffOrder[]; total: number }> {
    const { rows, total } = await countedRows<Row>(this.em.getKysely(), {
      columns,
      from: sql`shop_order`,
      where: await this.conditionsOf(filter),
      order: sql`created_at desc, id desc`,
      window,
    });
    return { orders: await this.ordersOf(rows), total };
  }

  override async *stream(filter: OrderFilter): AsyncIterable<StaffOrder[]> {
    const fits = await this.conditionsOf(filter);
    let last: StaffOrder | undefined;
    do {
      const after: RawBuilder<unknown> = last ? sql`(created_at, id) < (${last.createdAt}, ${last.id})` : sql`true`;
      const { rows } = await sql<Row>`select ${columns} from shop_order where ${fits} and ${after}
        order by created_at desc, id desc limit ${AT_ONCE}`.execute(this.em.getKysely());
      const orders = await this.ordersOf(rows);
      last = orders.length === AT_ONCE ? orders.at(-1) : undefined;
      if (orders.length > 0) yield orders;
    } while (last);
  }

  override async find(idOrNumber: string): Promise<StaffOrder> {
    const { rows } =
      await sql<Row>`select ${columns} from shop_order where id = ${idOrNumber} or number = ${orderNumberFrom(idOrNumber)}`.execute(
        this.em.getKysely(),
      );
    const [order] = await this.ordersOf(rows.slice(0, 1));
    if (!order) throw new OrderNotFound();
    return order;
  }

  override async keysOf(orderId: string): Promise<StaffKey[]> {
    const keys = await this.keys.of(orderId);
    return keys.flatMap(({ piece, ...key }) => (piece === null ? [] : [{ ...piece, ...key }]));
  }

  private async ordersOf(rows: readonly Row[]): Promise<StaffOrder[]> {
    const mailStates = await this.mails.statesOf(rows.map(({ id }) => id));
    return rows.map((row) => orderOf(row, mailStates.get(row.id) ?? null));
  }

  private async conditionsOf({ fingerprint, ...filter }: OrderFilter): Promise<RawBuilder<unknown>> {
    const given = fingerprint && (await this.keys.ordersGiven(fingerprint));
    const numbered = filter.number === undefined ? [] : await this.supplierNumbers.ordersWith(filter.number);
    return conditions(filter, given, numbered);
  }
}

/** `given`: ids of the orders that have or had the key. `numbered`: of those of which a supplier has an order with the number. */
function conditions(
  filter: Omit<OrderFilter, 'fingerprint'>,
  given: readonly string[] | undefined,
  numbered: readonly string[],
): RawBuilder<unknown> {
  const { number, email, name, product, payment, owner, status, from, to } = filter;
  return whereAll([
    number !== undefined &&
      (numbered.length === 0
        ? sql`number = ${orderNumberFrom(number)}`
        : sql`(number = ${orderNumberFrom(number)} or id = any(${[...numbered]}::text[]))`),
    email !== undefined && sql`email ilike ${searchPattern(email)}`,
    name !== undefined && sql`customer ->> 'fullName' ilike ${searchPattern(name)}`,
    product !== undefined && sql`${productNames} ilike ${searchPattern(JSON.stringify(product).slice(1, -1), '"')}`,
    payment !== undefined &&
      sql`id in (select id from shop_order where session_id = ${payment} union select id from shop_order where payment_intent_id = ${payment})`,
    given !== undefined && sql`id = any(${[...given]}::text[])`,
    owner !== undefined &&
      sql`id in (select id from shop_order where user_id = ${owner.userId} union select id from shop_order where email = ${owner.email})`,
    status !== undefined && sql`status = ${status}`,
    from !== undefined && sql`created_at >= ${from}`,
    to !== undefined && sql`created_at < ${to}`,
  ]);
}

const NOTHING_ENTERED: Customer = { fullName: '', phone: null, company: null, taxNumber: null, zipCode: null, country: null, notes: null };

function orderOf(row: Row, mailState: MailState | null): StaffOrder {
  const at = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    customer: { ...NOTHING_ENTERED, ...row.customer },
    made: row.made ?? [],
    mailState,
    createdAt: new Date(row.createdAt),
    paidAt: at(row.paidAt),
    completedAt: at(row.completedAt),
  };
}
