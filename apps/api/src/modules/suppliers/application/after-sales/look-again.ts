import { Injectable } from '@nestjs/common';
import { Alerts, Clock, Transaction } from '../../../../shared/ports.ts';
import { KeyWaits } from '../../../stock/index.ts';
import { isUnfound, nextLook } from '../../domain/looks.ts';
import { againAt, leaseFrom } from '../../domain/retries.ts';
import { DueSteps } from '../due-steps.ts';
import { type Supplier, type SupplierName, type SupplierOrder, Suppliers } from '../ports.ts';
import { purchaseAlert } from '../purchase-alert.ts';
import { KeyPurchases, missingKeys, type PurchaseRecord } from '../purchases.ts';
import { type Look, Looks } from './looks.ts';
import { NoteWithdrawn } from './note-withdrawn.ts';
import { withdrawnIds } from './withdrawn.ts';

/** Of one supplier: at the pace of this task less than a fifth of the calls that it bears. */
const MOST_AT_ONCE = 10;
const MOST_TRIES = 20;
const UNSEEN = `its order could not be looked at ${MOST_TRIES} times. Ask the supplier whether it`;
const LONGEST_PAUSE_MS = 3_600_000;
const GOES = 'Its keys go to its order if that still lacks them, else into stock.';
const LATE = `the supplier has it after all, though it did not list it and the shop gave it up. ${GOES}`;
const FOUND = `the supplier has it: it is unclear no more. ${GOES}`;
const STAYS = 'The key that it was to replace stays with its buyer: ask for another one if it is to be replaced.';

/**
 * Looks at orders of closed purchases again, when a supplier hints at them and by a schedule: whether the supplier took keys back after they
 * had come, and whether one that the shop gave up on, or that is unclear, is there after all.
 */
@Injectable()
export class LookAgain {
  private readonly steps = new DueSteps();
  /** Suppliers of which the schedule has the next turn. */
  private readonly turnsOfSchedule = new Set<SupplierName>();

