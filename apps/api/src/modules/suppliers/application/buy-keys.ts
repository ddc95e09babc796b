import { Injectable } from '@nestjs/common';
import { Alerts, Clock, Transaction } from '../../../shared/ports.ts';
import { TakeReplacement } from '../../orders/index.ts';
import { KeyWaits } from '../../stock/index.ts';
import { euroText } from '../domain/amount.ts';
import { nextLook } from '../domain/looks.ts';
import { mostCostMinor } from '../domain/margin.ts';
import { againAt, leaseFrom } from '../domain/retries.ts';
import { SupplierAway, SupplierFailed, SupplierPausing, SupplierRefused } from '../domain/supplier-errors.ts';
import { Looks } from './after-sales/looks.ts';
import { StoreKeys } from './after-sales/store-keys.ts';
import { withdrawnIds } from './after-sales/withdrawn.ts';
import { Exclusions } from './exclusions.ts';
import { MarginRules } from './margins/margin-rules.ts';
import { type Supplier, type SupplierOrder, SupplierStates } from './ports.ts';
import { purchaseAlert } from './purchase-alert.ts';
import { type Purchase, KeyPurchases, missingKeys, type Replacement } from './purchases.ts';
import { REFUSED_FOR_MS } from './sellable-offers.ts';

/** So long after it was sent first, an order that the supplier does not have, or list, is waited for no longer. */
const UNLISTED_AFTER_MS = 600_000;
/** Nothing is sent again later than that after the first time: what is sent last has time to be listed, too. */
const SENT_AGAIN_WITHIN_MS = 300_000;
const MOST_TRIES = 5;
const LONGEST_PAUSE_MS = 300_000;
const UNLISTED =
  'The supplier does not list it, and may have it all the same: ask the supplier. Until then nothing is bought in its place.';
const ENDED = 'The supplier cancelled or refunded it.';
const NOT_SENT =
  'It was not sent: its key needs no replacement any more, its supplier is paused or without funds, its offer cost more than agreed, or the margin, or where its keys activate, has changed.';

/**
 * Buys what is planned. Each step is a row written before the call, so that a process may die at any line: a purchase that was sent is looked
 * for by its reference before anything is sent again, and keys are noted by purchase and the supplier's own ids in the transaction that stores them.
 */
