import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { BuyerRefunds } from '../../../orders/index.ts';
import { type ReturnableState, HoldReturns } from '../../../stock/index.ts';
import { PurchaseUnknown } from '../../domain/purchase-errors.ts';
import { KeysDelivered, RefundAboveCost, ReturnByCall, ReturnByHand, ReturnNotPossible } from '../../domain/return-errors.ts';
import { mayStillShow } from '../../domain/retries.ts';
import { SupplierFailed, SupplierOff } from '../../domain/supplier-errors.ts';
import { type SupplierName, Suppliers } from '../ports.ts';
import { countedCostMinor, refundedKeys } from '../margins/purchase-amounts.ts';
import { KeyPurchases, type PurchaseRecord } from '../purchases.ts';
import { supplierNamed } from '../steer-suppliers.ts';
import { type BoughtKey, BoughtKeys } from './bought-keys.ts';
import { isByItself, type SupplierReturn, SupplierReturns } from './returns.ts';

interface How {
  /** Of one by hand: the supplier leaves keys that the shop had before, and they stay as they are. */
  readonly exceptsKnown: boolean;
  /** What the supplier has paid back by hand, in minor units of a euro; null: it is asked by its call. */
  readonly refundedMinor: number | null;
  /** Of a return that is open: only the keys that the supplier names went back. */
  readonly onlyTaken: boolean;
}

/** The keys that a supplier names as returned, and the return as it was before the supplier was asked. */
interface Taken {
  readonly ids: readonly string[];
  readonly of: SupplierReturn | null;
}

const NOTHING_TAKEN = 'Closed by staff: the supplier has none of the keys.';

/** Gives the keys of a purchase back to the supplier, or records that this was done by hand. */
@Injectable()
export class AskReturn {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly purchases: KeyPurchases,
    private readonly bought: BoughtKeys,
    private readonly returns: SupplierReturns,
    private readonly refunds: BuyerRefunds,
    private readonly stock: HoldReturns,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the keys off sale; a worker asks the supplier. Called again while one is open or done, it changes nothing, but `refundedMinor`
   * closes one that was sent, or that nobody can send, and corrects what the supplier paid back by itself. Answers how it stands. @throws
   * SupplierUnknown, PurchaseUnknown, ReturnNotPossible, KeysDelivered, ReturnByHand, ReturnByCall, SupplierOff, RefundAboveCost
   */
  async run(text: string, purchaseId: string, how: How, act: StaffAct): Promise<SupplierReturn> {
    const name = supplierNamed(text);
    const taken = how.onlyTaken ? await this.takenOf(name, purchaseId) : null;
    return this.transaction.run(async () => {
      await this.purchases.lock();
      const purchase = await this.purchases.ofId(purchaseId);
      if (purchase?.supplier !== name) throw new PurchaseUnknown();
      const earlier = await this.returns.lock(purchaseId);
      const isOpen = earlier !== null && earlier.state !== 'refused' && earlier.state !== 'done';
      if (earlier?.state === 'done') return this.correct(purchase, earlier, how.refundedMinor, act);
      if (isOpen && how.refundedMinor === null) return earlier;
      if (how.onlyTaken && !isOpen) throw new ReturnNotPossible('whole');
      if (isOpen) this.checkClosing(earlier, taken);
      const keys = await this.bought.ofPurchase(purchaseId);
      // A call would take back all keys, also those that the supplier has agreed to leave.
      const isAgreed = how.exceptsKnown && keys.some(({ isKnown }) => isKnown);
      this.check(purchase, how.refundedMinor, isAgreed || (earlier !== null && earlier.state !== 'asked'));
      const first = isOpen ? earlier : { askedBy: act.by.name, askedAt: this.clock.now() };
      return this.add(purchase, { all: keys, taken: taken?.ids ?? null }, how, first, act);
    });
  }

  /** What staff record of keys that the supplier took back by itself holds from then on; any other one that is done stays as it is. */
  private async correct(
    purchase: PurchaseRecord,
    done: SupplierReturn,
    refundedMinor: number | null,
    act: StaffAct,
  ): Promise<SupplierReturn> {
    const { supplier, keys, costMinor } = done;
    if (!isByItself(done)) return done;
    if (refundedMinor === null && keys < purchase.keys) throw new ReturnNotPossible('partly');
    if (refundedMinor === null || refundedMinor === done.refundedMinor) return done;
    if (refundedMinor > costMinor) throw new RefundAboveCost(costMinor);
    const corrected: SupplierReturn = { ...done, isByHand: true, refundedMinor };
    await this.returns.add(corrected);
    await this.audit.record({
      ...act,
      action: 'suppliers.return',
      subject: { type: 'purchase', id: purchase.id },
      before: { refunded: (done.refundedMinor ?? 0) / 100 },
      after: { supplier, state: 'done', keys, cost: costMinor / 100, refunded: refundedMinor / 100 },
    });
    return corrected;
  }

