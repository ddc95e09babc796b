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

/** A product that is sold out. */
export interface EmptyProduct {
  readonly productId: string;
  readonly name: string;
  /** Keys that were sold since the moment that was asked for. */
  readonly sold: number;
}

/** Thresholds of low stock, and the alerts raised. A product is low at its threshold or below. */
export abstract class StockWatch {
  /** The shop's own threshold, for products without one. */
  abstract shopThreshold(): Promise<number>;
  abstract setShopThreshold(threshold: number, at: Date, actor: string): Promise<void>;
  /** Null: the shop's threshold. */
  abstract thresholdOf(productId: string): Promise<number | null>;
  abstract setThreshold(productId: string, threshold: number | null): Promise<void>;
  /**
   * Removes restocked products from the alerted ones; returns whether any became low without an alert, and assigns them to `alertId`, and
   * those that sold out and were sold since `soldSince`, once until they are restocked. Checks only products changed since the last call.
   */
  abstract updateAlerts(
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

/** A product without recent sales raises no alert when empty. */
const SOLD_IN_DAYS = 30;

/**
 * Raises one alert for products that became low since the last check, in one mail, and for recently sold products that are sold out. Runs
 * periodically.
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
      const { isLow, emptied } = await this.watch.updateAlerts(alertId, now, new Date(now.getTime() - SOLD_IN_DAYS * 86_400_000));
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
