import { Injectable } from '@nestjs/common';
import { OrderReads } from '../../orders/index.ts';
import { type Author, Purchases } from '../application/ports.ts';

@Injectable()
export class OrdersPurchases extends Purchases {
  constructor(private readonly orders: OrderReads) {
    super();
  }

  override hasDelivered(author: Author, productId: string): Promise<boolean> {
    return this.orders.hasDelivered({ userId: author.id, verifiedEmail: author.verifiedEmail }, productId);
  }
}
