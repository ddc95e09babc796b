import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { SupplierAway, SupplierRefused } from '../domain/supplier-errors.ts';
import {
  type OfferPage,
  type Supplier,
  SupplierOffers,
  type SupplierName,
  SupplierStates,
  Suppliers,
  type Sync,
  SyncPace,
  Syncs,
} from './ports.ts';

/** Longer than the calls for one page may take with all their retries. */
const SILENT_AFTER_MS = 120_000;
const MOST_TRIES = 10;
const RETRY_AFTER_MS = 60_000;
const SCHEDULE = 'schedule';

/**
 * Reads all offers of suppliers, page by page in constant memory. Where it stands is stored with each page: a worker that dies is followed by
 * another one at the same page. What was not seen again is removed at the end, and only then.
 */
@Injectable()
export class SyncOffers {
  private isStopping = false;

  constructor(
    private readonly suppliers: Suppliers,
    private readonly offers: SupplierOffers,
    private readonly states: SupplierStates,
    private readonly syncs: Syncs,
    private readonly catalogue: Catalogue,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly pace: SyncPace,
  ) {}

  /** Called periodically; asks for the synchronisations of the schedule and does one that is due. */
  async run(): Promise<void> {
    const active = await this.active();
    if (active.length === 0) return;
    for (const name of active) await this.schedule(name);
    const now = this.clock.now();
    const sync = await this.transaction.run(() => this.syncs.take(active, now, new Date(now.getTime() - SILENT_AFTER_MS)));
    const supplier = sync && this.suppliers.named(sync.supplier);
    if (sync && supplier) await this.work(sync, supplier);
  }

  /** Stops between two pages; another worker goes on. */
  stop(): void {
    this.isStopping = true;
  }

  private async active(): Promise<SupplierName[]> {
    const names = this.suppliers.all.map(({ name }) => name);
    if (names.length === 0) return [];
    const states = await this.states.of(names);
    return names.filter((name) => states.get(name)?.pausedAt === null);
  }

  private async schedule(name: SupplierName): Promise<void> {
    const latest = await this.syncs.latest(name);
    const now = this.clock.now();
    if (latest && now.getTime() - latest.createdAt.getTime() < this.pace.syncEveryMs) return;
    await this.transaction.run(() => this.syncs.ask(this.ids.next(), name, SCHEDULE, now));
  }

  private async work(sync: Sync, supplier: Supplier): Promise<void> {
    try {
      let cursor = sync.cursor;
      do {
        if (this.isStopping) return await this.transaction.run(() => this.syncs.postpone(sync.id, null, this.clock.now()));
        const page = await supplier.offers(cursor);
        await this.store(sync, page);
        cursor = page.next;
      } while (cursor !== null);
      await this.transaction.run(async () => {
        const removed = await this.offers.dropUnseen(sync.supplier, sync.startedAt);
        await this.syncs.done(sync.id, removed, this.clock.now());
      });
    } catch (error) {
      if (!(error instanceof SupplierAway || error instanceof SupplierRefused)) throw error;
      const now = this.clock.now();
      const isLast = sync.tries >= MOST_TRIES;
      await this.transaction.run(() =>
        isLast
          ? this.syncs.fail(sync.id, error.message, now)
          : this.syncs.postpone(sync.id, error.message, new Date(now.getTime() + RETRY_AFTER_MS)),
      );
    }
  }

  private store(sync: Sync, page: OfferPage): Promise<void> {
    const { supplier } = sync;
    return this.transaction.run(async () => {
      const now = this.clock.now();
      const links = await this.offers.links(supplier, [...new Set(page.offers.map(({ supplierProductId }) => supplierProductId))]);
      const names = page.offers.flatMap(({ kinguinId }) => (kinguinId === null ? [] : [String(kinguinId)]));
      const known = names.length === 0 ? new Map<string, string>() : await this.catalogue.productIds([...new Set(names)]);
      const linked = page.offers.map((offer) => ({
        ...offer,
        productId: links.get(offer.supplierProductId) ?? known.get(String(offer.kinguinId)) ?? null,
      }));
      await this.offers.put(supplier, linked, now);
      await this.syncs.progress(sync.id, { products: page.products, offers: linked.length, skipped: page.skipped, next: page.next }, now);
    });
  }
}
