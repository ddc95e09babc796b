import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { LOCKS } from '../../../../platform/database/locks.ts';
import { countedRows, whereAll } from '../../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../../shared/list-window.ts';
import type { ReadableKey, SupplierName, SupplierOrder } from '../../application/ports.ts';
import {
  type LateOrder,
  type NewPurchase,
  type OpenPurchase,
  type OverduePurchase,
  type Purchase,
  type PurchaseCounts,
  type PurchaseRecord,
  KeyPurchases,
  type PurchaseState,
} from '../../application/purchases.ts';
import { ownKeyId } from './key-ids.ts';
import { chargeLate, chargeLess, lockOpen, type Unbrought, unbrought } from './sql-late-orders.ts';
import { purchaseCounts } from './sql-purchase-counts.ts';
import { isLeftAlone, refusedSince } from './sql-refused-offers.ts';
import { dateOf, isOpen, purchaseColumns, recordColumns, recordOf, replacesNothing } from './purchase-rows.ts';
import { rowsOf } from './rows.ts';

/** Of rows that were closed before purchases had leases, `leased_until` is null. */
const isStill = ({ id, state, leasedUntil }: Purchase) =>
  sql`id = ${id} and state = ${state} and leased_until is not distinct from ${leasedUntil}`;
/** Of one that was taken: somebody hinted at its order since then. */
const isHinted = sql`due_at < leased_until`;

@Injectable()
export class SqlPurchases extends KeyPurchases {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async lock(): Promise<void> {
    await rowsOf(this.em, sql`select pg_advisory_xact_lock(${LOCKS.purchases})`);
  }

  override async add(purchase: NewPurchase, at: Date): Promise<void> {
    const { id, supplier, orderId, productId, supplierProductId, offerId, quantity, priceMinor, chargedMinor, replaces } = purchase;
    await rowsOf(
      this.em,
      sql`insert into purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor,
          created_at, due_at, replaces_key_id, replaces_line, replaces_slot, asked_by, accepts_loss, accepts_region)
        values (${id}, ${supplier}, ${orderId}, ${productId}, ${supplierProductId}, ${offerId}, ${quantity}, ${priceMinor},
          ${chargedMinor}, ${at}, ${at}, ${replaces?.keyId}, ${replaces?.line}, ${replaces?.slot}, ${replaces?.askedBy},
          ${replaces?.acceptsLoss ?? false}, ${replaces?.acceptsRegion ?? false})`,
    );
  }

  override open(orderIds: readonly string[]): Promise<OpenPurchase[]> {
    return rowsOf<OpenPurchase>(
      this.em,
      sql`select id, replaces_key_id as "replacedKeyId", order_id as "orderId", product_id as "productId",
          quantity - (select count(*)::integer from purchased_key where purchase_id = purchase.id) as outstanding
        from purchase where order_id = any(${[...orderIds]}::text[]) and ${isOpen}`,
    );
  }

  override refusedSince(since: Date): Promise<{ productId: string; closedAt: Date; isOutOfFunds: boolean }[]> {
    return refusedSince(this.em, since);
  }

  override isLeftAlone(offer: { supplier: SupplierName; offerId: string }, since: Date): Promise<boolean> {
    return isLeftAlone(this.em, offer, since);
  }

  override async take(supplier: SupplierName, at: Date, leaseUntil: Date): Promise<Purchase | null> {
    const [row] = await rowsOf<Purchase>(
      this.em,
      sql`update purchase set due_at = ${leaseUntil}, leased_until = ${leaseUntil}, tries = tries + 1 where id = (
          select id from purchase where supplier = ${supplier} and state in ('planned', 'sent', 'ordered') and due_at <= ${at}
            and (leased_until is null or leased_until <= ${at})
          order by due_at, id limit 1 for update skip locked
        ) returning ${purchaseColumns}`,
    );
    return row ? { ...row, sentAt: dateOf(row.sentAt), leasedUntil: leaseUntil } : null;
  }

  override async isHeld(purchase: Purchase): Promise<boolean> {
    return (await rowsOf(this.em, sql`select from purchase where ${isStill(purchase)} for update`)).length > 0;
  }

