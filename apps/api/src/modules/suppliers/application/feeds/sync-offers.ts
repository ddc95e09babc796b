import { Injectable } from '@nestjs/common';
import { Alerts, Clock, Ids, Transaction } from '../../../../shared/ports.ts';
import { isFarFewer } from '../../domain/far-fewer.ts';
import { SupplierFailed } from '../../domain/supplier-errors.ts';
import { ProductHints } from '../hints.ts';
import { type OfferPage, type Supplier, SupplierOffers, type SupplierName, SupplierStates, Suppliers } from '../ports.ts';
import { PriceByOffers } from './price-by-offers.ts';
import { SCHEDULE, type Sync, SyncRules, Syncs } from './syncs.ts';
import { TakeInProducts } from './take-in-products.ts';
import { TakeInOffers } from './take-in-offers.ts';

/** Longer than the calls for one page may take with all their retries. */
const SILENT_AFTER_MS = 120_000;
const MOST_TRIES = 10;
/** The cursor of a synchronisation that has read all pages: a worker that takes it over goes on with the removal. */
const ALL_READ = '';
/** So many products of the shop that were not seen are asked about one by one: they may have moved to a page that was read already. */
const MOST_ASKED_AGAIN = 200;
const RETRY_AFTER_MS = 60_000;

/**
 * Reads all offers of suppliers, page by page in constant memory. Where it stands is stored with each page: a worker that dies is followed by
 * another one at the same page, and a page that is read twice changes nothing. What was not seen again is removed at the end, and only then:
 * never where that is most of what is stored, unless staff insist.
 */
@Injectable()
export class SyncOffers {
  private isStopping = false;

  constructor(
    private readonly suppliers: Suppliers,
    private readonly offers: SupplierOffers,
    private readonly states: SupplierStates,
    private readonly syncs: Syncs,
    private readonly hints: ProductHints,
    private readonly takeInOffers: TakeInOffers,
    private readonly takeInProducts: TakeInProducts,
    private readonly pricing: PriceByOffers,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly rules: SyncRules,
  ) {}

  /** Called periodically; asks for the synchronisations of the schedule and does one that is due. */
  async run(): Promise<void> {
    const active = (await this.states.active(this.suppliers)).map(({ name }) => name);
    if (active.length === 0) return;
    for (const name of active) await this.schedule(name);
    await this.one(active);
  }

  /** Does one that is due, of one of these suppliers. */
  async one(names: readonly SupplierName[]): Promise<void> {
    const now = this.clock.now();
    const sync = await this.transaction.run(() => this.syncs.take(names, now, new Date(now.getTime() - SILENT_AFTER_MS)));
    const supplier = sync && this.suppliers.named(sync.supplier);
    if (sync && supplier) await this.work(sync, supplier);
  }

  /** Stops between two pages; another worker goes on. */
  stop(): void {
    this.isStopping = true;
  }

  private async schedule(name: SupplierName): Promise<void> {
    const latest = await this.syncs.latest(name);
    const now = this.clock.now();
    if (latest && now.getTime() - latest.createdAt.getTime() < this.rules.syncEveryMs) return;
    await this.transaction.run(() => this.syncs.ask({ id: this.ids.next(), supplier: name, by: SCHEDULE }, now));
  }

  /** Ends early where another worker has taken it over: this one gave no sign of life for too long. */
  private async work(sync: Sync, supplier: Supplier): Promise<void> {
    let taken = sync;
    try {
      while (taken.cursor !== ALL_READ) {
        if (this.isStopping) return await this.transaction.run(() => this.syncs.postpone(taken, null, this.clock.now()));
        const seenAt = this.clock.now();
        const page = await supplier.offers(taken.cursor);
        const renewed = await this.store(taken, page, seenAt);
        if (!renewed) return;
        taken = renewed;
      }
      if (await this.isCutOff(taken)) return;
      const rest = await this.removeUnseen(taken);
      if (rest) await this.transaction.run(() => this.syncs.done(rest, this.clock.now()));
    } catch (error) {
      if (!(error instanceof SupplierFailed)) throw error;
      await this.tryAgain(taken, error.message);
    }
  }

  private tryAgain(taken: Sync, failure: string): Promise<void> {
    const now = this.clock.now();
    return this.transaction.run(async () => {
      if (taken.tries >= MOST_TRIES) await this.syncs.fail(taken, failure, now);
      else await this.syncs.postpone(taken, failure, new Date(now.getTime() + RETRY_AFTER_MS));
    });
  }

  private async store(sync: Sync, page: OfferPage, seenAt: Date): Promise<Sync | null> {
    const { supplier } = sync;
    const imported = await this.takeInProducts.run(supplier, page.lines);
    const productIds = await this.takeInOffers.run(supplier, page.offers, seenAt);
    // Prices lock products, and these must not wait for each other behind offers.
    return this.transaction.run(async () => {
      const repriced = await this.pricing.run(productIds, supplier);
      const { products, next } = page;
      const { created, updated, rejected } = imported;
      const counts = { products, offers: page.offers.length, skipped: page.skipped + rejected, repriced, created, updated };
      return this.syncs.progress(sync, { ...counts, next: next ?? ALL_READ }, this.clock.now());
    });
  }

  /** Whether it saw so little that it ends here, as a failure of which staff are told once a day: a broken feed must not empty the shop. */
  private async isCutOff(sync: Sync): Promise<boolean> {
    const { id, supplier, startedAt } = sync;
    const { products, seen } = await this.offers.countProducts(supplier, startedAt);
    if (!isFarFewer(seen, products)) return false;
    const fewest = await this.syncs.fewestAccepted(id);
    if (fewest !== null && seen >= fewest) return false;
    const failure = `It lists ${seen} of the ${products} products that are stored. Nothing was removed. If it sells no more than that, synchronise with \`acceptFewer\` ${seen}.`;
    await this.transaction.run(async () => {
      const now = this.clock.now();
      if (!(await this.syncs.fail(sync, failure, now))) return;
      await this.alerts.raise({
        kind: 'supplier-stale',
        id: `${supplier} fewer ${now.toISOString().slice(0, 10)}`,
        about: supplier,
        detail: failure,
      });
    });
    return true;
  }

  /** Products without any other offer are off sale, except for keys of the shop. Answers null where another worker has it by now. */
  private async removeUnseen(sync: Sync): Promise<Sync | null> {
    let taken: Sync | null = sync;
    while (taken) {
      const dropped = await this.drop(sync);
      if (dropped.length === 0) return taken;
      const productIds = [...new Set(dropped.flatMap(({ productId }) => productId ?? []))];
      const before: Sync = taken;
      taken = await this.transaction.run(async () => {
        await this.pricing.run(productIds, sync.supplier);
        return this.syncs.removed(before, dropped.length, this.clock.now());
      });
    }
    return null;
  }

  private drop({ supplier, startedAt }: Sync) {
    return this.transaction.run(async () => {
      const dropped = await this.offers.dropUnseen(supplier, startedAt);
      const ofShop = new Set(dropped.flatMap(({ supplierProductId, productId }) => (productId === null ? [] : supplierProductId)));
      if (ofShop.size <= MOST_ASKED_AGAIN) await this.hints.add(supplier, [...ofShop], this.clock.now());
      return dropped;
    });
  }
}
