import { Injectable } from '@nestjs/common';
import { Failures } from '../../../../shared/failures.ts';
import { OncePerKey } from '../../../../shared/once-per-key.ts';
import { Alerts, Clock, Transaction } from '../../../../shared/ports.ts';
import { BuyerRefunds } from '../../../orders/index.ts';
import { HoldReturns, KeyWaits, type ReturnableState } from '../../../stock/index.ts';
import { nextLook } from '../../domain/looks.ts';
import { pauseMs, SUPPLIER_LEASE_MS } from '../../domain/retries.ts';
import { SupplierFailed } from '../../domain/supplier-errors.ts';
import { type Supplier, type SupplierOrder, Suppliers } from '../ports.ts';
import { countedCostMinor, refundedKeys } from '../margins/purchase-amounts.ts';
import { KeyPurchases, type PurchaseRecord } from '../purchases.ts';
import { BoughtKeys } from './bought-keys.ts';
import { type Look, Looks } from './looks.ts';
import { SupplierReturns } from './returns.ts';
import { withdrawnIds } from './withdrawn.ts';

/** Of one supplier: at the pace of this task less than a fifth of the calls that it bears. */
const MOST_AT_ONCE = 10;
const MOST_TRIES = 20;
const LONGEST_PAUSE_MS = 3_600_000;
const LATE =
  'the supplier has it after all, though it did not list it and the shop gave it up. Its keys go to its order if that still lacks them, else into stock.';
const PAID_BACK = 'The supplier cancelled or refunded its order after keys had come.';

/**
 * Looks at orders of closed purchases again, when a supplier hints at them and by a schedule: whether the supplier ended one after its keys
 * had come, and whether one that the shop gave up on is there after all.
 */
@Injectable()
export class LookAgain {
  private readonly each = new OncePerKey<Supplier>();

