import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { SupplierAway, SupplierRefused } from '../domain/supplier-errors.ts';
import { ProductHints } from './hints.ts';
import { SupplierStates, Suppliers } from './ports.ts';
import { PriceByOffers } from './price-by-offers.ts';
import { TakeInOffers } from './take-in-offers.ts';

/** Longer than the calls for one product may take with all their retries. */
const LEASE_MS = 120_000;
const MOST_TRIES = 8;
const SECOND_MS = 1000;
/** Then the other tasks of the worker have their turn. */
const MOST_AT_ONCE = 50;

/** Asks suppliers about single products that may have changed: small synchronisations. What it gives up is seen by the next full one. */
@Injectable()
export class FollowHints {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly states: SupplierStates,
    private readonly hints: ProductHints,
    private readonly takeInOffers: TakeInOffers,
    private readonly pricing: PriceByOffers,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Called periodically. */
  async run(): Promise<void> {
    const names = this.suppliers.all.map(({ name }) => name);
    if (names.length === 0) return;
    const states = await this.states.of(names);
    const active = names.filter((name) => states.get(name)?.pausedAt === null);
    for (let done = 0; done < MOST_AT_ONCE && (await this.follow(active)); done += 1);
  }

  /** Returns false where nothing is due, or a supplier does not answer. */
  private async follow(active: Parameters<ProductHints['take']>[0]): Promise<boolean> {
    const now = this.clock.now();
    const hint = await this.transaction.run(() => this.hints.take(active, now, new Date(now.getTime() + LEASE_MS)));
    const supplier = hint && this.suppliers.named(hint.supplier);
    if (!hint || !supplier) return false;
    try {
      const { offers } = await supplier.product(hint.supplierProductId);
      const productIds = await this.takeInOffers.replace(supplier.name, hint.supplierProductId, offers);
      await this.transaction.run(async () => {
        await this.pricing.run(productIds, supplier.name);
        await this.hints.done(hint);
      });
      return true;
    } catch (error) {
      if (!(error instanceof SupplierAway || error instanceof SupplierRefused)) throw error;
      const dueAt = new Date(this.clock.now().getTime() + SECOND_MS * 2 ** hint.tries);
      await this.transaction.run(() => (hint.tries >= MOST_TRIES ? this.hints.done(hint) : this.hints.postpone(hint, dueAt)));
      return false;
    }
  }
}
