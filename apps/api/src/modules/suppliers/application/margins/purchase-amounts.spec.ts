import { expect, test } from '@jest/globals';
import type { BuyerRefund } from '../../../orders/index.ts';
import type { SupplierReturn } from '../after-sales/returns.ts';
import type { PurchaseRecord } from '../purchases.ts';
import { amountsOf } from './purchase-amounts.ts';

/** Three keys for 5 euros each, of the 10 that the buyer paid for each. */
function purchase(change: Partial<PurchaseRecord> = {}): PurchaseRecord {
  const amounts = { quantity: 3, keys: 3, knownKeys: 0, priceMinor: 500, chargedMinor: 1000, costMinor: 1500 };
  return { state: 'complete', ...amounts, stockKeyIds: ['a', 'b', 'c'], replaces: null, ...change } as PurchaseRecord;
}
const back = (change: Partial<SupplierReturn>) => ({ state: 'done', keys: 3, unsold: 0, refundedMinor: 1500, ...change }) as SupplierReturn;
const refund = (isWhole: boolean, ...keyIds: string[]): BuyerRefund => ({ orderId: 'order', at: new Date(0), isWhole, keyIds });
const replaces = { keyId: 'dead', line: 0, slot: 0, askedBy: 'ada', acceptsLoss: false, acceptsRegion: false };

test.each<[string, PurchaseRecord, SupplierReturn | null, BuyerRefund[], object | null]>([
  ['is complete', purchase(), null, [], { keys: 3, costMinor: 1500, revenueMinor: 3000 }],
  ['costs as agreed', purchase({ costMinor: null }), null, [], { costMinor: 1500 }],
  ['ended with a part', purchase({ state: 'ended', keys: 1 }), null, [], { keys: 1, costMinor: 500, revenueMinor: 1000 }],
  ['ended without keys', purchase({ state: 'ended', keys: 0 }), null, [], { keys: 0, costMinor: 0, revenueMinor: 0 }],
  ['is open', purchase({ state: 'ordered' }), null, [], null],
  ['was refused', purchase({ state: 'refused' }), null, [], null],
  ['is unclear', purchase({ state: 'unclear' }), null, [], null],
  ['brought a known key', purchase({ knownKeys: 1 }), null, [], { keys: 3, costMinor: 1500, revenueMinor: 2000 }],
  ['brought more than was ordered', purchase({ keys: 4 }), null, [], { keys: 3, costMinor: 1500, revenueMinor: 3000 }],
  ['brought more than was ordered, and went back', purchase({ keys: 4 }), back({ keys: 4, unsold: 3 }), [], { keys: 0, costMinor: 0 }],
  ['came late, but for one key', purchase({ chargedPieces: 1 }), null, [], { costMinor: 1500, revenueMinor: 1000 }],
  ['came late, of which the others went back', purchase({ chargedPieces: 1 }), back({ keys: 2, unsold: 2 }), [], { revenueMinor: 1000 }],
  ['came late, and went back', purchase({ chargedPieces: 1 }), back({ unsold: 3 }), [], { revenueMinor: 0 }],
  ['came late, and was refunded', purchase({ chargedPieces: 1 }), null, [refund(false, 'b')], { revenueMinor: 0 }],
  ['came late for a part, of which little came', purchase({ chargedPieces: 2, keys: 1 }), null, [], { revenueMinor: 1000 }],
  ['replaces a key', purchase({ replaces }), null, [], { costMinor: 1500, revenueMinor: 0 }],
  ['went back unsold', purchase(), back({ unsold: 3 }), [], { keys: 0, costMinor: 0, revenueMinor: 0 }],
  ['went back after replacements', purchase(), back({ refundedMinor: 900 }), [], { costMinor: 600, revenueMinor: 3000 }],
  ['goes back', purchase(), back({ state: 'accepted', unsold: 3, refundedMinor: null }), [], { costMinor: 1500, revenueMinor: 3000 }],
  ['was refunded in part', purchase(), null, [refund(false, 'b', 'own')], { costMinor: 1500, revenueMinor: 2000 }],
  ['was refunded', purchase(), null, [refund(false, 'b'), refund(true)], { costMinor: 1500, revenueMinor: 0 }],
  ['was refunded and went back', purchase(), back({ unsold: 0 }), [refund(true)], { keys: 0, costMinor: 0, revenueMinor: 0 }],
])('what a purchase that %s costs and brings', (_what, bought, returned, refunds, amounts) => {
  const read = amountsOf(bought, { returned, refunds });
  if (amounts === null) expect(read).toBeNull();
  else expect(read).toMatchObject(amounts);
});
