import { Injectable } from '@nestjs/common';
import { OncePerKey } from '../../../shared/concurrency/once-per-key.ts';
import { type AlertKind, Alerts, Clock, Transaction } from '../../../shared/ports.ts';
import { euroText } from '../domain/amount.ts';
import { SupplierFailed } from '../domain/supplier-errors.ts';
import { SupplierReturns } from './after-sales/returns.ts';
import { type Supplier, type SupplierName, SupplierStates, Suppliers } from './ports.ts';
import { purchaseAlert } from './purchase-alert.ts';
import { KeyPurchases, type OverduePurchase } from './purchases.ts';
import { Syncs } from './feeds/syncs.ts';

const HOUR_MS = 3_600_000;
/** So many failed purchases within an hour are no chance any more. */
const MANY_REFUSALS = 3;
/** A purchase is settled within minutes: it was ordered, or surely not. */
const SETTLED_WITHIN_MS = HOUR_MS / 2;
/** Keys that are later than that are waited for, and staff can ask for them. */
const KEYS_WITHIN_MS = 6 * HOUR_MS;
/** What a supplier that takes its time is asked for a day before staff hear of it. */
const RETURNED_WITHIN_MS = 48 * HOUR_MS;

/** What staff is told about. */
export abstract class SupplierLimits {
  /** Minor units of a euro; 0: no balance is low. */
  abstract readonly lowBalanceMinor: number;
  abstract readonly offerMaxAgeMs: number;
}

/**
 * Asks every supplier for its balance, which shows besides whether it can be reached, and alerts staff, also to purchases and
 * returns that no worker brings to an end, for whatever reason. Called periodically.
 */
@Injectable()
export class WatchSuppliers {
  private readonly each = new OncePerKey<Supplier>();

  constructor(
    private readonly suppliers: Suppliers,
    private readonly states: SupplierStates,
    private readonly syncs: Syncs,
    private readonly purchases: KeyPurchases,
    private readonly returns: SupplierReturns,
    private readonly limits: SupplierLimits,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.transaction.run(() => this.alertToOverdue());
    await this.each.run(this.suppliers.all, async (supplier) => {
      const { balanceMinor, failure } = await balanceOf(supplier);
      const check = { balanceMinor, failure, breaker: supplier.breaker() };
      await this.transaction.run(async () => {
        await this.states.note(supplier.name, check, this.clock.now());
        await this.alertToWords(supplier);
        await this.alert(supplier.name, balanceMinor);
      });
    });
  }

  /** Also of suppliers that are paused or off: their orders may have been paid. Each once for its state. */
  private async alertToOverdue(): Promise<void> {
    const before = (passedMs: number) => new Date(this.clock.now().getTime() - passedMs);
    for (const overdue of await this.purchases.overdue(before(SETTLED_WITHIN_MS), before(KEYS_WITHIN_MS))) {
      await this.alerts.raise(purchaseAlert(overdue, overdueText(overdue), `overdue ${overdue.state}`));
    }
    for (const { purchaseId, supplier, askedAt, failure } of await this.returns.overdue(before(RETURNED_WITHIN_MS))) {
      const at = askedAt.toISOString();
      const told = `its keys were to go back since ${at}, and nobody knows that they did.${afterWord(failure)}`;
      await this.alerts.raise(purchaseAlert({ id: purchaseId, supplier }, told, `return ${at} overdue`));
    }
  }

  /** To what orders were answered with and the shop does not read. Each once. */
  private async alertToWords(supplier: Supplier): Promise<void> {
    for (const status of supplier.unknownStatuses())
      await this.raise(
        supplier.name,
        'supplier-purchase',
        `status ${status}`,
        `It answered an order with the status "${status}", which the shop does not know. Such orders count as open.`,
      );
    for (const currency of supplier.otherCurrencies())
      await this.raise(
        supplier.name,
        'supplier-purchase',
        `currency ${currency}`,
        `It charged an order in the currency ${currency}, and the shop reads euros alone. The cost of such orders counts as agreed.`,
      );
  }

  /** Each once for its cause. Of a supplier that is paused nothing is expected. */
  private async alert(name: SupplierName, balanceMinor: number | null): Promise<void> {
    const state = (await this.states.of([name])).get(name);
    if (!state || state.pausedAt !== null) return;
    const now = this.clock.now();
    const { lowBalanceMinor } = this.limits;
    if (balanceMinor !== null && lowBalanceMinor > 0 && balanceMinor < lowBalanceMinor)
      await this.raise(name, 'supplier-balance', now.toISOString().slice(0, 10), `${euroText(balanceMinor)} are left.`);
    await this.alertToAge(name, state.feedAt);
    const { failed = 0 } = (await this.purchases.counts(new Date(now.getTime() - HOUR_MS))).get(name) ?? {};
    if (failed >= MANY_REFUSALS)
      await this.raise(
        name,
        'supplier-refusals',
        now.toISOString().slice(0, 13),
        `${failed} purchases were refused, cancelled or refunded within an hour.`,
      );
  }

  private async alertToAge(name: SupplierName, feedAt: Date | null): Promise<void> {
    const raise = (of: string, detail: string) => this.raise(name, 'supplier-stale', of, detail);
    if (feedAt !== null) {
      const at = feedAt.toISOString();
      const isOld = this.clock.now().getTime() - feedAt.getTime() > this.limits.offerMaxAgeMs;
      return isOld ? raise(at, `The latest complete synchronisation ended at ${at}.`) : undefined;
    }
    const latest = await this.syncs.latest(name);
    if (latest?.state === 'failed') return raise(latest.id, `The first synchronisation failed: ${latest.failure}`);
    // What is tried again and again without a word of the supplier: an error of the shop.
    if (latest && this.clock.now().getTime() - latest.createdAt.getTime() > this.limits.offerMaxAgeMs)
      await raise(latest.id, `The first synchronisation has not ended since ${latest.createdAt.toISOString()}.`);
  }

  /** Once for its cause, which `of` names. */
  private raise(name: SupplierName, kind: AlertKind, of: string, detail: string): Promise<void> {
    return this.alerts.raise({ kind, id: `${name} ${of}`, about: name, detail });
  }
}

function overdueText({ state, since, failure }: OverduePurchase): string {
  const at = since.toISOString();
  const what = {
    planned: `It was planned at ${at}, and is not sent.`,
    sent: `It was sent at ${at}, and nobody knows whether the supplier has it.`,
    ordered: `It was ordered at ${at}, and keys are missing.`,
  }[state];
  return `${what}${afterWord(failure)}`;
}

const afterWord = (failure: string | null) => (failure === null ? '' : ` ${failure}`);

async function balanceOf(supplier: Supplier): Promise<{ balanceMinor: number | null; failure: string | null }> {
  try {
    return { balanceMinor: await supplier.balance(), failure: null };
  } catch (error) {
    if (error instanceof SupplierFailed) return { balanceMinor: null, failure: error.message };
    throw error;
  }
}
