import { Injectable } from '@nestjs/common';
import { Alerts, Clock } from '../../../../shared/ports.ts';
import { BuyerRefunds } from '../../../orders/index.ts';
import { HoldReturns, type ReturnableState } from '../../../stock/index.ts';
import { countedCostMinor, refundedKeys } from '../margins/purchase-amounts.ts';
import { purchaseAlert } from '../purchase-alert.ts';
import { KeyPurchases, type PurchaseRecord } from '../purchases.ts';
import { type BoughtKey, BoughtKeys } from './bought-keys.ts';
import { askedByItself, isByItself, SupplierReturns } from './returns.ts';

/** Keys of an order that the supplier has taken back by itself so far, by its ids. Null: all of them. */
export interface Withdrawn {
  readonly ids: readonly string[] | null;
  /** Those that it has paid for. */
  readonly paid: readonly string[] | null;
}

const BY_ITSELF = 'The supplier took them back by itself.';

/** Notes which keys of a closed purchase its supplier took back without being asked. */
@Injectable()
export class NoteWithdrawn {
  constructor(
    private readonly purchases: KeyPurchases,
    private readonly bought: BoughtKeys,
    private readonly returns: SupplierReturns,
    private readonly refunds: BuyerRefunds,
    private readonly stock: HoldReturns,
    private readonly alerts: Alerts,
    private readonly clock: Clock,
  ) {}

  /**
   * Like a return that the supplier made: keys that no buyer has are burnt, and what the supplier paid for is no cost any more. Reserved ones
   * are among them, also those of unpaid checkouts: nobody has seen them, and a payment copes with a reservation that is gone. Keys that a
   * buyer has stay, and are never sold again. Called again with more keys, it raises what is noted; staff is told each time. What goes back
   * because staff asked for it is left to that return. What is added later counts on the day of the first keys, too: a purchase has one return
   * with one day, and a later day would take away what reports of the first one say. In a transaction.
   */
  async run(purchase: PurchaseRecord, { ids, paid }: Withdrawn): Promise<void> {
    await this.purchases.lock();
    const { id: purchaseId, supplier } = purchase;
    const earlier = await this.returns.lock(purchaseId);
    if (earlier !== null && earlier.state !== 'refused' && earlier.state !== 'done') return;
    const before = earlier?.state === 'done' ? earlier : null;
    const all = await this.bought.ofPurchase(purchaseId);
    // What staff recorded stands; what comes later is added to it. The supplier need not name what they gave back.
    const ofStaff = before && (before.isByHand || !isByItself(before)) ? before : null;
    const given = ofStaff ? await this.stock.held(purchaseId, keyIdsOf(all)) : [];
    const isNamed = ({ id }: BoughtKey) => ids?.includes(id) ?? true;
    if (!all.some(isNamed)) return;
    const gone = all.filter((key) => isNamed(key) || given.includes(key.keyId ?? ''));
    // One that the shop had before is of another purchase, too, which is not paid back.
    const ours = gone.filter(({ isKnown }) => !isKnown);
    const keyIds = keyIdsOf(ours);
    const states = await this.stock.withdraw(purchaseId, keyIds);
    const costMinor = countedCostMinor(purchase);
    const paidKeys = gone.filter(({ id }) => paid?.includes(id) ?? true).length;
    const paidMinor = (keys: number) => Math.round((costMinor * keys) / all.length);
    const more = gone.length - (before?.keys ?? 0);
    const refundedMinor = ofStaff
      ? Math.min(costMinor, (ofStaff.refundedMinor ?? 0) + paidMinor(Math.min(more, paidKeys)))
      : paidMinor(paidKeys);
    if (more < 0 || (more === 0 && (ofStaff !== null || refundedMinor === (before?.refundedMinor ?? 0)))) return;
    const inState = (...meant: readonly ReturnableState[]) => keyIds.filter((id) => meant.includes(states.get(id) ?? 'unsold'));
    const withBuyers = inState('delivered');
    const sold = [...withBuyers, ...inState('replaced')];
    const refunded = refundedKeys(purchase, await this.refunds.of([purchase.orderId]));
    const at = this.clock.now();
    await this.returns.add({
      ...{ purchaseId, supplier, state: 'done', isByHand: before?.isByHand ?? false, keys: gone.length },
      undelivered: gone.length - sold.length,
      unsold: keyIds.filter((id) => !sold.includes(id) && !refunded.includes(id)).length,
      ...{ costMinor, refundedMinor, failure: BY_ITSELF },
      ...{ askedBy: before?.askedBy ?? askedByItself(supplier), askedAt: before?.askedAt ?? at, closedAt: before?.closedAt ?? at },
    });
    const unknown = ours.length - keyIds.length;
    const told =
      `the supplier took ${gone.length} of the ${all.length} keys of its order ${purchase.supplierOrderId} back: buyers have ${withBuyers.length}, ${inState('unsold').length} are off sale.` +
      (unknown > 0 ? ` Of ${unknown} the shop has not noted where they are in stock: find and burn them.` : '');
    await this.alerts.raise(purchaseAlert(purchase, told, `withdrawn ${gone.length}`));
  }

  /** The supplier ended the order before all keys had come, and does not say which it took back. In a transaction. */
  async tellUnnamed(purchase: PurchaseRecord): Promise<void> {
    const { id, keys, supplierOrderId } = purchase;
    if (keys === 0 || (await this.returns.lock(id))?.state === 'done') return;
    const told = `the supplier ended its order ${supplierOrderId} and does not say whether it took back the ${keys} keys that had come. Ask it, and take them off sale if so.`;
    await this.alerts.raise(purchaseAlert(purchase, told, 'unnamed'));
  }
}

function keyIdsOf(keys: readonly BoughtKey[]): string[] {
  return keys.flatMap(({ keyId }) => keyId ?? []);
}
