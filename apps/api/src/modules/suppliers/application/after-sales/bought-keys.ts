import type { SupplierName } from '../ports.ts';

/** `id` is the supplier's. `isKnown`: the shop had it before, from elsewhere. `keyId` null: the shop has not noted which it is. */
export interface BoughtKey {
  readonly id: string;
  readonly keyId: string | null;
  readonly isKnown: boolean;
}

/** Which keys of the shop came from which purchase. Methods that change something must run inside a transaction. */
export abstract class BoughtKeys {
  /** Notes under which ids the keys of a supplier, by the ids that they are noted by, are in stock. */
  abstract noteStock(supplier: SupplierName, keys: readonly { readonly id: string; readonly keyId: string }[]): Promise<void>;
  /** Where a key of the shop was bought first; null for one that was not, or before the shop noted it. */
  abstract sellerOf(keyId: string): Promise<{ readonly supplier: SupplierName; readonly offerId: string } | null>;
  abstract ofPurchase(purchaseId: string): Promise<BoughtKey[]>;
  /**
   * The purchase that is to replace this key; null if there is none. `isThere`: the buyer still has the key, and a closed purchase brought no
   * good one. Else also the one that is complete.
   */
  abstract replacementOf(orderId: string, keyId: string, key: { readonly isThere: boolean }): Promise<string | null>;
}
