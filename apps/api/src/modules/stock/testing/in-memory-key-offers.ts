import type { Clock } from '../../../shared/ports.ts';
import { PlainStorage, type Storage } from '../../../testing/storage/storage.ts';
import { KeyOffers } from '../application/offers/offered-keys.ts';
import type { Wanted } from '../application/ports.ts';

interface CommittedPieces {
  readonly orderId: string;
  readonly productId: string;
  readonly quantity: number;
  readonly until: number;
}

/** Offers of somebody who has `offered` pieces of each product. */
export class InMemoryKeyOffers extends KeyOffers {
  readonly offered = new Map<string, number>();
  readonly commitments: Map<string, CommittedPieces>;

  constructor(
    private readonly clock: Clock,
    private readonly storage: Storage = new PlainStorage(),
  ) {
    super();
    this.commitments = storage.table();
  }

  override async available(productIds: readonly string[], ownOrders: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(productIds.map((id) => [id, this.free(id, ownOrders)]));
  }

  override async commit(orderId: string, wanted: readonly Wanted[], until: Date): Promise<ReadonlyMap<string, number>> {
    for (const productId of wanted.map((one) => one.productId).toSorted()) await this.storage.lock(`offers ${productId}`);
    const free = wanted.map(({ productId }) => [productId, this.free(productId, [])] as const);
    const short = free.filter(([, pieces], index) => pieces < (wanted[index]?.quantity ?? 0));
    if (short.length === 0)
      for (const one of wanted) this.commitments.set(`${orderId} ${one.productId}`, { ...one, orderId, until: until.getTime() });
    return new Map(short);
  }

  override async prolong(orderId: string, until: Date): Promise<void> {
    for (const [id, row] of this.inForce()) if (row.orderId === orderId) this.commitments.set(id, { ...row, until: until.getTime() });
  }

  override async isCommitted(orderId: string): Promise<boolean> {
    return this.inForce().some(([, row]) => row.orderId === orderId);
  }

  override async release(orderId: string): Promise<void> {
    for (const [id, row] of [...this.commitments]) if (row.orderId === orderId) this.commitments.delete(id);
  }

  private inForce(): [string, CommittedPieces][] {
    return [...this.commitments].filter(([, { until }]) => until > this.clock.now().getTime());
  }

  private free(productId: string, ownOrders: readonly string[]): number {
    const taken = this.inForce().filter(([, row]) => row.productId === productId && !ownOrders.includes(row.orderId));
    return Math.max(0, (this.offered.get(productId) ?? 0) - taken.reduce((sum, [, { quantity }]) => sum + quantity, 0));
  }
}
