import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { AddKeys, KeyWaits } from '../../stock/index.ts';
import { mostCostMinor } from '../domain/margin.ts';
import { SupplierAway, SupplierRefused } from '../domain/supplier-errors.ts';
import { MarginRules } from './margins/margin-rules.ts';
import { type Supplier, type SupplierOrder, SupplierStates, Suppliers } from './ports.ts';
import { type Purchase, KeyPurchases } from './purchases.ts';

/** Longer than the calls of one step may take, their turns and retries included: until then nobody else works on the purchase. */
const LEASE_MS = 120_000;
/** After so long an order that the supplier does not list never arrived there. */
const UNLISTED_AFTER_MS = 600_000;
const MOST_TRIES = 5;
const SECOND_MS = 1000;
const LONGEST_PAUSE_MS = 300_000;

/**
 * Buys what is planned. Each step is a row written before the call, so that a process may die at any line: a purchase that was sent is looked
 * for by its reference before anything is sent again, and keys are noted by the supplier's own ids in the transaction that stores them.
 */
@Injectable()
export class BuyKeys {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly purchases: KeyPurchases,
    private readonly states: SupplierStates,
    private readonly margins: MarginRules,
    private readonly waits: KeyWaits,
    private readonly addKeys: AddKeys,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Does the next step of one purchase that is due. Returns false if there is none. */
  async run(): Promise<boolean> {
    const now = this.clock.now();
    const names = this.suppliers.all.map(({ name }) => name);
    const purchase = await this.transaction.run(() => this.purchases.take(names, now, new Date(now.getTime() + LEASE_MS)));
    const supplier = purchase && this.suppliers.named(purchase.supplier);
    if (!purchase || !supplier) return false;
    try {
      if (purchase.state === 'planned') await this.sendIfNeeded(purchase, supplier);
      else if (purchase.state === 'sent') await this.look(purchase, supplier);
      else await this.collect(purchase, supplier, await supplier.orderOf(purchase.supplierOrderId ?? ''));
    } catch (error) {
      if (!(error instanceof SupplierAway || error instanceof SupplierRefused)) throw error;
      await this.later(purchase, error.message);
    }
    return true;
  }

  /** The order may be refunded meanwhile, or have its keys from elsewhere; the supplier may be paused, or the margin higher by now. */
  private async sendIfNeeded(purchase: Purchase, supplier: Supplier): Promise<void> {
    const isNeeded = (await this.waits.lacking(purchase.productId)).some(({ orderId }) => orderId === purchase.orderId);
    const isPaused = (await this.states.paused([supplier.name])).has(supplier.name);
    const margin = (await this.margins.of([purchase.productId]))(purchase.productId, supplier.name);
    const isTooDear = purchase.priceMinor > mostCostMinor(purchase.chargedMinor, margin);
    if (!isNeeded || isPaused || isTooDear) return this.transaction.run(() => this.purchases.drop(purchase.id));
    await this.send(purchase, supplier);
  }

  private async send(purchase: Purchase, supplier: Supplier): Promise<void> {
    await this.transaction.run(() => this.purchases.sent(purchase.id, this.clock.now()));
    let order: SupplierOrder;
    try {
      order = await supplier.order({ ...purchase, reference: purchase.id });
    } catch (error) {
      if (error instanceof SupplierRefused) return this.refuse(purchase, error.message, error.isOutOfFunds);
      if (!(error instanceof SupplierAway)) throw error;
      if (error.mayBeDone) return this.later({ ...purchase, tries: 0 }, error.message);
      if (purchase.tries >= MOST_TRIES) return this.refuse(purchase, error.message);
      const dueAt = this.after(purchase.tries);
      return this.transaction.run(() => this.purchases.postpone(purchase.id, error.message, dueAt, 'planned'));
    }
    await this.take(purchase, supplier, order);
  }

  /** Whether the supplier has an order that was sent is not known: its answer was lost, or the process died. */
  private async look(purchase: Purchase, supplier: Supplier): Promise<void> {
    const sentAt = purchase.sentAt ?? this.clock.now();
    if (supplier.references === 'none') return this.close(purchase, 'unclear', 'Its orders have no reference: ask the supplier.');
    const order = await supplier.find(purchase.id, sentAt);
    if (order) return this.take(purchase, supplier, order);
    // A second order with the same reference is refused there.
    if (supplier.references === 'unique') return this.send(purchase, supplier);
    if (this.clock.now().getTime() - sentAt.getTime() < UNLISTED_AFTER_MS)
      return this.later(purchase, 'The supplier does not list it yet.');
    return this.refuse(purchase, 'The supplier never listed it.');
  }

  private async take(purchase: Purchase, supplier: Supplier, order: SupplierOrder): Promise<void> {
    await this.transaction.run(() => this.purchases.ordered(purchase.id, order, this.clock.now()));
    await this.collect({ ...purchase, supplierOrderId: order.orderId, tries: 0 }, supplier, order);
  }

  /** Stores the keys that are there. */
  private async collect(purchase: Purchase, supplier: Supplier, order: SupplierOrder): Promise<void> {
    const keys = await supplier.keys(order.orderId);
    await this.transaction.run(async () => {
      const now = this.clock.now();
      const fresh = await this.purchases.noteKeys(purchase, keys, now);
      const given = fresh.map(({ secret }) => ({ productId: purchase.productId, secret }));
      const known = given.length === 0 ? new Map() : await this.addKeys.run(given, supplier.name, { orderId: purchase.orderId });
      for (const [index, { id }] of fresh.entries()) if (known.has(index)) await this.purchases.markKnown(supplier.name, id);
      const costMinor = order.costMinor;
      if (new Set(keys.map(({ id }) => id)).size >= purchase.quantity)
        await this.purchases.close(purchase.id, { state: 'complete', costMinor }, now);
      else if (order.state === 'ended')
        await this.purchases.close(purchase.id, { state: 'ended', failure: 'The supplier cancelled or refunded it.', costMinor }, now);
      else await this.purchases.postpone(purchase.id, null, this.after(purchase.tries));
    });
  }

  private refuse(purchase: Purchase, failure: string, isOutOfFunds = false): Promise<void> {
    return this.close(purchase, 'refused', failure, isOutOfFunds);
  }

  private close(purchase: Purchase, state: 'refused' | 'unclear', failure: string, isOutOfFunds = false): Promise<void> {
    return this.transaction.run(() => this.purchases.close(purchase.id, { state, failure, isOutOfFunds }, this.clock.now()));
  }

  private later(purchase: Purchase, failure: string): Promise<void> {
    return this.transaction.run(() => this.purchases.postpone(purchase.id, failure, this.after(purchase.tries)));
  }

  /** Later from try to try. */
  private after(tries: number): Date {
    return new Date(this.clock.now().getTime() + Math.min(LONGEST_PAUSE_MS, SECOND_MS * 2 ** Math.min(tries, 10)));
  }
}
