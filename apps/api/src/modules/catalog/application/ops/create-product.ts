import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { NotFit } from '../../domain/product-change-errors.ts';
import { ProductFeed, ImportedProducts } from '../import-ports.ts';
import { PricingRules } from '../ports.ts';
import { loggable } from './change-product.ts';
import { StaffProducts } from './staff-products.ts';

const OWN_PRODUCT = 'CustomGame';

/** Creates a product of the shop's own, validated and stored like a supplier's line. */
@Injectable()
export class CreateProduct {
  constructor(
    private readonly feed: ProductFeed,
    private readonly intake: ImportedProducts,
    private readonly staffProducts: StaffProducts,
    private readonly pricing: PricingRules,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** `line`: a product in the words of a feed, without ids. Hidden until it is shown, where `isHidden`. @throws NotFit */
  run(line: Readonly<Record<string, unknown>>, isHidden: boolean, act: StaffAct): Promise<string> {
    return this.transaction.run(async () => {
      const id = this.ids.next();
      const text = JSON.stringify({ ...line, _id: id, productId: OWN_PRODUCT });
      const read = this.feed.read({ number: 1, text }, await this.pricing.hold());
      if ('reason' in read) throw new NotFit('name', `The product cannot be taken in: ${read.reason}.`);
      const [fate] = await this.intake.takeIn([read], [read.hash], act.by.name);
      if (fate !== 'created')
        throw new NotFit('name', `The product cannot be taken in: ${typeof fate === 'object' ? fate.reason : 'it is there'}.`);
      if (isHidden) await this.staffProducts.change(id, { isHidden }, this.clock.now(), act.by.name);
      await this.audit.record({
        ...act,
        action: 'products.create',
        subject: { type: 'product', id },
        after: loggable({ ...line, isHidden }),
      });
      return id;
    });
  }
}
