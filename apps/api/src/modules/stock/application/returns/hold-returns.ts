import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../../catalog/index.ts';
import { KeyRecords, type KeyState } from '../key-records.ts';
import { StockChanges } from '../stock-changes.ts';

/**
 * `unsold`: in quarantine now, or burnt without having been sold. `replaced`: burnt after it was sold. These are held. `delivered`: with a
 * buyer. `reserved`: an order that is not paid, or waits, has it. `returning`: it goes back with another purchase, or went.
 */
export type ReturnableState = 'unsold' | 'replaced' | 'delivered' | 'reserved' | 'returning';

/**
 * Keys that go back to their supplier with a purchase, which they are marked with: from `hold` on none of them is released or given to an
 * order, unless `endHold` ends that. Each method runs inside the caller's transaction.
 */
@Injectable()
export class HoldReturns {
  constructor(
    private readonly records: KeyRecords,
    private readonly changes: StockChanges,
    private readonly catalogue: Catalogue,
  ) {}

  /**
   * Takes those on sale off it, into quarantine. Answers by its id how each stands. One that is `delivered` or `reserved` is not held, and the
   * transaction must not commit.
   */
  hold(purchaseId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, ReturnableState>> {
    return this.change(keyIds, async () => statesOf(await this.records.holdForReturn(purchaseId, keyIds), purchaseId));
  }

  /**
   * The supplier has taken these without being asked. Burns those on sale, in quarantine and reserved: an order that waits gets others, and
   * an unpaid checkout, or an order on hold, is short when it is paid or released, as one whose reservation lapsed. Then it gets another free
   * key, or waits for one, or is refunded (`TakePayment`). Those that a buyer has stay there, and are never sold again. Answers as `hold`, how
   * each stands then.
   */
  withdraw(purchaseId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, ReturnableState>> {
    return this.change(keyIds, async () => statesOf(await this.records.withdraw(purchaseId, keyIds), purchaseId));
  }

  /** Those of these that are held, or went back, with the purchase. */
  held(purchaseId: string, keyIds: readonly string[]): Promise<readonly string[]> {
    return this.records.returningWith(purchaseId, keyIds);
  }

  /** The supplier has those that are held: they are burnt. */
  burn(purchaseId: string, keyIds: readonly string[]): Promise<void> {
    return this.change(keyIds, () => this.records.burnReturned(purchaseId, keyIds));
  }

  /** The supplier takes none: they stay in quarantine, from which staff may release them. */
  endHold(purchaseId: string, keyIds: readonly string[]): Promise<void> {
    return this.change(keyIds, () => this.records.endReturn(purchaseId, keyIds));
  }

  /** Locks the listings first, as all changes of stock except sales do. A key that the shop had before may be of another product. */
  private async change<T>(keyIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const productIds = await this.records.productsOfKeys(keyIds);
    await this.catalogue.lockListings(productIds);
    const done = await work();
    await this.changes.applyTo(productIds);
    return done;
  }
}

function statesOf(records: Awaited<ReturnType<KeyRecords['withdraw']>>, purchaseId: string): ReadonlyMap<string, ReturnableState> {
  return new Map(
    records.map(({ id, state, orderId, returningPurchase }) => [
      id,
      returningPurchase === null || returningPurchase === purchaseId ? stateOf(state, orderId) : 'returning',
    ]),
  );
}

function stateOf(state: KeyState, orderId: string | null): ReturnableState {
  if (state === 'sold') return 'delivered';
  if (state === 'reserved') return 'reserved';
  return state === 'burnt' && orderId !== null ? 'replaced' : 'unsold';
}