  constructor(
    private readonly suppliers: Suppliers,
    private readonly purchases: KeyPurchases,
    private readonly looks: Looks,
    private readonly bought: BoughtKeys,
    private readonly returns: SupplierReturns,
    private readonly refunds: BuyerRefunds,
    private readonly stock: HoldReturns,
    private readonly waits: KeyWaits,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Called periodically. @throws the first failure, when all had their turn: what failed is tried again later */
  async run(): Promise<void> {
    await this.each.run(this.suppliers.all, async (supplier) => {
      const failures = new Failures();
      for (let looked = 0; looked < MOST_AT_ONCE && (await this.next(supplier, failures)); looked += 1);
      failures.raise();
    });
  }

  /** Makes the next look. Returns false where nothing is due, or the supplier does not answer. */
  private async next(supplier: Supplier, failures: Failures): Promise<boolean> {
    const now = this.clock.now();
    const look = await this.transaction.run(() => this.looks.take(supplier.name, now, new Date(now.getTime() + SUPPLIER_LEASE_MS)));
    if (!look) return false;
    const purchase = await this.purchases.ofId(look.purchaseId);
    try {
      if (purchase) await this.compare(purchase, look, supplier);
      await this.transaction.run(() => this.looks.made(look, this.nextOf(purchase)));
      return true;
    } catch (error) {
      const dueAt = new Date(this.clock.now().getTime() + pauseMs(look.tries, LONGEST_PAUSE_MS));
      await this.transaction.run(() =>
        look.tries < MOST_TRIES ? this.looks.postpone(look, dueAt) : this.looks.made(look, this.nextOf(purchase)),
      );
      if (error instanceof SupplierFailed) return false;
      // Not the supplier's fault: those behind it have their turn.
      failures.add(error);
      return true;
    }
  }

  private nextOf(purchase: PurchaseRecord | null): Date | null {
    return purchase?.closedAt ? nextLook(purchase.state, purchase.closedAt, this.clock.now()) : null;
  }

  private async compare(purchase: PurchaseRecord, look: Look, supplier: Supplier): Promise<void> {
    const { id, state, supplierOrderId, sentAt, createdAt } = purchase;
    if (state === 'refused') {
      const order = await supplier.find(id, sentAt ?? createdAt);
      if (order) await this.reopen(purchase, look, order);
    } else if ((state === 'complete' || state === 'ended') && supplierOrderId !== null) {
      const order = await supplier.orderOf(supplierOrderId);
      if (order.state !== 'ended') return;
      // A complete one has ended with all its keys, also where the supplier lists none of them any more.
      const isWhole = state === 'complete' && !order.withdrawn;
      const ids = isWhole ? null : withdrawnIds(order, order.withdrawn ? [] : await supplier.keys(supplierOrderId), purchase.quantity);
      await this.transaction.run(() => this.notePaidBack(purchase, ids));
    }
  }

  /** Its keys are fetched like those of any other. What the buyer paid is counted for those alone that the order still lacks. */
  private async reopen(purchase: PurchaseRecord, look: Look, order: SupplierOrder): Promise<void> {
    await this.transaction.run(async () => {
      const isLacking = (await this.waits.lacking(purchase.productId)).some(({ orderId }) => orderId === purchase.orderId);
      await this.purchases.ordered(purchase.id, order, this.clock.now(), isLacking ? purchase.chargedMinor : 0);
      await this.looks.made(look, null);
      await this.alert(purchase, LATE);
    });
  }

  /**
   * Like a return that the supplier made by itself: of the keys that it took back, free ones are burnt, and what they cost is paid back. Those
   * that a buyer has, or a checkout, stay: should one come back, it goes into quarantine. What goes back because staff asked for it is left to
   * that return. @param ids the supplier's, of the keys that it took back; null: all
   */
  private async notePaidBack(purchase: PurchaseRecord, ids: readonly string[] | null): Promise<void> {
    await this.purchases.lock();
    const earlier = await this.returns.lock(purchase.id);
    if (earlier !== null && earlier.state !== 'refused') return;
    const all = await this.bought.ofPurchase(purchase.id);
    const gone = all.filter(({ id }) => ids?.includes(id) ?? true);
    if (gone.length === 0) return;
    // One that the shop had before is of another purchase, too, which is not paid back.
    const keyIds = gone.flatMap(({ keyId, isKnown }) => (isKnown ? [] : (keyId ?? [])));
    const states = await this.stock.hold(purchase.id, keyIds);
    await this.stock.burn(purchase.id, keyIds);
    const inState = (...meant: readonly ReturnableState[]) => keyIds.filter((id) => meant.includes(states.get(id) ?? 'unsold'));
    const withBuyers = inState('delivered', 'reserved');
    const sold = [...withBuyers, ...inState('replaced')];
    const refunded = refundedKeys(purchase, await this.refunds.of([purchase.orderId]));
    const at = this.clock.now();
    const costMinor = countedCostMinor(purchase);
    await this.returns.add({
      ...{ purchaseId: purchase.id, supplier: purchase.supplier, state: 'done', isByHand: false, keys: gone.length },
      undelivered: gone.length - sold.length,
      unsold: keyIds.filter((id) => !sold.includes(id) && !refunded.includes(id)).length,
      ...{ costMinor, refundedMinor: Math.round((costMinor * gone.length) / all.length), failure: PAID_BACK },
      ...{ askedBy: purchase.supplier, askedAt: at, closedAt: at },
    });
    await this.alert(
      purchase,
      `the supplier ended its order ${purchase.supplierOrderId} after keys had come: buyers or checkouts have ${withBuyers.length} of the ${gone.length} keys, ${inState('unsold').length} were free and are off sale.`,
    );
  }

  /** Once for each purchase. */
  private alert({ id, supplier }: PurchaseRecord, what: string): Promise<void> {
    const alertId = what === LATE ? `${id} late` : `${id} paid back`;
    return this.alerts.raise({ kind: 'supplier-purchase', id: alertId, about: supplier, detail: `Purchase ${id}: ${what}` });
  }
}
