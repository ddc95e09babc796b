import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { SpanReversed, UnknownProduct, UploadNotFound } from '../domain/key-errors.ts';
import { type Arrival, KeyRecords, type Span } from './key-records.ts';
import { StockChanges } from './stock-changes.ts';

export interface TakenBack {
  /** Keys that were taken out of stock for ever; in a dry run, those that would be. */
  readonly burnt: number;
  /** Keys that came in with them and that unpaid or waiting orders hold: they stay, and go into quarantine where such an order ends unpaid. */
  readonly reserved: number;
  /** Keys that came in with them and that buyers have. One that a refund brings back goes into quarantine. */
  readonly sold: number;
}

interface How {
  /** Counts and changes nothing. */
  readonly isDryRun: boolean;
  readonly by: Operator;
  readonly reason: string;
}

/**
 * Burns the keys of a bad upload that are in stock or quarantine, and prevents those held by orders from being sold again. A repeated call
 * burns keys released since.
 */
@Injectable()
export class TakeBackKeys {
  constructor(
    private readonly records: KeyRecords,
    private readonly changes: StockChanges,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** What came in for one product (its kinguinId or own id) between two moments. @throws UnknownProduct, SpanReversed */
  async run(name: string, span: Span, how: How): Promise<TakenBack> {
    if (span.to < span.from) throw new SpanReversed();
    const productId = (await this.catalogue.productIds([name])).get(name);
    if (productId === undefined) throw new UnknownProduct();
    const loggable = { addedFrom: span.from.toISOString(), addedTo: span.to.toISOString() };
    return this.burn({ productId, span }, [productId], { type: 'product', id: productId, loggable }, how);
  }

  /** What one upload brought, of all its products. @throws UploadNotFound */
  async upload(uploadId: string, how: How): Promise<TakenBack> {
    const productIds = await this.records.productsOf(uploadId);
    if (productIds.length === 0) throw new UploadNotFound();
    return this.burn({ uploadId }, productIds, { type: 'upload', id: uploadId, loggable: {} }, how);
  }

  private async burn(
    arrival: Arrival,
    productIds: readonly string[],
    { loggable, ...subject }: { type: string; id: string; loggable: Readonly<Record<string, string>> },
    { isDryRun, by, reason }: How,
  ): Promise<TakenBack> {
    if (isDryRun) {
      const { available, quarantined, ...held } = await this.records.countAdded(arrival);
      return { ...held, burnt: available + quarantined };
    }
    return this.transaction.run(async () => {
      await this.catalogue.lockListings(productIds);
      const { burnt, marked } = await this.records.burnAdded(arrival);
      const { reserved, sold } = await this.records.countAdded(arrival);
      if (burnt + marked > 0) {
        await this.changes.applyTo(productIds);
        await this.audit.record({ by, action: 'keys.burn', subject, after: { burnt, marked, ...loggable }, reason });
      }
      return { burnt, reserved, sold };
    });
  }
}