@Injectable()
export class BuyKeys {
  constructor(
    private readonly purchases: KeyPurchases,
    private readonly looks: Looks,
    private readonly states: SupplierStates,
    private readonly margins: MarginRules,
    private readonly waits: KeyWaits,
    private readonly storeKeys: StoreKeys,
    private readonly replacements: TakeReplacement,
    private readonly exclusions: Exclusions,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Does the next step of one purchase of a supplier that is due. Returns false if there is none. */
  async run(supplier: Supplier): Promise<boolean> {
    const now = this.clock.now();
    const purchase = await this.transaction.run(() => this.purchases.take(supplier.name, now, leaseFrom(now)));
    if (!purchase) return false;
    await this.orLater(purchase, async () => {
      if (purchase.state === 'planned') await this.sendIfNeeded(purchase, supplier);
      else if (purchase.state === 'sent') await this.look(purchase, supplier);
      else await this.collect(purchase, supplier, await supplier.orderOf(purchase.supplierOrderId ?? ''));
    });
    return true;
  }

  private async orLater(purchase: Purchase, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof SupplierFailed)) throw error;
      await this.later(purchase, error);
    }
  }

  private async sendIfNeeded(purchase: Purchase, supplier: Supplier): Promise<void> {
    if (await this.isWanted(purchase)) await this.send(purchase, supplier);
    else
      await this.transaction.run(async () => {
        if (!(await this.purchases.isHeld(purchase))) return;
        await this.purchases.drop(purchase);
        if (purchase.replaces) await this.alert(purchase, NOT_SENT);
      });
  }

  /**
   * The order may be refunded meanwhile, or have its keys from elsewhere; the supplier may be paused, without funds, or have charged more for
   * the offer than agreed, the margin be higher by now, or the product exclude the buyer's country.
   */
  private async isWanted(purchase: Purchase): Promise<boolean> {
    const { productId, supplier, priceMinor, chargedMinor, replaces } = purchase;
    if (!(replaces ? await this.isUnreplaced(purchase, replaces) : await this.isLacking(purchase))) return false;
    if ((await this.states.paused([supplier])).has(supplier)) return false;
    if (await this.purchases.isLeftAlone(purchase, new Date(this.clock.now().getTime() - REFUSED_FOR_MS))) return false;
    if (replaces?.acceptsRegion !== true && (await this.exclusions.of(purchase)) !== null) return false;
    return (
      replaces?.acceptsLoss === true || priceMinor <= mostCostMinor(chargedMinor, (await this.margins.of([productId]))(productId, supplier))
    );
  }

  /** One that was given up, and is there after all, may be to bring the key already. */
  private async isUnreplaced({ id, orderId }: Purchase, replaces: Replacement): Promise<boolean> {
    const isComing = (await this.purchases.open([orderId])).some((one) => one.id !== id && one.replacedKeyId === replaces.keyId);
    return !isComing && (await this.replacements.isWanted(orderId, replaces));
  }

  private async isLacking(purchase: Purchase): Promise<boolean> {
    // In this order: of keys that come in between, too many seem to be on their way, never too few.
    const open = await this.purchases.open([purchase.orderId]);
    return missingKeys(purchase, await this.waits.lacking(purchase.productId), open) >= 0;
  }

  private async send(purchase: Purchase, supplier: Supplier): Promise<void> {
    const now = this.clock.now();
    if (!(await this.transaction.run(() => this.purchases.sent(purchase, now)))) return;
    const sent: Purchase = { ...purchase, state: 'sent', sentAt: purchase.sentAt ?? now };
    let order: SupplierOrder;
    try {
      order = await supplier.order({ ...purchase, reference: purchase.id });
    } catch (error) {
      if (!(error instanceof SupplierFailed)) throw error;
      // What a second call was answered says nothing about the first one, which may still take effect.
      if (purchase.state === 'sent') return this.later(sent, error);
      if (error instanceof SupplierRefused) return this.refuse(sent, error.message, error.isOutOfFunds);
      if (error instanceof SupplierAway && error.mayBeDone) {
        const dueAt = this.after(0);
        return this.transaction.run(() => this.purchases.postpone(sent, error.message, dueAt));
      }
      if (purchase.tries >= MOST_TRIES && !(error instanceof SupplierPausing)) return this.refuse(sent, error.message);
      return this.later(sent, error, 'planned');
    }
    await this.take(sent, supplier, order);
  }

  /** Whether the supplier has an order that was sent is not known: its answer was lost, or the process died. */
  private async look(purchase: Purchase, supplier: Supplier): Promise<void> {
    const sentAt = purchase.sentAt ?? this.clock.now();
    if (supplier.references === 'none') return this.close(purchase, 'unclear', 'Its orders have no reference: ask the supplier.');
    const order = await supplier.find(purchase.id, sentAt);
    if (order) return this.take(purchase, supplier, order);
    const passedMs = this.clock.now().getTime() - sentAt.getTime();
    if (passedMs >= UNLISTED_AFTER_MS) return this.giveUp(purchase, supplier);
    // A second order with the same reference is refused there.
    const mayBeSent = supplier.references === 'unique' && passedMs < SENT_AGAIN_WITHIN_MS;
    if (mayBeSent && (await this.isWanted(purchase))) return this.send(purchase, supplier);
    return this.later(purchase, new SupplierAway('The supplier does not list it yet.'));
  }

  private async take(purchase: Purchase, supplier: Supplier, order: SupplierOrder): Promise<void> {
    await this.transaction.run(() => this.purchases.ordered(purchase.id, order, this.clock.now()));
    const ordered: Purchase = { ...purchase, state: 'ordered', supplierOrderId: order.orderId, tries: 0 };
    await this.orLater(ordered, () => this.collect(ordered, supplier, order));
  }

  /** Stores the keys that are there, can be read and were not taken back. */
  private async collect(purchase: Purchase, supplier: Supplier, order: SupplierOrder): Promise<void> {
    const listed = await supplier.keys(order.orderId);
    const gone = withdrawnIds(order, listed, purchase.quantity);
    const came = listed.filter(({ id }) => !gone.includes(id));
    const keys = came.flatMap(({ id, secret }) => (secret === null ? [] : [{ id, secret }]));
    const unreadable = new Set(came.flatMap(({ id, secret }) => (secret === null ? [id] : []))).size;
    await this.transaction.run(async () => {
      // Whoever has the lease by now has read the order later: keys may have been taken back meanwhile.
      if (!(await this.purchases.isHeld(purchase))) return;
      const now = this.clock.now();
      await this.compareCost(purchase, order);
      for (const cause of await this.storeKeys.run(purchase, keys)) await this.alert(purchase, cause);
      // What is noted counts, not what the answer lists: only that can reach the buyer.
      const noted = await this.storeKeys.withdraw(purchase, gone);
      const isAll = new Set([...noted, ...gone]).size >= purchase.quantity;
      const hasEnded = order.state === 'ended' || (order.state === 'complete' && isAll);
      const isMissing = order.state === 'complete' && !isAll && purchase.tries >= MOST_TRIES;
      const missing = isMissing ? 'The supplier says that it is complete, and keys are missing.' : null;
      const failure = unreadable > 0 ? `${unreadable} of its keys cannot be read.` : missing;
      const costMinor = order.costMinor;
      if (noted.length >= purchase.quantity) {
        const isHinted = await this.purchases.close(purchase, { state: 'complete', costMinor }, now);
        await this.lookAgain(purchase, isHinted || order.state === 'ended' || gone.length > 0 ? now : nextLook('complete', now, now));
      } else {
        if (failure !== null) await this.alert(purchase, failure);
        if (hasEnded) {
          await this.end(purchase, costMinor, now);
          // Those that came before may have been taken back with it.
          if (noted.length > 0) await this.lookAgain(purchase, now);
        } else await this.purchases.postpone(purchase, failure, this.after(purchase.tries));
      }
    });
  }

  /** Whatever the supplier says later: what was agreed stays. The offer is left alone for a while. */
  private async compareCost(purchase: Purchase, { costMinor }: SupplierOrder): Promise<void> {
    const agreedMinor = purchase.priceMinor * purchase.quantity;
    if (costMinor !== null && costMinor > agreedMinor)
      await this.alert(purchase, `It costs ${euroText(costMinor)}, and ${euroText(agreedMinor)} were agreed.`);
  }

  private async end(purchase: Purchase, costMinor: number | null, now: Date): Promise<void> {
    await this.purchases.close(purchase, { state: 'ended', failure: ENDED, costMinor }, now);
    if (purchase.replaces) await this.alert(purchase, ENDED);
  }

  /**
   * It may take effect all the same: then it is paid, and its keys are worth having. Only where a reference is unique does the supplier's no
   * say that it was not made: a history may show it later.
   */
  private giveUp(purchase: Purchase, { references }: Supplier): Promise<void> {
    return this.transaction.run(async () => {
      if (!(await this.purchases.isHeld(purchase))) return;
      if (references === 'unique') await this.refuse(purchase, 'The supplier never listed it.');
      else await this.close(purchase, 'unclear', UNLISTED);
      await this.lookAgain(purchase, nextLook('unclear', this.clock.now(), this.clock.now()));
    });
  }

  private async lookAgain({ id, supplier }: Purchase, at: Date | null): Promise<void> {
    if (at) await this.looks.add(supplier, id, at);
  }

  private refuse(purchase: Purchase, failure: string, isOutOfFunds = false): Promise<void> {
    return this.close(purchase, 'refused', failure, isOutOfFunds);
  }

  /** Staff are not told of one that somebody else has by now: they may have found its order. */
  private close(purchase: Purchase, state: 'refused' | 'unclear', failure: string, isOutOfFunds = false): Promise<void> {
    return this.transaction.run(async () => {
      if (!(await this.purchases.isHeld(purchase))) return;
      await this.purchases.close(purchase, { state, failure, isOutOfFunds }, this.clock.now());
      // What staff asked for is not bought elsewhere by itself.
      if (state === 'unclear' || purchase.replaces) await this.alert(purchase, failure);
    });
  }

  /** Once for each purchase and cause. */
  private alert(purchase: Purchase, cause: string): Promise<void> {
    return this.alerts.raise(purchaseAlert(purchase, cause));
  }

  /** What a pause of the supplier kept from being asked is no try. */
  private later(purchase: Purchase, error: SupplierFailed, state?: 'planned'): Promise<void> {
    const isPausing = error instanceof SupplierPausing;
    const dueAt = isPausing ? new Date(this.clock.now().getTime() + error.pauseMs) : this.after(purchase.tries);
    const tried = isPausing ? { ...purchase, tries: purchase.tries - 1 } : purchase;
    return this.transaction.run(() => this.purchases.postpone(tried, error.message, dueAt, state));
  }

  /** Later from try to try. */
  private after(tries: number): Date {
    return againAt(this.clock.now(), tries, LONGEST_PAUSE_MS);
  }
}
