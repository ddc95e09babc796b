import { buyersCountry } from '@keyturn/shop-rules';
import { EntitySchema, LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { addLogFields } from '../../../platform/logging/log-fields.ts';
import { jobOrigin } from '../../../platform/queues/job-origin.ts';
import { InProcessBatches } from '../../../platform/database/in-process-batches.ts';
import { Clock } from '../../../shared/ports.ts';
import { type ChangedOrder, type OpenOrders, Orders, type PurchasedOrder } from '../application/ports.ts';
import { Order, type OrderEvent } from '../domain/order.ts';
import { networkRange } from '../domain/network-range.ts';
import { IdempotencyKeyTaken, OrderNumberTaken } from '../domain/order-errors.ts';

export const orderMapping = new EntitySchema<Order>({
  class: Order,
  tableName: 'shop_order',
  properties: {
    id: { type: 'string', primary: true },
    number: { type: 'string' },
    status: { type: 'string' },
    email: { type: 'string' },
    userId: { type: 'string', nullable: true },
    currency: { type: 'string' },
    totalMinor: { type: 'integer' },
    lines: { type: 'json' },
    customer: { type: 'json' },
    termsAcceptedAt: { type: 'datetime', nullable: true },
    termsVersion: { type: 'string', nullable: true },
    regionAcceptedAt: { type: 'datetime', nullable: true },
    clientAddress: { type: 'string' },
    fromCountry: { type: 'string', nullable: true },
    threeDSecure: { type: 'string', nullable: true, fieldName: 'three_d_secure' },
    browserId: { type: 'string' },
    idempotencyKey: { type: 'string', nullable: true },
    requestHash: { type: 'string' },
    sessionId: { type: 'string', nullable: true },
    sessionUrl: { type: 'string', nullable: true },
    paymentIntentId: { type: 'string', nullable: true },
    paymentProvider: { type: 'string' },
    refundedMinor: { type: 'integer' },
    chargedBackMinor: { type: 'integer' },
    holdReason: { type: 'string', nullable: true },
    linkRound: { type: 'integer' },
    waitingUntil: { type: 'datetime', nullable: true },
    linkOnly: { type: 'boolean' },
    keysMailed: { type: 'string', nullable: true },
    createdAt: { type: 'datetime' },
    expiresAt: { type: 'datetime' },
    paidAt: { type: 'datetime', nullable: true },
    completedAt: { type: 'datetime', nullable: true },
  },
});

@Injectable()
export class MikroOrmOrders extends Orders {
  /** A worker writes the mails of many orders at the same time. */
  private readonly reads = new InProcessBatches<string, Order | null>({
    together: async (batch) => {
      const orders = await this.em.fork().find(Order, { id: { $in: batch.map(({ item }) => item) } });
      const byId = new Map(orders.map((order) => [order.id, order]));
      return batch.map(({ item }) => byId.get(item) ?? null);
    },
    alone: (id) => this.em.fork().findOne(Order, { id }),
  });

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override save(order: Order, events: readonly OrderEvent[]): Promise<void> {
    return this.saveAll([{ order, events }]);
  }

  override async saveAll(changed: readonly ChangedOrder[]): Promise<void> {
    this.em.persist(changed.map(({ order }) => order));
    await this.em.flush().catch(tellTaken);
    const rows = changed.flatMap(({ order, events, inContext = (work) => work() }) => {
      inContext(() => addLogFields({ orderId: order.id }));
      const origin = inContext(jobOrigin);
      return events.map(
        ({ kind, actor, data, at }) => sql`(${order.id}, ${kind}, ${actor}, ${JSON.stringify(data)}::jsonb, ${at}, ${origin}::jsonb)`,
      );
    });
    if (rows.length === 0) return;
    await sql`insert into order_event (order_id, kind, actor, data, at, origin) values ${sql.join(rows)}`.execute(this.em.getKysely());
  }

  override forUpdate(id: string): Promise<Order | null> {
    addLogFields({ orderId: id });
    return this.em.findOne(Order, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  override async unlockedForUpdate(ids: readonly string[]): Promise<ReadonlyMap<string, Order>> {
    const orders = await this.em.find(
      Order,
      { id: { $in: [...ids] } },
      { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, orderBy: { id: 'asc' } },
    );
    return new Map(orders.map((order) => [order.id, order]));
  }

  override ofId(id: string): Promise<Order | null> {
    return this.em.isInTransaction() ? this.em.findOne(Order, { id }) : this.reads.run(id);
  }

  override async purchased(ids: readonly string[]): Promise<ReadonlyMap<string, PurchasedOrder>> {
    const { rows } = await sql<
      Omit<PurchasedOrder, 'country'> & { id: string; named: string | null; header: string | null }
    >`select id, currency, lines, customer ->> 'country' as named, from_country as header from shop_order
      where id = any(${[...ids]}::text[])`.execute(this.em.getKysely());
    return new Map(rows.map(({ id, named, header, ...order }) => [id, { ...order, country: buyersCountry(named, header) }]));
  }

  /** One statement: every checkout waits for it. */
  override async noteSession(id: string, session: { id: string; url: string }): Promise<boolean> {
    const noted = await this.reader().nativeUpdate(Order, { id, status: 'pending' }, { sessionId: session.id, sessionUrl: session.url });
    return noted === 1;
  }

  override ofSession(sessionId: string, paymentProvider: string): Promise<Order | null> {
    return this.reader().findOne(Order, { sessionId, paymentProvider });
  }

  override ofCheckout(sessionId: string, browserId: string): Promise<Order | null> {
    return this.reader().findOne(Order, { sessionId, browserId });
  }

  override ofPayment(intentId: string, paymentProvider: string): Promise<Order | null> {
    return this.reader().findOne(Order, { paymentIntentId: intentId, paymentProvider });
  }

  override async hasEvent(orderId: string, kind: string): Promise<boolean> {
    const { rows } = await sql`select 1 from order_event where order_id = ${orderId} and kind = ${kind} limit 1`.execute(
      this.em.getKysely(),
    );
    return rows.length > 0;
  }

  override ofIdempotencyKey(key: string): Promise<Order | null> {
    return this.reader().findOne(Order, { idempotencyKey: key });
  }

  override openOfBrowser(browserId: string): Promise<Order[]> {
    return this.reader().find(Order, { browserId, status: 'pending' }, { orderBy: { createdAt: 'asc' } });
  }

  override async openOf(address: string, email: string): Promise<OpenOrders> {
    const { from, to } = networkRange(address);
    await this.lock(`network ${from}`, `email ${email}`);
    const { rows } = await sql<Pick<Order, 'clientAddress' | 'email' | 'currency' | 'totalMinor' | 'lines'>>`
      select client_address as "clientAddress", email, currency, total_minor as "totalMinor", lines from shop_order
      where status = 'pending' and ((client_address collate "C" >= ${from} and client_address collate "C" < ${to}) or email = ${email})
      order by created_at, id`.execute(this.em.getKysely());
    return {
      ofAddress: rows.filter((row) => row.clientAddress === address).length,
      ofEmail: rows.filter((row) => row.email === email).length,
      ofNetwork: rows.filter((row) => row.clientAddress >= from && row.clientAddress < to),
    };
  }

  override lockBuyer(address: string, email: string): Promise<void> {
    return this.lock(`address ${address}`, `email ${email}`);
  }

  override async takeForReconciling(placedBefore: Date, endedAfter: Date, limit: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update shop_order set reconciled_at = ${this.clock.now()} where id in (
        select id from shop_order join (
          select id, row_number() over (partition by status = 'pending' order by reconciled_at nulls first)
            * case when status = 'pending' then 1 else 4 end as turn
          from shop_order
          where (status = 'pending' and created_at < ${placedBefore}) or (status in ('expired', 'payment_failed') and expires_at > ${endedAfter})
        ) due using (id)
        order by turn, status = 'pending' desc limit ${limit} for update of shop_order skip locked
      ) returning id`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }

  override async takeDisputed(before: Date, limit: number): Promise<{ intentId: string; provider: string }[]> {
    const { rows } = await sql<{ intentId: string; provider: string }>`
      update shop_order set reconciled_at = ${this.clock.now()} where id in (
        select id from shop_order where status = 'disputed' and payment_intent_id is not null and (reconciled_at is null or reconciled_at < ${before})
        order by reconciled_at nulls first limit ${limit} for update skip locked
      ) returning payment_intent_id as "intentId", payment_provider as provider`.execute(this.em.getKysely());
    return rows;
  }

  override async takeDisputedNext(id: string): Promise<void> {
    await sql`update shop_order set reconciled_at = null where id = ${id}`.execute(this.em.getKysely());
  }

  override async refundsDue(before: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from shop_order
      where status = 'paid' and ((waiting_until is null and paid_at < ${before}) or waiting_until <= ${this.clock.now()})
      order by paid_at limit 500`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }

  override async unnotified(until: Date, after: string | null): Promise<string[]> {
    const behind = after === null ? sql`` : sql`and (paid_at, id) > (select paid_at, id from shop_order where id = ${after})`;
    const { rows } = await sql<{ id: string }>`select id from shop_order
      where status = 'paid' and waiting_until is not null and notified_at is null and paid_at <= ${until} ${behind}
      order by paid_at, id limit 500`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }

  override async noteNotified(id: string): Promise<void> {
    await sql`update shop_order set notified_at = ${this.clock.now()} where id = ${id}`.execute(this.em.getKysely());
  }

  override async heldSince(reason: string, before: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from shop_order
      where status = 'on_hold' and hold_reason = ${reason} and paid_at < ${before} order by paid_at limit 100`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }

  /** Sorted, so that concurrent checkouts do not deadlock. */
  private async lock(...names: string[]): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names.toSorted()}::text[]) as name`.execute(
      this.em.getKysely(),
    );
  }

  /** The transaction's EntityManager, or a fresh fork outside of one, so that nothing stale is read from an identity map. */
  private reader(): EntityManager {
    return this.em.isInTransaction() ? this.em : this.em.fork();
  }
}

function tellTaken(error: unknown): never {
  const constraint = error instanceof UniqueConstraintViolationException && 'constraint' in error ? error.constraint : null;
  if (constraint === 'shop_order_number_key') throw new OrderNumberTaken({ cause: error });
  throw constraint === 'shop_order_idempotency' ? new IdempotencyKeyTaken({ cause: error }) : error;
}
