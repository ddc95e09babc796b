import { Injectable } from '@nestjs/common';
import { Alerts, Clock, Transaction } from '../../../../shared/ports.ts';
import { HoldReturns } from '../../../stock/index.ts';
import { againAt, leaseFrom, mayStillShow } from '../../domain/retries.ts';
import { SupplierAway, SupplierFailed, SupplierRefused } from '../../domain/supplier-errors.ts';
import { DueSteps } from '../due-steps.ts';
import { type Supplier, Suppliers } from '../ports.ts';
import { purchaseAlert } from '../purchase-alert.ts';
import { KeyPurchases, type PurchaseRecord } from '../purchases.ts';
import { type BoughtKey, BoughtKeys } from './bought-keys.ts';
import { Looks } from './looks.ts';
import { type ReturnState, type SupplierReturn, SupplierReturns } from './returns.ts';

/** Of one supplier. The next run is seconds away; without a limit, one whose database does not answer would never end. */
const MOST_AT_ONCE = 100;
const LONGEST_PAUSE_MS = 3_600_000;
/** After so many looks, hours apart, staff are told that a supplier takes its time. */
const MANY_TRIES = 24;
const CLOSED = 'the supplier took the keys of a return that staff had closed by hand. Take any of them that are in stock off sale.';

/**
 * Gives keys back by a supplier's call. A row is written before it: after a process that died, or an answer that was lost, the supplier is
 * asked which keys it has before anything is sent again, and what it has it does not take again. A return is done when the supplier has all
 * keys and has paid for them.
 */
@Injectable()
export class ReturnKeys {
  private readonly steps = new DueSteps();

  constructor(
    private readonly suppliers: Suppliers,
    private readonly purchases: KeyPurchases,
    private readonly bought: BoughtKeys,
    private readonly returns: SupplierReturns,
    private readonly stock: HoldReturns,
    private readonly looks: Looks,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** The next step of each return that is due. @throws the first failure, when all had their turn: what failed is due again after its lease */
  async run(): Promise<void> {
    await this.steps.run(this.suppliers.all, MOST_AT_ONCE, (supplier) => this.next(supplier));
  }

  private async next(supplier: Supplier): Promise<boolean> {
    const now = this.clock.now();
    const taken = await this.transaction.run(() => this.returns.take(supplier.name, now, leaseFrom(now)));
    if (!taken) return false;
    await this.step(taken, supplier);
    return true;
  }

  private async step(taken: SupplierReturn, supplier: Supplier): Promise<void> {
    const purchase = await this.purchases.ofId(taken.purchaseId);
    if (!purchase) return;
    try {
      await this.work(taken, purchase, supplier);
    } catch (error) {
      if (!(error instanceof SupplierFailed)) throw error;
      await this.later(taken, error.message);
    }
  }

  private async work(taken: SupplierReturn, purchase: PurchaseRecord, supplier: Supplier): Promise<void> {
    if (taken.state !== 'asked' && (await this.isShown(taken, purchase, supplier))) return;
    if (taken.state === 'accepted') return this.later(taken, 'The supplier has not taken the keys yet.');
    const now = this.clock.now();
    if (!(await this.transaction.run(() => this.returns.step(taken, { state: 'sent', sentAt: now }, now)))) return;
    const called: SupplierReturn = { ...taken, state: 'sent' };
    try {
      await supplier.takeBack(purchase.supplierOrderId ?? '');
    } catch (error) {
      if (!(error instanceof SupplierFailed)) throw error;
      if (error instanceof SupplierAway && error.mayBeDone) return this.later(called, error.message);
      // This call surely did not work: the moment of the last one that may have stays.
      const { sentAt } = taken;
      if (!(error instanceof SupplierRefused)) return this.later(called, error.message, { sentAt });
      if (await this.isShown(called, purchase, supplier)) return;
      // An earlier call may have worked, whose answer was lost: it is refused from then on, and the supplier shows the keys later.
      return mayStillShow(sentAt, this.clock.now()) ? this.later(called, error.message, { sentAt }) : this.refuse(called, error.message);
    }
    if (await this.isShown(called, purchase, supplier)) return;
    await this.transaction.run(async () => {
      if (!(await this.returns.step(called, { state: 'accepted', dueAt: this.after(0) }, this.clock.now()))) await this.tellClosed(called);
    });
  }

  /**
   * Whether the supplier shows that it took keys. When it has paid for all, they are burnt, and what they cost is accounted for; until then it
   * is waited for, and nothing is sent again.
   */
  private async isShown(taken: SupplierReturn, { supplierOrderId }: PurchaseRecord, supplier: Supplier): Promise<boolean> {
    const keys = await this.bought.ofPurchase(taken.purchaseId);
    const back = (await supplier.takenBack(supplierOrderId ?? '')).filter(({ id }) => keys.some((key) => key.id === id));
    const paid = keys.filter(({ id }) => back.some((key) => key.id === id && key.isPaid));
    if (paid.length < keys.length) {
      if (back.length === 0) return false;
      const failure = `The supplier has taken ${back.length} of ${keys.length} keys, and paid for ${paid.length}.`;
      await this.later(taken, failure, { state: 'accepted' });
      return true;
    }
    await this.transaction.run(async () => {
      const done = { state: 'done', refundedMinor: taken.costMinor } as const;
      if (!(await this.returns.step(taken, done, this.clock.now()))) return this.tellClosed(taken);
      await this.stock.burn(taken.purchaseId, keyIdsOf(keys));
    });
    return true;
  }

  private refuse(taken: SupplierReturn, failure: string): Promise<void> {
    return this.transaction.run(async () => {
      if (!(await this.returns.step(taken, { state: 'refused', failure }, this.clock.now()))) return;
      await this.stock.endHold(taken.purchaseId, keyIdsOf(await this.bought.ofPurchase(taken.purchaseId)));
      // It may have taken them by itself meanwhile, which was left to this return.
      await this.looks.add(taken.supplier, taken.purchaseId, this.clock.now());
      await this.alert(taken, `its keys were not taken back: ${failure}`);
    });
  }

  /** Where another worker has it by now, that one notes that the supplier took the keys; where staff closed it, nobody would. */
  private async tellClosed(taken: SupplierReturn): Promise<void> {
    const closed = (await this.returns.ofPurchases([taken.purchaseId])).get(taken.purchaseId);
    if (closed?.isByHand) await this.alert(taken, CLOSED);
  }

  private later(taken: SupplierReturn, failure: string, change: { state?: ReturnState; sentAt?: Date | null } = {}): Promise<void> {
    return this.transaction.run(async () => {
      const next = { state: taken.state, failure, dueAt: this.after(taken.tries), ...change };
      if (!(await this.returns.step(taken, next, this.clock.now()))) return;
      if (taken.tries === MANY_TRIES) await this.alert(taken, `its return has not ended: ${failure}`);
    });
  }

  private alert({ purchaseId, supplier, askedAt }: SupplierReturn, what: string): Promise<void> {
    return this.alerts.raise(purchaseAlert({ id: purchaseId, supplier }, what, `return ${askedAt.toISOString()} ${what}`));
  }

  /** Later from try to try. */
  private after(tries: number): Date {
    return againAt(this.clock.now(), tries, LONGEST_PAUSE_MS);
  }
}

function keyIdsOf(keys: readonly BoughtKey[]): string[] {
  return keys.flatMap(({ keyId }) => keyId ?? []);
}
