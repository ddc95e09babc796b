import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { type DeliveredKey, KeyStock } from '../../../stock/index.ts';
import type { Order } from '../../domain/order.ts';
import { TooManyLooks } from '../../domain/order-errors.ts';
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

  /** No keys for a backorder or a refunded order. @throws TooManyLooks */
  run(order: Order, by: Visitor): Promise<readonly DeliveredKey[]> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const locked = await this.orders.forUpdate(order.id);
      if (!locked?.showsKeys()) return this.withoutKeys(order, by, at);
      if ((await this.reveals.countSince(order.id, new Date(at.getTime() - HOUR_MS))) >= this.limits.looksPerHour) throw new TooManyLooks();
      const keys = await this.stock.reveal(order.id);
      if (keys.length === 0) return this.withoutKeys(order, by, at);
      const id = await this.reveals.add({ orderId: order.id, viewer: by.viewer, address: by.address, at });
      await this.visits.noteReveal(order.id, id, by, at);
      return keys;
    });
  }

  private async withoutKeys({ id }: Order, by: Visitor, at: Date): Promise<readonly DeliveredKey[]> {
    await this.visits.note([id], 'page', by, at);
    return [];
  }
}
