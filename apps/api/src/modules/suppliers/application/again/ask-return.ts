import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { type PlaceOfKey, SendBackKeys } from '../../../stock/index.ts';
import {
  KeysDelivered,
  PurchaseUnknown,
  RefundAboveCost,
  ReturnByCall,
  ReturnByHand,
  ReturnNotPossible,
} from '../../domain/return-errors.ts';
import { SupplierOff } from '../../domain/supplier-errors.ts';
import { Suppliers } from '../ports.ts';
import { countedCostMinor, KeyPurchases, type PurchaseRecord } from '../purchases.ts';
import { supplierNamed } from '../steer-suppliers.ts';
import { type BoughtKey, BoughtKeys } from './bought-keys.ts';
import { type SupplierReturn, SupplierReturns } from './returns.ts';

interface How {
  /** Of one by hand: the supplier leaves keys that the shop had before, and they stay as they are. */
  readonly exceptsKnown: boolean;
  /** What the supplier has paid back by hand, in minor units of a euro; null: it is asked by its call. */
  readonly refundedMinor: number | null;
}

/** Gives the keys of a purchase back to the supplier, or records that this was done by hand. */
@Injectable()
export class AskReturn {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly purchases: KeyPurchases,
    private readonly bought: BoughtKeys,
    private readonly returns: SupplierReturns,
    private readonly stock: SendBackKeys,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the keys off sale; a worker asks the supplier. Called again while one is open or done, it changes nothing. Answers how it
   * stands. @throws SupplierUnknown, PurchaseUnknown, ReturnNotPossible, KeysDelivered, ReturnByHand, ReturnByCall, SupplierOff,
   * RefundAboveCost
   */
  run(text: string, purchaseId: string, how: How, act: StaffAct): Promise<SupplierReturn> {
    const name = supplierNamed(text);
    return this.transaction.run(async () => {
      await this.purchases.lock();
      const purchase = await this.purchases.ofId(purchaseId);
      if (purchase?.supplier !== name) throw new PurchaseUnknown();
      const earlier = (await this.returns.ofPurchases([purchaseId])).get(purchaseId);
      if (earlier && earlier.state !== 'refused') return earlier;
      const costMinor = countedCostMinor(purchase);
      const keys = await this.bought.ofPurchase(purchaseId);
      // A call would take back all keys, also those that the supplier has agreed to leave.
      const isAgreed = how.exceptsKnown && keys.some(({ isKnown }) => isKnown);
      this.check(purchase, costMinor, how.refundedMinor, isAgreed || earlier !== undefined);
      return this.add(purchase, keys, costMinor, how, act);
    });
  }

  private async add(
    purchase: PurchaseRecord,
    keys: readonly BoughtKey[],
    costMinor: number,
    { exceptsKnown, refundedMinor }: How,
    act: StaffAct,
  ): Promise<SupplierReturn> {
    const { id: purchaseId, supplier } = purchase;
    const isByHand = refundedMinor !== null;
    const meant = keys.filter(({ isKnown }) => !(isKnown && isByHand && exceptsKnown));
    const keyIds = meant.flatMap(({ keyId }) => keyId ?? []);
    if (keyIds.length < meant.length) throw new ReturnNotPossible('unknown');
    const places = await this.stock.hold(purchaseId, keyIds);
    const countOf = (place: PlaceOfKey) => [...places.values()].filter((one) => one === place).length;
    if (countOf('reserved') > 0) throw new ReturnNotPossible('reserved');
    if (countOf('returning') > 0) throw new ReturnNotPossible('returning');
    if (countOf('delivered') > 0) throw new KeysDelivered(countOf('delivered'));
    if (isByHand) await this.stock.burn(purchaseId, keyIds);
    const at = this.clock.now();
    const undelivered = keys.filter(({ keyId, isKnown }) => isKnown || places.get(keyId ?? '') !== 'replaced').length;
    const asked = {
      ...{ purchaseId, supplier, keys: keys.length, undelivered, costMinor, refundedMinor, isByHand },
      state: isByHand ? 'done' : 'asked',
      askedBy: act.by.name,
      askedAt: at,
      closedAt: isByHand ? at : null,
    } as const;
    await this.returns.add(asked);
    await this.audit.record({
      ...act,
      action: 'suppliers.return',
      subject: { type: 'purchase', id: purchaseId },
      after: {
        supplier,
        state: asked.state,
        keys: keys.length,
        cost: costMinor / 100,
        ...(isByHand && { refunded: refundedMinor / 100 }),
      },
    });
    return { ...asked, tries: 0, failure: null, sentAt: null, dueAt: at };
  }

  private check(
    { supplier: name, state, keys }: PurchaseRecord,
    costMinor: number,
    refundedMinor: number | null,
    mayBeByHand: boolean,
  ): void {
    if (state !== 'complete' && state !== 'ended') throw new ReturnNotPossible('open');
    if (keys === 0) throw new ReturnNotPossible('empty');
    const supplier = this.suppliers.named(name);
    if (refundedMinor !== null) {
      if (state === 'complete' && supplier?.returns === 'call' && !mayBeByHand) throw new ReturnByCall(name);
      if (refundedMinor > costMinor) throw new RefundAboveCost(costMinor);
      return;
    }
    if (state === 'ended') throw new ReturnNotPossible('ended');
    if (!supplier) throw new SupplierOff();
    if (supplier.returns === 'by hand') throw new ReturnByHand(name);
  }
}
