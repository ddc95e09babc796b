import { Injectable } from '@nestjs/common';
import { Alerts, Clock, Ids, MailOutbox, Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import { UnknownProduct } from '../domain/key-errors.ts';

export interface LowProduct {
  readonly name: string;
  readonly available: number;
  readonly threshold: number;
}

/** A product of which the last key has gone. */
export interface EmptyProduct {
  readonly productId: string;
  readonly name: string;
  /** Keys that were sold since the moment that was asked for. */
  readonly sold: number;
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
   * Takes restocked products off the list of those told of; answers whether any fell low that nobody was told of, noting them under `alertId`, and
   * those that ran out and were sold since `soldSince`, once until they are restocked. Looks at those alone of which something has changed since it
   * looked last.
   */
  abstract noteFallen(
    alertId: string,
    at: Date,
    soldSince: Date,
  ): Promise<{ readonly isLow: boolean; readonly emptied: readonly EmptyProduct[] }>;
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

  shop(threshold: number, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.watch.shopThreshold();
      await this.watch.setShopThreshold(threshold, this.clock.now(), act.by.name);
      await this.audit.record({
        ...act,
        action: 'stock.threshold',
        subject: { type: 'shop', id: 'stock' },
        before: { threshold: before },
        after: { threshold },
      });
    });
  }

  /** `name`: kinguinId or own id. Null falls back to the shop's threshold. @throws UnknownProduct */
  product(name: string, threshold: number | null, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const productId = (await this.catalogue.productIds([name])).get(name);
      if (productId === undefined) throw new UnknownProduct();
      const before = await this.watch.thresholdOf(productId);
      await this.watch.setThreshold(productId, threshold);
      await this.audit.record({
        ...act,
        action: 'stock.threshold',
        subject: { type: 'product', id: productId },
        before: { threshold: before },
        after: { threshold },
      });
    });
  }
}

/** A product that nobody buys may be empty without anybody being told. */
const SOLD_IN_DAYS = 30;

/**
 * Has the shop's people told once of products that run low, all that fell since the last look in one letter, and of those that are sold out and sold
 * of late. Runs again and again.
 */
@Injectable()
export class AlertLowStock {
  constructor(
    private readonly watch: StockWatch,
    private readonly mails: MailOutbox,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  run(): Promise<void> {
    return this.transaction.run(async () => {
      const alertId = this.ids.next();
      const now = this.clock.now();
      const { isLow, emptied } = await this.watch.noteFallen(alertId, now, new Date(now.getTime() - SOLD_IN_DAYS * 86_400_000));
      for (const { productId, name, sold } of emptied)
        await this.alerts.raise({
          kind: 'stock-empty',
          id: `${productId}@${now.getTime()}`,
          about: name,
          detail: `${sold} sold in the last ${SOLD_IN_DAYS} days`,
        });
      if (isLow) await this.mails.plan({ id: `${alertId}-low-stock-1`, kind: 'low-stock', about: alertId });
    });
  }
}
