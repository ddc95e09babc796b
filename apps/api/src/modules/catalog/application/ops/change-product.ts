import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { ProductNotFound } from '../../domain/product-change-errors.ts';
import { Catalogue } from '../catalogue.ts';
import { Listings } from '../ports.ts';
import { type StaffProduct, StaffProducts, type ProductFields } from './staff-products.ts';

export type ProductChange = Partial<ProductFields & Pick<StaffProduct, 'isHidden'>>;

const LONGEST_AUDITED = 500;

/** Changes what staff may set of a product, or hides it. Lists, search, home and product page show it after the commit. */
@Injectable()
export class ChangeProduct {
  constructor(
    private readonly staffProducts: StaffProducts,
    private readonly catalogue: Catalogue,
    private readonly listings: Listings,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** `name`: kinguinId or own id. Answers the own id. @throws ProductNotFound */
  run(name: string, wanted: ProductChange, act: StaffAct): Promise<string> {
    return this.transaction.run(async () => {
      const productId = (await this.catalogue.productIds([name])).get(name);
      const before = productId === undefined ? null : await this.staffProducts.forUpdate(productId);
      if (!before) throw new ProductNotFound();
      const fields = Object.keys(wanted).filter(
        (field) => !isSame(wanted[field as keyof ProductChange], before[field as keyof ProductChange]),
      );
      if (fields.length === 0) return before.id;
      const at = this.clock.now();
      const pick = (of: object) => Object.fromEntries(fields.map((field) => [field, (of as Record<string, unknown>)[field]]));
      await this.staffProducts.change(before.id, pick(wanted), at, act.by.name);
      await this.listings.rebuild([before.id], at);
      await this.audit.record({
        ...act,
        action:
          fields.length === 1 && wanted.isHidden !== undefined ? (wanted.isHidden ? 'products.hide' : 'products.show') : 'products.change',
        subject: { type: 'product', id: before.id },
        before: loggable(pick(before)),
        after: loggable(pick(wanted)),
      });
      return before.id;
    });
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** Long texts are cut in the audit log. */
export function loggable(fields: Record<string, unknown>): Record<string, string | number | boolean | null | string[]> {
  const short = (value: unknown) =>
    typeof value === 'string' && value.length > LONGEST_AUDITED ? `${value.slice(0, LONGEST_AUDITED)} …` : value;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, short(value ?? null) as string]));
}
