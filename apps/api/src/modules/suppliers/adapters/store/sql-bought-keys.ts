import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { BoughtKeys } from '../../application/after-sales/bought-keys.ts';
import type { SupplierName } from '../../application/ports.ts';
import type { PurchaseState } from '../../application/purchases.ts';
import { suppliersKeyId } from './key-ids.ts';
import { rowsOf } from './rows.ts';

@Injectable()
export class SqlBoughtKeys extends BoughtKeys {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async noteStock(supplier: SupplierName, keys: readonly { id: string; keyId: string }[]): Promise<void> {
    await rowsOf(
      this.em,
      sql`update purchased_key set stock_key_id = given.key_id
        from unnest(${keys.map(({ id }) => id)}::text[], ${keys.map(({ keyId }) => keyId)}::text[]) as given (id, key_id)
        where purchased_key.supplier = ${supplier} and purchased_key.key_id = given.id`,
    );
  }

  override async sellerOf(keyId: string): Promise<{ supplier: SupplierName; offerId: string } | null> {
    const [row] = await rowsOf<{ supplier: SupplierName; offerId: string }>(
      this.em,
      sql`select purchase.supplier, offer_id as "offerId" from purchased_key join purchase on purchase.id = purchase_id
        where stock_key_id = ${keyId} and not is_known`,
    );
    return row ?? null;
  }

  override async ofPurchase(purchaseId: string): Promise<{ id: string; keyId: string | null; isKnown: boolean }[]> {
    const rows = await rowsOf<{ id: string; keyId: string | null; isKnown: boolean }>(
      this.em,
      sql`select key_id as id, stock_key_id as "keyId", is_known as "isKnown" from purchased_key where purchase_id = ${purchaseId} order by key_id`,
    );
    return rows.map((row) => ({ ...row, id: suppliersKeyId(purchaseId, row.id) }));
  }

  override async replacementOf(orderId: string, keyId: string, { isThere }: { isThere: boolean }): Promise<string | null> {
    const states: PurchaseState[] = ['planned', 'sent', 'ordered', 'unclear', ...(isThere ? [] : (['complete'] as const))];
    const [row] = await rowsOf<{ id: string }>(
      this.em,
      sql`select id from purchase where order_id = ${orderId} and replaces_key_id = ${keyId}
        and state = any(${states}::text[]) order by created_at desc, id desc limit 1`,
    );
    return row?.id ?? null;
  }
}
