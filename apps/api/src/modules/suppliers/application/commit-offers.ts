import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import { KeyOffers, OfferedKeys, type Wanted } from '../../stock/index.ts';
import { type SupplierName, Suppliers } from './ports.ts';
import { FreeOffers, SellableOffers } from './sellable-offers.ts';

/** Pieces of an offer that are promised to an order which is not bought for yet. */
export interface Commitment {
  readonly orderId: string;
  readonly productId: string;
  readonly supplier: SupplierName;
  readonly offerId: string;
  readonly quantity: number;
}

/** Every method that changes something must run inside a transaction. */
export abstract class Commitments {
  abstract add(commitments: readonly Commitment[], until: Date): Promise<void>;
  /** Of an order, as far as they have not lapsed. */
  abstract prolong(orderId: string, until: Date, at: Date): Promise<void>;
  abstract isAny(orderId: string, at: Date): Promise<boolean>;
  abstract release(orderId: string): Promise<void>;
  /**
   * Takes the pieces of a purchase off what is committed to its order: those of the offer that it buys from first, then those of others that
   * the order does not need any more.
   */
  abstract turnIntoPurchase(bought: Commitment): Promise<void>;
  /** Deletes those that have lapsed. */
  abstract deleteLapsed(at: Date): Promise<void>;
}

/** Promises pieces of offers to unpaid orders, cheapest first, never more than an offer has. */
@Injectable()
export class CommitOffers extends KeyOffers {
  constructor(
    private readonly sellable: SellableOffers,
    private readonly free: FreeOffers,
    private readonly commitments: Commitments,
    private readonly clock: Clock,
    suppliers: Suppliers,
    offered: OfferedKeys,
  ) {
    super();
    if (suppliers.all.length > 0) offered.use(this);
  }

  override async available(productIds: readonly string[], ownOrders: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const offers = await this.sellable.of(productIds, ownOrders);
    return new Map([...offers].map(([id, ofProduct]) => [id, ofProduct.reduce((sum, { quantity }) => sum + quantity, 0)]));
  }

  override async commit(orderId: string, wanted: readonly Wanted[], until: Date): Promise<ReadonlyMap<string, number>> {
    const productIds = wanted.map(({ productId }) => productId);
    await this.free.lock(productIds);
    const offers = await this.sellable.of(productIds);
    const made: Commitment[] = [];
    const short = new Map<string, number>();
    for (const { productId, quantity } of wanted) {
      let missing = quantity;
      for (const offer of offers.get(productId) ?? []) {
        const pieces = Math.min(missing, offer.quantity);
        if (pieces > 0) made.push({ orderId, productId, supplier: offer.supplier, offerId: offer.offerId, quantity: pieces });
        missing -= pieces;
      }
      if (missing > 0) short.set(productId, quantity - missing);
    }
    if (short.size === 0) await this.commitments.add(made, until);
    return short;
  }

  override prolong(orderId: string, until: Date): Promise<void> {
    return this.commitments.prolong(orderId, until, this.clock.now());
  }

  override isCommitted(orderId: string): Promise<boolean> {
    return this.commitments.isAny(orderId, this.clock.now());
  }

  override release(orderId: string): Promise<void> {
    return this.commitments.release(orderId);
  }
}
