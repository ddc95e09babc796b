import { Injectable } from '@nestjs/common';
import { Failures } from '../../../shared/failures.ts';
import { Clock, Throttle, Transaction } from '../../../shared/ports.ts';
import { againAt, leaseFrom } from '../domain/retries.ts';
import { DueSteps } from './due-steps.ts';
import { type HeardHint, ProductHints } from './hints.ts';
import { type OfferPage, type Supplier, type SupplierName, SupplierStates, Suppliers } from './ports.ts';
import { PriceByOffers } from './feeds/price-by-offers.ts';
import { TakeInProducts } from './feeds/take-in-products.ts';
import { TakeInOffers } from './feeds/take-in-offers.ts';

const MOST_TRIES = 8;
/** Of one supplier. Then the other tasks of the worker have their turn. */
const MOST_AT_ONCE = 50;
/** Anybody can send hints where no secret is set: they must not use up what a supplier bears. */
const MOST_HINTS_AN_HOUR = 3600;
const HOUR_MS = 3_600_000;

/**
 * Asks suppliers about single products that may have changed: small synchronisations. Of each supplier about
 * `MOST_HINTS_AN_HOUR` at most; later ones wait. What it gives up is seen by the next full one.
 */
@Injectable()
export class FollowHints {
  private readonly steps = new DueSteps();

  constructor(
    private readonly suppliers: Suppliers,
    private readonly states: SupplierStates,
    private readonly hints: ProductHints,
    private readonly takeInProducts: TakeInProducts,
    private readonly takeInOffers: TakeInOffers,
    private readonly pricing: PriceByOffers,
    private readonly throttle: Throttle,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Called periodically. @throws the first failure, when all had their turn: what failed is asked about again later */
  async run(): Promise<void> {
    await this.steps.run(await this.states.active(this.suppliers), MOST_AT_ONCE, (supplier) => this.follow(supplier));
  }

  /** Returns false where nothing is due, or too much was asked in this hour. */
  private async follow(supplier: Supplier): Promise<boolean> {
    if ((await this.throttle.counted(questionsOf(supplier.name))).hits >= MOST_HINTS_AN_HOUR) return false;
    const now = this.clock.now();
    const hint = await this.transaction.run(() => this.hints.take(supplier.name, now, leaseFrom(now)));
    if (!hint) return false;
    await this.throttle.hit(questionsOf(supplier.name), MOST_HINTS_AN_HOUR, HOUR_MS, 'account');
    try {
      const seenAt = this.clock.now();
      const page = await supplier.product(hint.supplierProductId);
      // Offers are stored also where the catalogue cannot take in their product.
      const imports = new Failures();
      await imports.attempt(() => this.takeInProducts.run(supplier.name, page.lines));
      await this.store(hint, page, seenAt);
      imports.raise();
      await this.transaction.run(() => this.hints.done(hint));
      return true;
    } catch (error) {
      const dueAt = againAt(this.clock.now(), hint.tries);
      await this.transaction.run(() => (hint.tries >= MOST_TRIES ? this.hints.done(hint) : this.hints.postpone(hint, dueAt)));
      throw error;
    }
  }

  /** Of what cannot be read nobody knows that it is gone: then nothing is removed. */
  private async store({ supplier, supplierProductId }: HeardHint, { offers, skipped }: OfferPage, seenAt: Date): Promise<void> {
    const productIds =
      skipped > 0
        ? await this.takeInOffers.run(supplier, offers, seenAt)
        : await this.takeInOffers.replace(supplier, supplierProductId, offers, seenAt);
    await this.transaction.run(() => this.pricing.run(productIds, supplier));
  }
}

/** The bucket that counts them. */
function questionsOf(supplier: SupplierName): string {
  return `hints of ${supplier}`;
}
