import { Injectable } from '@nestjs/common';
import type { Wanted } from '../ports.ts';

/** Keys that somebody else brings once they are paid. Sold behind the shop's own. Every method that changes something runs in a transaction. */
export abstract class KeyOffers {
  /** How many keys of each product can be committed now; those committed to `ownOrders` count. Products without any may be missing. */
  abstract available(productIds: readonly string[], ownOrders: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Commits all that is wanted to an order, or nothing. Returns what there is of each product that is short; empty if all is committed. */
  abstract commit(orderId: string, wanted: readonly Wanted[], until: Date): Promise<ReadonlyMap<string, number>>;
  /** Extends commitments that are in force. */
  abstract prolong(orderId: string, until: Date): Promise<void>;
  /** Whether any key is committed to an order. */
  abstract isCommitted(orderId: string): Promise<boolean>;
  abstract release(orderId: string): Promise<void>;
}

/** What suppliers bring, once a module says so. Without one nothing is asked. */
@Injectable()
export class OfferedKeys extends KeyOffers {
  private offers: KeyOffers | null = null;

  use(offers: KeyOffers): void {
    this.offers = offers;
  }

  override async available(productIds: readonly string[], ownOrders: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return (await this.offers?.available(productIds, ownOrders)) ?? new Map();
  }

  override async commit(orderId: string, wanted: readonly Wanted[], until: Date): Promise<ReadonlyMap<string, number>> {
    return (await this.offers?.commit(orderId, wanted, until)) ?? new Map(wanted.map(({ productId }) => [productId, 0]));
  }

  override async prolong(orderId: string, until: Date): Promise<void> {
    await this.offers?.prolong(orderId, until);
  }

  override async isCommitted(orderId: string): Promise<boolean> {
    return (await this.offers?.isCommitted(orderId)) ?? false;
  }

  override async release(orderId: string): Promise<void> {
    await this.offers?.release(orderId);
  }
}
