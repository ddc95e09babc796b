import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { KeyStock, type RevealedKeys } from '../../../stock/index.ts';
import type { Order } from '../../domain/order.ts';
import { TooManyLooks } from '../../domain/order-errors.ts';
import type { Piece } from '../../domain/pieces.ts';
import { KeyReveals } from './key-reveals.ts';
import { OrderVisits, type Visitor } from './order-visits.ts';
import { OrderLimits, Orders } from '../ports.ts';

const HOUR_MS = 3_600_000;

/** Decrypts the keys of an order for its buyer, and first records the view with time, address and browser. */
@Injectable()
export class RevealKeys {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly reveals: KeyReveals,
    private readonly visits: OrderVisits,
    private readonly limits: OrderLimits,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /**
   * No keys for a backorder or a refunded order. `after`: those that follow this piece, for whom has seen the ones before within the last hour:
   * that is the same view. @throws TooManyLooks
   */
  run(order: Order, by: Visitor, after?: Piece): Promise<RevealedKeys> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const locked = await this.orders.forUpdate(order.id);
      if (!locked?.showsKeys()) return this.withoutKeys(order, by, at);
      const recently = new Date(at.getTime() - HOUR_MS);
      if (after && (await this.isViewing(order, by, recently))) return this.stock.reveal(order.id, after);
      if ((await this.reveals.countSince(order.id, recently)) >= this.limits.looksPerHour) throw new TooManyLooks();
      const revealed = await this.stock.reveal(order.id, after);
      if (revealed.keys.length === 0) return this.withoutKeys(order, by, at);
      const id = await this.reveals.add({ orderId: order.id, viewer: by.viewer, address: by.address, at });
      await this.visits.noteReveal(order.id, id, by, at);
      return revealed;
    });
  }

  private async isViewing({ id }: Order, { viewer, address }: Visitor, since: Date): Promise<boolean> {
    return (await this.reveals.ofOrder(id)).some((view) => view.viewer === viewer && view.address === address && view.at > since);
  }

  private async withoutKeys({ id }: Order, by: Visitor, at: Date): Promise<RevealedKeys> {
    await this.visits.note([id], 'page', by, at);
    return { keys: [], hasMore: false };
  }
}
