import { MOST_PER_LINE } from '@keyturn/shop-rules';
import {
  type Intake,
  KeyStock,
  type NewKey,
  type PaidLine,
  type PaidOrder,
  type Repeat,
  type RevealedKeys,
  type Wanted,
} from '../ports.ts';
import type { OrderPiece } from '../returns/key-returns.ts';
import type { KeyOffers } from './offered-keys.ts';

/** A committed order that waits for its keys is not shown to be out of time before its wait ends. */
const LATEST_END_MS = 30 * 86_400_000;

/** The shop's own keys, and behind them what others bring: an order has its own ones reserved and the rest committed. */
export class StockWithOffers extends KeyStock {
  constructor(
    private readonly own: KeyStock,
    private readonly offers: KeyOffers,
  ) {
    super();
  }

  override async available(productIds: readonly string[], ownOrders: readonly string[] = []): Promise<ReadonlyMap<string, number>> {
    const own = await this.own.available(productIds, ownOrders);
    const scarce = productIds.filter((id) => (own.get(id) ?? 0) < MOST_PER_LINE);
    const offered = scarce.length === 0 ? new Map<string, number>() : await this.offers.available(scarce, ownOrders);
    return new Map(productIds.map((id) => [id, Math.min(MOST_PER_LINE, (own.get(id) ?? 0) + (offered.get(id) ?? 0))]));
  }

  override reserve(orderId: string, wanted: readonly Wanted[], until: Date): Promise<ReadonlyMap<string, number>> {
    return this.own.reserve(orderId, wanted, until, (missing) => this.offers.commit(orderId, missing, until));
  }

  override async prolong(orderId: string, until: Date): Promise<void> {
    await this.own.prolong(orderId, until);
    await this.offers.prolong(orderId, until);
  }

  override async wait(orderId: string, wanted: readonly Wanted[], until: Date): Promise<void> {
    await this.own.wait(orderId, wanted, until);
    await this.offers.prolong(orderId, new Date(until.getTime() + LATEST_END_MS));
  }

  override isCommitted(orderId: string): Promise<boolean> {
    return this.offers.isCommitted(orderId);
  }

  override filledWaits(): Promise<string[]> {
    return this.own.filledWaits();
  }

  override async release(orderId: string): Promise<void> {
    await this.own.release(orderId);
    await this.offers.release(orderId);
  }

  override releaseLapsed(): Promise<number> {
    return this.own.releaseLapsed();
  }

  override async allocate(orderId: string, lines: readonly PaidLine[]): Promise<boolean> {
    if (!(await this.own.allocate(orderId, lines))) return false;
    await this.offers.release(orderId);
    return true;
  }

  override allocateReserved(orders: readonly PaidOrder[]): Promise<ReadonlySet<string>> {
    return this.own.allocateReserved(orders);
  }

  override reveal(orderId: string, after?: OrderPiece): Promise<RevealedKeys> {
    return this.own.reveal(orderId, after);
  }

  override add(keys: readonly NewKey[], intake: Intake): Promise<ReadonlyMap<number, Repeat>> {
    return this.own.add(keys, intake);
  }
}