  override async locked(id: string): Promise<PurchaseRecord | null> {
    await rowsOf(this.em, sql`select from purchase where id = ${id} for update`);
    return this.ofId(id);
  }

  override async drop(purchase: Purchase): Promise<void> {
    await this.forget(sql`${isStill(purchase)} and state = 'planned'`);
  }

  override async sent(purchase: Purchase, at: Date): Promise<boolean> {
    const rows = await rowsOf(
      this.em,
      sql`update purchase set state = 'sent', sent_at = coalesce(sent_at, ${at}) where ${isStill(purchase)} returning id`,
    );
    return rows.length > 0;
  }

  override async dropPlanned({ orderId, productId }: Pick<NewPurchase, 'orderId' | 'productId'>): Promise<void> {
    await this.forget(sql`order_id = ${orderId} and product_id = ${productId} and state = 'planned' and replaces_key_id is null`);
  }

  private async forget(which: RawBuilder<unknown>): Promise<void> {
    await chargeLate(this.em, await rowsOf<Unbrought>(this.em, sql`delete from purchase where ${which} returning ${unbrought}`));
  }

  override lockOpen(of: Pick<NewPurchase, 'orderId' | 'productId'>): Promise<void> {
    return lockOpen(this.em, of);
  }

  override async ordered(id: string, { orderId, costMinor }: SupplierOrder, at: Date, late?: LateOrder): Promise<void> {
    if (late) await chargeLess(this.em, id, late.chargedPieces);
    await rowsOf(
      this.em,
      sql`update purchase set state = 'ordered', supplier_order_id = ${orderId}, cost_minor = ${costMinor}, failure = null, tries = 0,
        ordered_at = ${at}, closed_at = null, charged_pieces = coalesce(${late?.chargedPieces ?? null}, charged_pieces),
        due_at = case state when 'sent' then due_at else ${at} end, leased_until = case state when 'sent' then leased_until end${late?.replaces === false ? replacesNothing : sql``}
        where id = ${id} and state in ('sent', 'refused', 'unclear')`,
    );
  }

  override async postpone(purchase: Purchase, failure: string | null, dueAt: Date, state?: 'planned'): Promise<void> {
    const change = state === undefined ? sql`` : sql`, state = ${state}, sent_at = null`;
    await rowsOf(
      this.em,
      sql`update purchase set failure = ${failure}, due_at = case when ${isHinted} then due_at else ${dueAt} end, leased_until = null,
        tries = ${purchase.tries}${change} where ${isStill(purchase)}`,
    );
  }

  override async close(
    purchase: Purchase,
    {
      state,
      failure = null,
      isOutOfFunds = false,
      costMinor = null,
    }: { state: PurchaseState; failure?: string | null; isOutOfFunds?: boolean; costMinor?: number | null },
    at: Date,
  ): Promise<boolean> {
    const rows = await rowsOf<Unbrought & { isHinted: boolean }>(
      this.em,
      sql`update purchase set state = ${state}, failure = ${failure}, is_out_of_funds = ${isOutOfFunds},
        cost_minor = coalesce(${costMinor}, cost_minor), closed_at = ${at} where ${isStill(purchase)}
        returning ${isHinted} as "isHinted", ${unbrought}`,
    );
    // It may still bring its keys.
    if (state !== 'unclear') await chargeLate(this.em, rows);
    return rows[0]?.isHinted === true;
  }

  override async wake(supplier: SupplierName, supplierOrderId: string, at: Date): Promise<void> {
    await rowsOf(
      this.em,
      sql`update purchase set due_at = ${at} where supplier = ${supplier} and supplier_order_id = ${supplierOrderId} and state = 'ordered'
        and due_at > ${at}`,
    );
  }

