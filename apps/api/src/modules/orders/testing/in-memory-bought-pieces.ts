import { mailboxOf } from '../../../shared/mailbox.ts';
import { BoughtPieces, type Buyer } from '../application/ports.ts';
import { networkRange } from '../domain/network-range.ts';
import type { Order } from '../domain/order.ts';

const NOT_BOUGHT: readonly string[] = ['expired', 'payment_failed', 'cancelled', 'refunded'];

/** Counts these orders; locks nothing. */
export class InMemoryBoughtPieces extends BoughtPieces {
  constructor(private readonly orders: { readonly all: ReadonlyMap<string, Order> }) {
    super();
  }

  override async lock(): Promise<void> {
    // One thread, and no transaction that another one could be in.
  }

  override async of({ userId, email, clientAddress }: Buyer, since: ReadonlyMap<string, Date>, without: readonly string[]) {
    const { from, to } = networkRange(clientAddress);
    const isNear = (order: Order) => order.clientAddress >= from && order.clientAddress < to;
    const theirs = [...this.orders.all.values()].filter(
      (order) =>
        !NOT_BOUGHT.includes(order.status) &&
        !without.includes(order.id) &&
        ((userId !== null && order.userId === userId) ||
          (email !== null && mailboxOf(order.email) === mailboxOf(email) && (!order.isPending() || isNear(order)))),
    );
    const pieces = new Map<string, number>();
    for (const { createdAt, lines } of theirs)
      for (const { productId, quantity } of lines) {
        const from = since.get(productId);
        if (from && createdAt >= from) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
      }
    return pieces;
  }
}
