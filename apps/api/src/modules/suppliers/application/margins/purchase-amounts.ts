import type { BuyerRefund } from '../../../orders/index.ts';
import type { PurchaseRecord } from '../purchases.ts';
import type { AfterSales } from './after-sales.ts';

/** What a purchase is in the books. Amounts in minor units of a euro. */
interface PurchaseAmounts {
  /** Keys that came and did not go back, known ones included: the supplier was paid for them. */
  readonly keys: number;
  /** What these cost, less what the supplier paid back. */
  readonly costMinor: number;
  /** What buyers paid for them, and have not got back. */
  readonly revenueMinor: number;
}

/**
 * The one rule of cost, revenue and margin, which views, the timeline, returns and reports follow. Null while nobody can say: before a purchase
 * is complete or ended, and for one that was refused (nothing was spent) or is unclear (nobody knows what was).
 *
 * Each key that came is paid for by the buyer of the order, but one that the shop had already (it satisfied no sale, and another key was
 * bought for it), one that replaces a key (it was paid for with the first one), and those that came too late for what the order lacked. What
 * was paid goes with a return of keys that no buyer had, and with a refund: all of it where the rest of the payment went back, else for the
 * keys that the refund took. An order that the supplier ended early costs the part of its keys that came.
 */
export function amountsOf(purchase: PurchaseRecord, { returned, refunds }: AfterSales): PurchaseAmounts | null {
  const { state, quantity, keys, knownKeys, chargedMinor, chargedPieces, replaces } = purchase;
  if (state !== 'complete' && state !== 'ended') return null;
  const back = returned?.state === 'done' ? returned : null;
  const good = Math.min(quantity, keys - knownKeys);
  const charged = Math.min(good, chargedPieces ?? good);
  // Those that nobody paid for go back first.
  const unsold = Math.max(0, (back?.unsold ?? 0) - (good - charged));
  const unpaid = refunds.some(({ isWhole }) => isWhole) ? good : unsold + refundedKeys(purchase, refunds).length;
  return {
    keys: Math.min(quantity, keys - (back?.keys ?? 0)),
    costMinor: countedCostMinor(purchase) - (back?.refundedMinor ?? 0),
    revenueMinor: replaces ? 0 : chargedMinor * Math.max(0, charged - unpaid),
  };
}

/** What the keys that came cost, in minor units of a euro, before any went back. */
export function countedCostMinor({ state, keys, quantity, priceMinor, costMinor }: PurchaseRecord): number {
  const wholeMinor = costMinor ?? priceMinor * quantity;
  return state === 'complete' ? wholeMinor : Math.round((wholeMinor * Math.min(keys, quantity)) / quantity);
}

/** The good keys of a purchase that refunds took from its buyer. */
export function refundedKeys({ stockKeyIds }: PurchaseRecord, refunds: readonly BuyerRefund[]): string[] {
  return stockKeyIds.filter((id) => refunds.some(({ keyIds }) => keyIds.includes(id)));
}