  /** An id that another purchase of the supplier has is noted with that of this purchase before it: a supplier may count keys in each order. */
  override async noteKeys({ id, supplier }: Purchase, keys: readonly ReadableKey[], at: Date): Promise<ReadableKey[]> {
    const ids = [...new Set(keys.map((key) => key.id))];
    const fresh = await rowsOf<{ id: string }>(
      this.em,
      sql`insert into purchased_key (supplier, key_id, purchase_id, added_at)
        select ${supplier}, key_id, ${id}, ${at} from unnest(${ids}::text[]) as key_id
        on conflict (supplier, key_id) do nothing returning key_id as id`,
    );
    const noted = new Set(fresh.map((row) => row.id));
    const others = ids.filter((one) => !noted.has(one));
    // A statement of its own: it sees the rows that the first one met.
    const again = await rowsOf<{ id: string }>(
      this.em,
      sql`insert into purchased_key (supplier, key_id, purchase_id, added_at)
        select ${supplier}, own_id, ${id}, ${at} from unnest(${others}::text[], ${others.map((one) => ownKeyId(id, one))}::text[]) as given (id, own_id)
        where not exists (select from purchased_key where supplier = ${supplier} and key_id = given.id and purchase_id = ${id})
        on conflict (supplier, key_id) do nothing returning key_id as id`,
    );
    for (const row of again) noted.add(row.id);
    return keys.flatMap((key) => {
      const notedId = [key.id, ownKeyId(id, key.id)].find((one) => noted.delete(one));
      return notedId === undefined ? [] : [{ ...key, id: notedId }];
    });
  }

  override async markKnown(supplier: SupplierName, keyId: string): Promise<void> {
    await rowsOf(this.em, sql`update purchased_key set is_known = true where supplier = ${supplier} and key_id = ${keyId}`);
  }

  override inVain(orderIds: readonly string[]): Promise<{ orderId: string; productId: string; supplier: SupplierName; offerId: string }[]> {
    return rowsOf(
      this.em,
      sql`select order_id as "orderId", product_id as "productId", supplier, offer_id as "offerId" from purchase
        where order_id = any(${[...orderIds]}::text[]) and exists (select from purchased_key where purchase_id = purchase.id and is_known)`,
    );
  }

  override async ofId(id: string): Promise<PurchaseRecord | null> {
    return (await this.records(sql`id = ${id}`))[0] ?? null;
  }

  override ofOrder(orderId: string): Promise<PurchaseRecord[]> {
    return this.records(sql`order_id = ${orderId}`);
  }

  override settled({ ids, orderIds }: { ids: readonly string[]; orderIds: readonly string[] }): Promise<PurchaseRecord[]> {
    const isMeant = sql`(id = any(${[...ids]}::text[]) or order_id = any(${[...orderIds]}::text[]))`;
    return this.records(sql`state in ('complete', 'ended') and ${isMeant}`);
  }

  private async records(where: RawBuilder<unknown>): Promise<PurchaseRecord[]> {
    const rows = await rowsOf<PurchaseRecord>(this.em, sql`select ${recordColumns} from purchase where ${where} order by created_at, id`);
    return rows.map(recordOf);
  }

  override async list(
    supplier: SupplierName,
    state: PurchaseState | null,
    window: ListWindow,
  ): Promise<{ items: PurchaseRecord[]; total: number }> {
    const { rows, total } = await countedRows<PurchaseRecord>(this.em.getKysely() as never, {
      columns: recordColumns,
      from: sql`purchase`,
      where: whereAll([sql`supplier = ${supplier}`, state !== null && sql`state = ${state}`]),
      order: sql`created_at desc, id desc`,
      window,
    });
    return { items: rows.map(recordOf), total };
  }

  override async overdue(unsettledBefore: Date, orderedBefore: Date): Promise<OverduePurchase[]> {
    const rows = await rowsOf<OverduePurchase>(
      this.em,
      sql`select id, supplier, state, failure, coalesce(ordered_at, sent_at, created_at) as since from purchase
        where state in ('planned', 'sent', 'ordered')
          and coalesce(ordered_at, sent_at, created_at) < case when state = 'ordered' then ${orderedBefore}::timestamptz else ${unsettledBefore} end
        order by since, id limit 100`,
    );
    return rows.map((row) => ({ ...row, since: new Date(row.since) }));
  }

  override counts(since: Date): Promise<ReadonlyMap<SupplierName, PurchaseCounts>> {
    return purchaseCounts(this.em, since);
  }
}