  constructor(
    private readonly suppliers: Suppliers,
    private readonly purchases: KeyPurchases,
    private readonly looks: Looks,
    private readonly withdrawn: NoteWithdrawn,
    private readonly waits: KeyWaits,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Called periodically. @throws the first failure, when all had their turn: what failed is tried again later */
  async run(): Promise<void> {
    await this.steps.run(this.suppliers.all, MOST_AT_ONCE, (supplier) => this.next(supplier));
  }

  /** Makes the next look. Returns false where none is due. */
  private async next(supplier: Supplier): Promise<boolean> {
    const now = this.clock.now();
    const hintedFirst = this.passTurn(supplier.name);
    const look = await this.transaction.run(() => this.looks.take(supplier.name, now, leaseFrom(now), hintedFirst));
    if (!look) return false;
    const purchase = await this.purchases.ofId(look.purchaseId);
    try {
      if (purchase) await this.compare(purchase, look, supplier);
      await this.transaction.run(() => this.end(look));
      return true;
    } catch (error) {
      await this.transaction.run(async () => {
        if (look.tries < MOST_TRIES) return this.looks.postpone(look, againAt(this.clock.now(), look.tries, LONGEST_PAUSE_MS));
        const present = await this.end(look);
        if (present) await this.alerts.raise(purchaseAlert(present, unseen(present), `unseen ${now.toISOString()}`));
      });
      throw error;
    }
  }

  /**
   * Answers whether hints come first this time, and leaves the next one to the others: where no secret is set, any stranger can hint without
   * end.
   */
  private passTurn(supplier: SupplierName): boolean {
    const hintedFirst = !this.turnsOfSchedule.delete(supplier);
    if (hintedFirst) this.turnsOfSchedule.add(supplier);
    return hintedFirst;
  }

  /** The next look is that of the purchase as it is by now, which is answered: staff may have recorded meanwhile that it was not made. */
  private async end(look: Look): Promise<PurchaseRecord | null> {
    const purchase = await this.purchases.locked(look.purchaseId);
    await this.looks.made(look, purchase?.closedAt ? nextLook(purchase.state, purchase.closedAt, this.clock.now()) : null);
    return purchase;
  }

  private async compare(purchase: PurchaseRecord, look: Look, supplier: Supplier): Promise<void> {
    const { id, state, supplierOrderId, sentAt, createdAt } = purchase;
    if (isUnfound(state)) {
      const order = await supplier.find(id, sentAt ?? createdAt);
      if (order) await this.reopen(id, look, order, await hasNothing(order, supplier, purchase.quantity));
    } else if ((state === 'complete' || state === 'ended') && supplierOrderId !== null) {
      const order = await supplier.orderOf(supplierOrderId);
      if (order.state !== 'ended' && !order.withdrawn) return;
      // A complete one has ended with all its keys, also where the supplier lists none of them any more.
      const isWhole = state === 'complete' && !order.withdrawn;
      const ids = isWhole ? null : withdrawnIds(order, order.withdrawn ? [] : await supplier.keys(supplierOrderId), purchase.quantity);
      if (ids?.length === 0) return this.transaction.run(() => this.withdrawn.tellUnnamed(purchase));
      const paid = await paidIds(supplier, supplierOrderId);
      await this.transaction.run(() => this.withdrawn.run(purchase, { ids, paid }));
    }
  }

  /**
   * Its keys are fetched like those of any other. What the buyer paid is counted for those alone that the order still lacks and that no other
   * purchase is to bring; what that does not bring is added when it ends, so none may end unseen meanwhile. What is planned elsewhere and was
   * not sent is forgotten: the late keys come first, and what is lacking then is planned anew. A key that it was to replace may be one that
   * staff, told that the purchase failed, let the buyer keep. It is replaced only where staff asked for that again, by a purchase that is open;
   * else the late key goes into free stock. One that is unclear was never given up: what is planned elsewhere is planned beside it, and what
   * it is to replace is asked for still. Meanwhile it may have become refused, or open again.
   */
  private async reopen(id: string, look: Look, order: SupplierOrder, isNothing: boolean): Promise<void> {
    await this.transaction.run(async () => {
      await this.purchases.lock();
      const purchase = await this.purchases.locked(id);
      if (!purchase || !isUnfound(purchase.state)) return;
      const { state, orderId, productId, quantity, replaces } = purchase;
      if (state === 'refused' && isNothing) return;
      await this.purchases.lockOpen(purchase);
      if (state === 'refused' && order.state !== 'ended') await this.purchases.dropPlanned(purchase);
      const open = await this.purchases.open([orderId]);
      const others = open.filter((one) => one.id !== id);
      const missing = missingKeys(purchase, await this.waits.lacking(productId), others);
      const isReplacing = replaces !== null && open.some(({ replacedKeyId }) => replacedKeyId === replaces.keyId);
      const late = { chargedPieces: Math.max(0, Math.min(quantity, missing)), replaces: isReplacing };
      await this.purchases.ordered(id, order, this.clock.now(), late);
      await this.looks.made(look, null);
      const what = state === 'unclear' ? FOUND : LATE;
      const told = replaces !== null && !isReplacing ? `${what} ${STAYS}` : what;
      if (order.state !== 'ended') await this.alerts.raise(purchaseAlert(purchase, told, 'late'));
    });
  }
}

function unseen({ state }: PurchaseRecord): string {
  return `${UNSEEN} ${isUnfound(state) ? 'has one with this reference' : 'took keys back'}.`;
}

/** Whether it ended and left no key: to the shop that is the refusal that it was, not one of today. */
async function hasNothing(order: SupplierOrder, supplier: Supplier, quantity: number): Promise<boolean> {
  if (order.state !== 'ended') return false;
  const came = await supplier.keys(order.orderId);
  const gone = withdrawnIds(order, came, quantity);
  return came.every(({ id }) => gone.includes(id));
}

/** What a supplier paid for, where it can say; null: it cannot, and staff correct it. */
async function paidIds(supplier: Supplier, supplierOrderId: string): Promise<string[] | null> {
  if (supplier.returns === 'by hand') return null;
  return (await supplier.takenBack(supplierOrderId)).flatMap(({ id, isPaid }) => (isPaid ? [id] : []));
}
