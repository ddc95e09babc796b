import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { ProductNotFound } from '../../domain/product-change-errors.ts';
import { Catalogue } from '../catalogue.ts';
import { FeedPictures } from '../feed-pictures.ts';

/** Lets pictures of feeds that failed be fetched again. */
@Injectable()
export class RetryPictures {
  constructor(
    private readonly pictures: FeedPictures,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Of the product of this name (kinguinId, or own id); null: of all. Returns how many. @throws ProductNotFound */
  run(name: string | null, act: StaffAct): Promise<number> {
    return this.transaction.run(async () => {
      const productId = name === null ? null : (await this.catalogue.productIds([name])).get(name);
      if (productId === undefined) throw new ProductNotFound();
      const pictures = await this.pictures.tryAgain(productId, this.clock.now());
      const subject = productId === null ? { type: 'pictures', id: 'all' } : { type: 'product', id: productId };
      await this.audit.record({ ...act, action: 'pictures.retry', subject, after: { pictures } });
      return pictures;
    });
  }
}
