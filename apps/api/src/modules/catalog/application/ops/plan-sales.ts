import { Injectable } from '@nestjs/common';
import type { StaffAct } from '../../../ops/index.ts';
import { NotFit, ProductNotFound, SaleOverlaps } from '../../domain/product-change-errors.ts';
import { PriceRefused } from '../../domain/price-limits.ts';
import { PriceProduct, type WantedSale } from './price-product.ts';

export interface LeftOut {
  /** As it was named. */
  readonly product: string;
  readonly reason: string;
  /** `currency`, and in its major units `priceNow` and `priceThen`, where the price is the reason. */
  readonly [detail: string]: unknown;
}

/**
 * One sale of many products. A product for which it is not possible is skipped and reported; the others are planned, each in its own
 * transaction.
 */
@Injectable()
export class PlanSales {
  constructor(private readonly prices: PriceProduct) {}

  /** @throws NotFit for times that fit no product, OwnerNeeded */
  async run(
    names: readonly string[],
    offer: WantedSale,
    act: StaffAct,
  ): Promise<{ planned: { product: string; id: string }[]; leftOut: LeftOut[] }> {
    const planned: { product: string; id: string }[] = [];
    const leftOut: LeftOut[] = [];
    for (const product of new Set(names)) {
      try {
        planned.push({ product, id: await this.prices.planSale(product, offer, act) });
      } catch (error) {
        if (!isOfProduct(error)) throw error;
        leftOut.push({ ...error.extra, product, reason: error.message });
      }
    }
    return { planned, leftOut };
  }
}

function isOfProduct(error: unknown): error is ProductNotFound | SaleOverlaps | PriceRefused | NotFit {
  if (error instanceof NotFit) return error.details?.every(({ field }) => field !== 'endsAt') ?? false;
  return error instanceof ProductNotFound || error instanceof SaleOverlaps || error instanceof PriceRefused;
}
