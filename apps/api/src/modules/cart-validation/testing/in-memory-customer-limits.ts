import { CustomerLimits } from '../application/customer-limits.ts';
import type { CustomerLimit } from '../domain/customer-limit.ts';

export class InMemoryCustomerLimits extends CustomerLimits {
  private readonly all = new Map<string, CustomerLimit>();

  override async of(productIds: readonly string[]): Promise<ReadonlyMap<string, CustomerLimit>> {
    return new Map([...this.all].filter(([id]) => productIds.includes(id)));
  }

  override async list() {
    const items = [...this.all].map(([product, limit]) => ({ product, ...limit }));
    return { items: items.toSorted((a, b) => a.product.localeCompare(b.product)), total: this.all.size };
  }

  override async put(productId: string, limit: CustomerLimit): Promise<void> {
    this.all.set(productId, limit);
  }

  override async remove(productId: string): Promise<void> {
    this.all.delete(productId);
  }
}
