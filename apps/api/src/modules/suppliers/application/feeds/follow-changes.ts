import { Injectable } from '@nestjs/common';
import { Failures } from '../../../../shared/failures.ts';
import { OncePerKey } from '../../../../shared/concurrency/once-per-key.ts';
import { Clock, Ids, Transaction } from '../../../../shared/ports.ts';
import { SupplierFailed } from '../../domain/supplier-errors.ts';
import { ProductHints } from '../hints.ts';
import { type ChangesPage, type Supplier, SupplierOffers, SupplierStates, Suppliers } from '../ports.ts';
import { PriceByOffers } from './price-by-offers.ts';
import { SCHEDULE, Syncs } from './syncs.ts';
import { TakeInProducts } from './take-in-products.ts';
import { TakeInOffers } from './take-in-offers.ts';

/** Where more changed than that, all offers are read: that goes on where it stood. */
const MOST_PAGES = 50;
/** The supplier's clock may be so much behind. */
const OVERLAP_MS = 120_000;
/** What is asked about again in one run, one product after the other. */
const MOST_ASKED_AGAIN = 50;
const BOUGHT_WITHIN_MS = 86_400_000;
const NOT_STORED = 'Some products could not be stored.';
const NOTHING = { products: 0, offers: 0, skipped: 0, repriced: 0, created: 0, updated: 0 };

type Counts = typeof NOTHING;

/**
 * Small synchronisations by the schedule, for what webhooks miss: the products that changed since the one before. A supplier that cannot tell
 * is asked about some of its products again. A worker that dies leaves nothing behind: the next run begins at the same moment.
 */
@Injectable()
export class FollowChanges {
  private readonly each = new OncePerKey<Supplier>();

  constructor(
    private readonly suppliers: Suppliers,
    private readonly offers: SupplierOffers,
    private readonly states: SupplierStates,
    private readonly syncs: Syncs,
    private readonly hints: ProductHints,
    private readonly takeInProducts: TakeInProducts,
    private readonly takeInOffers: TakeInOffers,
    private readonly pricing: PriceByOffers,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Called periodically. @throws the first failure, when the other products were stored: all are asked for again */
  async run(): Promise<void> {
    await this.each.run(await this.states.active(this.suppliers), async (supplier) => {
      const { name } = supplier;
      const since = await this.syncs.seenSince(name);
      const latest = await this.syncs.latest(name);
      // Before the first one of all offers, and while one is under way, that one sees what changed.
      const isCovered = since === null || latest?.state === 'waiting' || latest?.state === 'running';
      if (!isCovered) await this.follow(supplier, new Date(since.getTime() - OVERLAP_MS));
    });
  }

  private async follow(supplier: Supplier, since: Date): Promise<void> {
    const startedAt = this.clock.now();
    const failures = new Failures();
    let ended: Counts & { failure: string | null };
    try {
      ended = await this.read(supplier, since, failures);
    } catch (error) {
      if (!(error instanceof SupplierFailed)) throw error;
      ended = { ...NOTHING, failure: error.message };
    }
    await this.transaction.run(() =>
      this.syncs.ended({ id: this.ids.next(), supplier: supplier.name, startedAt, ...ended }, this.clock.now()),
    );
    failures.raise();
  }

  private async read(supplier: Supplier, since: Date, failures: Failures): Promise<Counts & { failure: string | null }> {
    const sum = { ...NOTHING };
    let cursor: string | null = null;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const seenAt = this.clock.now();
      const page = await supplier.changes(since, cursor);
      if (page === null) return { ...NOTHING, products: await this.askAgain(supplier), failure: null };
      const imported = await failures.attempt(() => this.takeInProducts.run(supplier.name, page.lines));
      sum.created += imported?.created ?? 0;
      sum.updated += imported?.updated ?? 0;
      sum.repriced += (await failures.attempt(() => this.store(supplier, page, seenAt, failures))) ?? 0;
      sum.products += page.products;
      sum.offers += page.offers.length;
      sum.skipped += page.skipped + (imported?.rejected ?? 0);
      cursor = page.next;
      if (cursor === null) return { ...sum, failure: failures.isAny ? NOT_STORED : null };
    }
    await this.transaction.run(() => this.syncs.ask({ id: this.ids.next(), supplier: supplier.name, by: SCHEDULE }, this.clock.now()));
    return { ...sum, failure: `More than ${sum.products} products changed: all offers are read.` };
  }

  /** Returns how many products have another price. */
  private async store({ name }: Supplier, { offers, emptied, incomplete }: ChangesPage, seenAt: Date, failures: Failures): Promise<number> {
    const ofProducts = Map.groupBy(offers, ({ supplierProductId }) => supplierProductId);
    for (const id of emptied) ofProducts.set(id, []);
    const productIds: string[] = [];
    for (const [id, ofProduct] of ofProducts) {
      const take = () =>
        incomplete.includes(id) ? this.takeInOffers.run(name, ofProduct, seenAt) : this.takeInOffers.replace(name, id, ofProduct, seenAt);
      productIds.push(...((await failures.attempt(take)) ?? []));
    }
    return this.transaction.run(() => this.pricing.run(productIds, name));
  }

  /** As if there were webhooks of them. Returns how many. */
  private async askAgain({ name }: Supplier): Promise<number> {
    const now = this.clock.now();
    const ids = await this.offers.toAskAgain(name, new Date(now.getTime() - BOUGHT_WITHIN_MS), MOST_ASKED_AGAIN);
    if (ids.length > 0) await this.transaction.run(() => this.hints.add(name, ids, now));
    return ids.length;
  }
}
