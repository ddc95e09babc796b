import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import type { CustomerLimit } from '../domain/customer-limit.ts';

export abstract class CustomerLimits {
  /** The limits of those of these products that have one. */
  abstract of(productIds: readonly string[]): Promise<ReadonlyMap<string, CustomerLimit>>;
  /** JSON in the wire's shape, by product id. */
  abstract list(window: ListWindow): Promise<{ items: unknown[]; total: number }>;
  /** Replaces the limit of a product. */
  abstract put(productId: string, limit: CustomerLimit, by: { readonly at: Date; readonly actor: string }): Promise<void>;
  abstract remove(productId: string): Promise<void>;
}

export class LimitedProductNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such product.');
  }
}

export class NotLimited extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('This product has no limit per customer.');
  }
}

/** Sets and removes limits per customer. They count for the next checkout; open and paid orders stay. */
@Injectable()
export class LimitCustomers {
  constructor(
    private readonly limits: CustomerLimits,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** `name`: kinguinId or own id. @throws LimitedProductNotFound */
  limit(name: string, limit: CustomerLimit, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const id = await this.productId(name);
      const before = (await this.limits.of([id])).get(id) ?? null;
      await this.limits.put(id, limit, { at: this.clock.now(), actor: act.by.name });
      const subject = { type: 'product', id };
      await this.audit.record({
        ...act,
        action: 'products.customer-limit',
        subject,
        ...(before && { before: { ...before } }),
        after: { ...limit },
      });
    });
  }

  /** @throws LimitedProductNotFound, NotLimited */
  lift(name: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const id = await this.productId(name);
      const before = (await this.limits.of([id])).get(id);
      if (before === undefined) throw new NotLimited();
      await this.limits.remove(id);
      const subject = { type: 'product', id };
      await this.audit.record({ ...act, action: 'products.customer-limit-remove', subject, before: { ...before } });
    });
  }

  private async productId(name: string): Promise<string> {
    const id = (await this.catalogue.productIds([name])).get(name);
    if (id === undefined) throw new LimitedProductNotFound();
    return id;
  }
}
