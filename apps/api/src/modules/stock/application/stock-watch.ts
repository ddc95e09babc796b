import { Injectable } from '@nestjs/common';
import { Clock, Ids, Letters, Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { UnknownProduct } from '../domain/key-errors.ts';

export interface LowProduct {
  readonly name: string;
  readonly available: number;
  readonly threshold: number;
}

/** At which stock somebody should be told, and of which products they were. A product is low at its threshold or below. */
export abstract class StockWatch {
  /** The shop's own threshold, for products without one. */
  abstract shopThreshold(): Promise<number>;
  abstract setShopThreshold(threshold: number, at: Date, actor: string): Promise<void>;
  /** Null: the shop's threshold. */
  abstract thresholdOf(productId: string): Promise<number | null>;
  abstract setThreshold(productId: string, threshold: number | null): Promise<void>;
  /**
   * Takes restocked products off the list of those told of; answers whether any fell low that nobody was told of, noting them under
   * `alertId`. Looks at those alone of which something has changed since it looked last.
   */
  abstract noteFallen(alertId: string, at: Date): Promise<boolean>;
  /** The products of an alert that are low still. */
  abstract ofAlert(alertId: string): Promise<LowProduct[]>;
}

@Injectable()
export class SetLowThreshold {
  constructor(
    private readonly watch: StockWatch,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  shop(threshold: number, by: Operator): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.watch.shopThreshold();
      await this.watch.setShopThreshold(threshold, this.clock.now(), by.name);
      await this.audit.record({
        by,
        action: 'stock.threshold',
        subject: { type: 'shop', id: 'stock' },
        before: { threshold: before },
        after: { threshold },
      });
    });
  }

  /** `name`: kinguinId or own id. Null falls back to the shop's threshold. @throws UnknownProduct */
  product(name: string, threshold: number | null, by: Operator): Promise<void> {
    return this.transaction.run(async () => {
      const productId = (await this.catalogue.productIds([name])).get(name);
      if (productId === undefined) throw new UnknownProduct();
      const before = await this.watch.thresholdOf(productId);
      await this.watch.setThreshold(productId, threshold);
      await this.audit.record({
        by,
        action: 'stock.threshold',
        subject: { type: 'product', id: productId },
        before: { threshold: before },
        after: { threshold },
      });
    });
  }
}

/** Has the shop's people told once of products that run low, all that fell since the last look in one letter. Runs again and again. */
@Injectable()
export class AlertLowStock {
  constructor(
    private readonly watch: StockWatch,
    private readonly letters: Letters,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  run(): Promise<void> {
    return this.transaction.run(async () => {
      const alertId = this.ids.next();
      if (await this.watch.noteFallen(alertId, this.clock.now()))
        await this.letters.plan({ id: `${alertId}-low-stock-1`, kind: 'low-stock', about: alertId });
    });
  }
}
