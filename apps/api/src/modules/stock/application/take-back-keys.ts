import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { SpanReversed, UnknownProduct } from '../domain/key-errors.ts';
import { KeyRecords, type Span } from './key-records.ts';
import { KeyStock } from './ports.ts';

export interface TakenBack {
  /** Keys that were taken out of stock for ever; in a dry run, those that would be. */
  readonly burnt: number;
  /** Keys of the same span that unpaid or waiting orders hold: they stay, and go into quarantine where such an order ends unpaid. */
  readonly reserved: number;
  /** Keys of the same span that buyers have. One that a refund brings back goes into quarantine. */
  readonly sold: number;
}

/**
 * Takes a bad upload back: burns what is in stock, or in quarantine, of the keys that came in meanwhile, and sees to it that what orders hold
 * does not come on sale again. A repeat burns what came back since.
 */
@Injectable()
export class TakeBackKeys {
  constructor(
    private readonly records: KeyRecords,
    private readonly stock: KeyStock,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** A dry run counts and changes nothing. @throws UnknownProduct, SpanReversed */
  async run(name: string, span: Span, { isDryRun, by, reason }: { isDryRun: boolean; by: Operator; reason: string }): Promise<TakenBack> {
    if (span.to < span.from) throw new SpanReversed();
    const productId = (await this.catalogue.productIds([name])).get(name);
    if (productId === undefined) throw new UnknownProduct();
    if (isDryRun) {
      const { available, quarantined, ...held } = await this.records.countAdded(productId, span);
      return { ...held, burnt: available + quarantined };
    }
    return this.transaction.run(async () => {
      await this.catalogue.lockListings([productId]);
      const { burnt, marked } = await this.records.burnAdded(productId, span);
      const { reserved, sold } = await this.records.countAdded(productId, span);
      if (burnt + marked > 0) {
        await this.catalogue.recordStock(await this.stock.available([productId]));
        await this.audit.record({
          by,
          action: 'keys.burn',
          subject: { type: 'product', id: productId },
          after: { burnt, marked, addedFrom: span.from.toISOString(), addedTo: span.to.toISOString() },
          reason,
        });
      }
      return { burnt, reserved, sold };
    });
  }
}
