import type { Alert } from '../../../shared/ports.ts';
import type { PurchaseRecord } from './purchases.ts';

/** What staff should know of a purchase: once for its `cause`, which is the text itself where it is left out. */
export function purchaseAlert({ id, supplier }: Pick<PurchaseRecord, 'id' | 'supplier'>, what: string, cause = what): Alert {
  return { kind: 'supplier-purchase', id: `${id} ${cause}`, about: supplier, detail: `Purchase ${id}: ${what}` };
}
