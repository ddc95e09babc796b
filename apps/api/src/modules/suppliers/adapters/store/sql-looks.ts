import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type Look, Looks } from '../../application/after-sales/looks.ts';
import type { OrderHint } from '../../application/messages.ts';
import type { SupplierName } from '../../application/ports.ts';
import { rowsOf } from './rows.ts';

const isStill = ({ purchaseId, dueAt }: Look) => sql`purchase_id = ${purchaseId} and due_at = ${dueAt}`;

@Injectable()
export class SqlLooks extends Looks {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async add(supplier: SupplierName, purchaseId: string, dueAt: Date): Promise<void> {
    await rowsOf(
      this.em,
      sql`insert into supplier_look (purchase_id, supplier, due_at) values (${purchaseId}, ${supplier}, ${dueAt})
        on conflict (purchase_id) do update set due_at = least(supplier_look.due_at, excluded.due_at)`,
    );
  }

  override async hear(supplier: SupplierName, { supplierOrderId, reference }: Omit<OrderHint, 'kind'>, at: Date): Promise<void> {
    await rowsOf(
      this.em,
      sql`insert into supplier_look (purchase_id, supplier, due_at, is_hinted)
        select id, supplier, ${at}::timestamptz, true from purchase
          where supplier = ${supplier} and supplier_order_id = ${supplierOrderId} and state in ('complete', 'ended')
        union select id, supplier, ${at}, true from purchase where id = ${reference ?? null} and supplier = ${supplier}
          and state in ('refused', 'unclear')
        on conflict (purchase_id) do update set due_at = least(supplier_look.due_at, excluded.due_at), is_hinted = true`,
    );
  }

  override async take(supplier: SupplierName, at: Date, leaseUntil: Date, hintedFirst: boolean): Promise<Look | null> {
    const [row] = await rowsOf<Omit<Look, 'dueAt'>>(
      this.em,
      sql`update supplier_look set due_at = ${leaseUntil}, tries = tries + 1 where purchase_id = (
          select purchase_id from supplier_look where supplier = ${supplier} and due_at <= ${at}
          order by is_hinted = ${hintedFirst} desc, due_at, purchase_id limit 1 for update skip locked
        ) returning purchase_id as "purchaseId", tries`,
    );
    return row ? { ...row, dueAt: leaseUntil } : null;
  }

  override async made(look: Look, nextAt: Date | null): Promise<void> {
    await rowsOf(
      this.em,
      nextAt === null
        ? sql`delete from supplier_look where ${isStill(look)}`
        : sql`update supplier_look set due_at = ${nextAt}, tries = 0, is_hinted = false where ${isStill(look)}`,
    );
  }

  override async postpone(look: Look, dueAt: Date): Promise<void> {
    await rowsOf(this.em, sql`update supplier_look set due_at = ${dueAt} where ${isStill(look)}`);
  }
}
