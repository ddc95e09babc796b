import { Injectable } from '@nestjs/common';

/** Queries about the orders that keys are reserved for or were sold to. Unknown orders are missing from the answers. */
export interface KeyOrderReads {
  /** Numbers of orders, as people write them, by their ids. */
  numbers(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Ids of those that can still be paid or ended at the payment provider. */
  pending(orderIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The orders of keys. The module of orders imports this one, so it registers its implementation here. */
@Injectable()
export class KeyOrders implements KeyOrderReads {
  private reads: KeyOrderReads | null = null;

  register(reads: KeyOrderReads): void {
    this.reads = reads;
  }

  numbers(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.registered().numbers(orderIds);
  }

  pending(orderIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.registered().pending(orderIds);
  }

  private registered(): KeyOrderReads {
    if (this.reads === null) throw new Error('Nobody has registered the orders of keys.');
    return this.reads;
  }
}