  /** The keys that the supplier says it has, by its ids. */
  private async takenOf(name: SupplierName, purchaseId: string): Promise<Taken> {
    const purchase = await this.purchases.ofId(purchaseId);
    if (purchase?.supplier !== name) throw new PurchaseUnknown();
    const supplier = this.suppliers.named(name);
    if (!supplier) throw new SupplierOff();
    const of = (await this.returns.ofPurchases([purchaseId])).get(purchaseId) ?? null;
    try {
      return { ids: (await supplier.takenBack(purchase.supplierOrderId ?? '')).map(({ id }) => id), of };
    } catch (error) {
      throw error instanceof SupplierFailed ? new ReturnNotPossible('silent') : error;
    }
  }

  /** Keys that a call gives back right now, or may have given back, are neither burnt as refunded nor put on sale. */
  private checkClosing(open: SupplierReturn, taken: Taken | null): void {
    const now = this.clock.now();
    // A worker clears the failure of the last try just before its call, and notes how the call ended before its lease ends.
    if (open.state === 'sent' && open.failure === null && open.dueAt > now) throw new ReturnNotPossible('calling');
    if (taken === null) return;
    if (mayStillShow(open.sentAt, now)) throw new ReturnNotPossible('showing');
    // Since the supplier was asked which keys it has, a worker may have sent the return again.
    if (open.state !== taken.of?.state || open.dueAt.getTime() !== taken.of.dueAt.getTime()) throw new ReturnNotPossible('calling');
  }

  /** @param keys `taken`: of `all`, those that go back, by the supplier's ids; null: all of them */
  private async add(
    purchase: PurchaseRecord,
    { all, taken }: { all: readonly BoughtKey[]; taken: readonly string[] | null },
    { exceptsKnown, refundedMinor }: How,
    first: Pick<SupplierReturn, 'askedBy' | 'askedAt'>,
    act: StaffAct,
  ): Promise<SupplierReturn> {
    const { id: purchaseId, supplier } = purchase;
    const costMinor = countedCostMinor(purchase);
    const keys = all.filter(({ id }) => taken?.includes(id) ?? true);
    if (keys.length === 0 && refundedMinor !== 0) throw new ReturnNotPossible('untaken');
    const isByHand = refundedMinor !== null;
    const meant = keys.filter(({ isKnown }) => !(isKnown && isByHand && exceptsKnown));
    const keyIds = meant.flatMap(({ keyId }) => keyId ?? []);
    if (keyIds.length < meant.length) throw new ReturnNotPossible('unknown');
    const states = await this.stock.hold(purchaseId, keyIds);
    const countOf = (state: ReturnableState) => [...states.values()].filter((one) => one === state).length;
    if (countOf('reserved') > 0) throw new ReturnNotPossible('reserved');
    if (countOf('returning') > 0) throw new ReturnNotPossible('returning');
    if (countOf('delivered') > 0) throw new KeysDelivered(countOf('delivered'));
    if (isByHand) {
      await this.stock.burn(purchaseId, keyIds);
      const others = all.filter((key) => !meant.includes(key));
      await this.stock.endHold(
        purchaseId,
        others.flatMap(({ keyId }) => keyId ?? []),
      );
    }
    const at = this.clock.now();
    const undelivered = keys.filter(({ keyId, isKnown }) => isKnown || states.get(keyId ?? '') !== 'replaced');
    const refunded = refundedKeys(purchase, await this.refunds.of([purchase.orderId]));
    const unsold = undelivered.filter(({ keyId, isKnown }) => !isKnown && !refunded.includes(keyId ?? ''));
    const isDone = isByHand && keys.length > 0;
    const asked = {
      ...{ askedBy: first.askedBy, askedAt: first.askedAt },
      ...{ purchaseId, supplier, keys: keys.length, undelivered: undelivered.length, unsold: unsold.length, costMinor, isByHand },
      state: isDone ? 'done' : isByHand ? 'refused' : 'asked',
      refundedMinor: isDone ? refundedMinor : null,
      failure: isByHand && !isDone ? NOTHING_TAKEN : null,
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
    return { ...asked, tries: 0, sentAt: null, dueAt: at };
  }

  private check(purchase: PurchaseRecord, refundedMinor: number | null, mayBeByHand: boolean): void {
    const { supplier: name, state, keys } = purchase;
    if (state !== 'complete' && state !== 'ended') throw new ReturnNotPossible('open');
    if (keys === 0) throw new ReturnNotPossible('empty');
    const supplier = this.suppliers.named(name);
    if (refundedMinor !== null) {
      if (state === 'complete' && supplier?.returns === 'call' && !mayBeByHand) throw new ReturnByCall(name);
      const costMinor = countedCostMinor(purchase);
      if (refundedMinor > costMinor) throw new RefundAboveCost(costMinor);
      return;
    }
    if (state === 'ended') throw new ReturnNotPossible('ended');
    if (!supplier) throw new SupplierOff();
    if (supplier.returns === 'by hand') throw new ReturnByHand(name);
  }
}
