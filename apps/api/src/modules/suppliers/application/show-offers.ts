import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Commitments } from './commit-offers.ts';
import { KeyPurchases, PurchaseLimits } from './purchases.ts';
import { REFUSED_FOR_MS, SellableOffers } from './sellable-offers.ts';

/** Products in one transaction, whose listings are locked until it ends: fewer would take longer for all that a supplier offers. */
const BATCH = 1000;
/** Transactions of a round: then a worker that is to stop can do so. */
const MOST_BATCHES = 10;

/** What lists show of a product's offers. */
export interface OfferedProduct {
  readonly productId: string;
  readonly quantity: number;
  /** When it is counted anew at the latest; null: once something changes. */
  readonly dueAt: Date | null;
}

/** Which products are counted anew. Whatever may change what is offered of one leaves its name. Inside a transaction. */
export abstract class OfferChanges {
  /** Takes at most `most` products that changed, those of `noteAll` last, or are due; none while another process does the same. */
  abstract take(at: Date, most: number): Promise<string[]>;
  abstract note(productId: string): Promise<void>;
  /** Products that are to be counted because settings may have changed: all that are offered, or shown to be. */
  abstract noteAll(): Promise<void>;
  /** Stores what was counted. Returns those whose quantity differs from the one before. */
  abstract put(products: readonly OfferedProduct[]): Promise<ReadonlyMap<string, number>>;
}

/** Keeps what lists show of offers up to date. Each worker runs it several times a second. */
@Injectable()
export class ShowOffers {
  constructor(
    private readonly changes: OfferChanges,
    private readonly sellable: SellableOffers,
    private readonly commitments: Commitments,
    private readonly purchases: KeyPurchases,
    private readonly catalogue: Catalogue,
    private readonly limits: PurchaseLimits,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Counts all anew in the next rounds. Called once by each worker: other settings may be in force than before. */
  begin(): Promise<void> {
    return this.transaction.run(() => this.changes.noteAll());
  }

  async run(): Promise<void> {
    await this.transaction.run(() => this.commitments.deleteLapsed(this.clock.now()));
    for (let batch = 0; batch < MOST_BATCHES && (await this.transaction.run(() => this.countSome())); batch += 1);
  }

  /** Returns whether there was one. Many changes may be of few products: that fewer than a batch were counted does not say that all were. */
  private async countSome(): Promise<boolean> {
    const now = this.clock.now();
    const productIds = await this.changes.take(now, BATCH);
    if (productIds.length === 0) return false;
    const offers = await this.sellable.of(productIds);
    const refused = await this.purchases.refusedSince(new Date(now.getTime() - REFUSED_FOR_MS));
    const changed = await this.changes.put(
      productIds.map((productId) => {
        const ofProduct = offers.get(productId) ?? [];
        const stale = ofProduct.map(({ seenAt }) => seenAt.getTime() + this.limits.offerMaxAgeMs + 1);
        // Refused offers come back without a change.
        const back = refused
          .filter((one) => one.isOutOfFunds || one.productId === productId)
          .map(({ closedAt }) => closedAt.getTime() + REFUSED_FOR_MS + 1);
        const due = Math.min(...stale, ...back);
        const quantity = ofProduct.reduce((sum, offer) => sum + offer.quantity, 0);
        return { productId, quantity, dueAt: due === Infinity ? null : new Date(due) };
      }),
    );
    await this.catalogue.lockListings([...changed.keys()]);
    await this.catalogue.setOffered(changed);
    return true;
  }
}
