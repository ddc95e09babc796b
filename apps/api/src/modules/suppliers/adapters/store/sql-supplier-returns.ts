import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type ReturnState, type SupplierReturn, SupplierReturns } from '../../application/after-sales/returns.ts';
import type { SupplierName } from '../../application/ports.ts';
import { rowsOf } from './rows.ts';

const columns = sql`purchase_id as "purchaseId", supplier, state, is_by_hand as "isByHand", keys, undelivered, coalesce(unsold, undelivered) as unsold,
  cost_minor as "costMinor", refunded_minor as "refundedMinor", failure, asked_by as "askedBy", asked_at as "askedAt", sent_at as "sentAt", due_at as "dueAt", closed_at as "closedAt", tries`;

@Injectable()
export class SqlSupplierReturns extends SupplierReturns {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async ofPurchases(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, SupplierReturn>> {
    if (purchaseIds.length === 0) return new Map();
    const rows = await rowsOf<SupplierReturn>(
      this.em,
      sql`select ${columns} from supplier_return where purchase_id = any(${[...purchaseIds]}::text[])`,
    );
    return new Map(rows.map((row) => [row.purchaseId, withDates(row)]));
  }

  override async lock(purchaseId: string): Promise<SupplierReturn | null> {
    const [row] = await rowsOf<SupplierReturn>(
      this.em,
      sql`select ${columns} from supplier_return where purchase_id = ${purchaseId} for update`,
    );
    return row ? withDates(row) : null;
  }

  override async overdue(askedBefore: Date): Promise<SupplierReturn[]> {
    const rows = await rowsOf<SupplierReturn>(
      this.em,
      sql`select ${columns} from supplier_return where state in ('asked', 'sent', 'accepted') and asked_at < ${askedBefore}
        order by asked_at, purchase_id limit 100`,
    );
    return rows.map(withDates);
  }

  override async doneBetween(from: Date, to: Date): Promise<string[]> {
    const rows = await rowsOf<{ id: string }>(
      this.em,
      sql`select purchase_id as id from supplier_return where state = 'done' and closed_at >= ${from} and closed_at < ${to}`,
    );
    return rows.map(({ id }) => id);
  }

  override async add(asked: Omit<SupplierReturn, 'tries' | 'dueAt' | 'sentAt'>): Promise<void> {
    const {
      purchaseId,
      supplier,
      state,
      isByHand,
      keys,
      undelivered,
      unsold,
      costMinor,
      refundedMinor,
      failure,
      askedBy,
      askedAt,
      closedAt,
    } = asked;
    await rowsOf(this.em, sql`delete from supplier_return where purchase_id = ${purchaseId}`);
    await rowsOf(
      this.em,
      sql`insert into supplier_return (purchase_id, supplier, state, is_by_hand, keys, undelivered, unsold, cost_minor, refunded_minor, failure,
          asked_by, asked_at, due_at, closed_at)
        values (${purchaseId}, ${supplier}, ${state}, ${isByHand}, ${keys}, ${undelivered}, ${unsold}, ${costMinor}, ${refundedMinor}, ${failure},
          ${askedBy}, ${askedAt}, ${askedAt}, ${closedAt})`,
    );
  }

  override async take(supplier: SupplierName, at: Date, leaseUntil: Date): Promise<SupplierReturn | null> {
    const [row] = await rowsOf<SupplierReturn>(
      this.em,
      sql`update supplier_return set due_at = ${leaseUntil}, tries = tries + 1 where purchase_id = (
          select purchase_id from supplier_return where supplier = ${supplier} and state in ('asked', 'sent', 'accepted') and due_at <= ${at}
          order by due_at, purchase_id limit 1 for update skip locked
        ) returning ${columns}`,
    );
    return row ? { ...withDates(row), dueAt: leaseUntil } : null;
  }

  override async step(
    { purchaseId, state: before, dueAt: lease }: SupplierReturn,
    {
      state,
      failure = null,
      dueAt = lease,
      sentAt,
      refundedMinor,
    }: { state: ReturnState; failure?: string | null; dueAt?: Date; sentAt?: Date | null; refundedMinor?: number },
    at: Date,
  ): Promise<boolean> {
    const isClosed = state === 'done' || state === 'refused';
    const rows = await rowsOf(
      this.em,
      sql`update supplier_return set state = ${state}, failure = ${failure}, due_at = ${dueAt}, refunded_minor = ${refundedMinor ?? null},
          sent_at = case when ${sentAt === undefined} then sent_at else ${sentAt ?? null}::timestamptz end,
          tries = case when state = ${state} then tries else 0 end, closed_at = ${isClosed ? at : null}
        where purchase_id = ${purchaseId} and state = ${before} and due_at = ${lease} returning purchase_id`,
    );
    return rows.length > 0;
  }
}

function withDates(row: SupplierReturn): SupplierReturn {
  const dateOf = (at: Date | null) => at && new Date(at);
  return { ...row, askedAt: new Date(row.askedAt), sentAt: dateOf(row.sentAt), dueAt: new Date(row.dueAt), closedAt: dateOf(row.closedAt) };
}
