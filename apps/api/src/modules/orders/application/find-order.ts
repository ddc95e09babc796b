import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import type { Order } from '../domain/order.ts';
import { OrderNotFound } from '../domain/order-errors.ts';
import { GuestLinks } from './guest-links.ts';
import type { Owner } from './order-reads.ts';
import { Orders } from './ports.ts';

/** As long as a mail is retried. Afterwards the mail has arrived, or staff know; the browser may be used by somebody else by then. */
const SHOWN_FOR_MS = 24 * 3_600_000;

/** The one place that decides who may see an order. Orders of others and unpaid ones are not found. */
@Injectable()
export class FindOrder {
  constructor(
    private readonly orders: Orders,
    private readonly guestLinks: GuestLinks,
    private readonly clock: Clock,
  ) {}

  /** @throws OrderNotFound */
  async ofOwner(orderId: string, owner: Owner): Promise<Order> {
    const order = await this.orders.ofId(orderId);
    if (!order?.isPaid() || !order.belongsTo(owner)) throw new OrderNotFound();
    return order;
  }

  /**
   * For the browser that began a checkout: the order with the token of its page once it is paid, for a day. The session id is no proof,
   * because URLs leak; the browser's HttpOnly cookie is. Null: not paid yet.
   * @throws OrderNotFound
   */
  async started(sessionId: string, browserId: string | null): Promise<{ orderId: string; token: string } | null> {
    const order = browserId === null ? null : await this.orders.ofCheckout(sessionId, browserId);
    if (!order) throw new OrderNotFound();
    if (!order.isPaid() || order.paidAt === null) return null;
    if (this.clock.now().getTime() - order.paidAt.getTime() >= SHOWN_FOR_MS) throw new OrderNotFound();
    return { orderId: order.id, token: this.guestLinks.tokenOf(order) };
  }

  /** @throws OrderNotFound */
  async ofGuest(token: string): Promise<Order> {
    const link = this.guestLinks.read(token);
    const order = link === null ? null : await this.orders.ofId(link.id);
    if (!order?.isPaid() || order.linkRound !== link?.linkRound) throw new OrderNotFound();
    return order;
  }
}
