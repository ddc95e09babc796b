import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalog/index.ts';
import { Orders } from '../../orders/index.ts';
import { excludedSince } from '../domain/still-activates.ts';

/** Buyers whose country a product excludes since they bought it. */
@Injectable()
export class Exclusions {
  constructor(
    private readonly orders: Orders,
    private readonly catalogue: Catalogue,
  ) {}

  /** The country of the order's buyer, by two letters, where the product excludes it since the sale; else null. */
  async of({ orderId, productId }: { readonly orderId: string; readonly productId: string }): Promise<string | null> {
    const order = (await this.orders.purchased([orderId])).get(orderId);
    const now = (await this.catalogue.activations([productId])).get(productId);
    return order ? excludedSince(order, productId, now) : null;
  }
}
