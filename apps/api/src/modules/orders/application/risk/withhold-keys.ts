import { Injectable } from '@nestjs/common';
import { Alerts, MailOutbox } from '../../../../shared/ports.ts';
import { KeyStock } from '../../../stock/index.ts';
import { type Order, RISK_HOLD, type Step } from '../../domain/order.ts';
import { KeyReveals } from '../views/key-reveals.ts';
import { haveKeysLeft, nextKeysMail, waitingMail } from '../order-mails.ts';
import { Orders } from '../ports.ts';
import { Refunds } from '../refunds.ts';
import { SUPPLY_MS, waitForSuppliers } from '../supply/wait-for-suppliers.ts';
import { heldAlert } from './held-alert.ts';

/** Why an order is held, for the alert. `page`: the payment at the provider. */
interface Suspicion {
  readonly step: Step;
  readonly reasons: readonly string[];
  readonly page: string | null;
}

/** Holds and releases paid orders that may be fraud, in the caller's transaction and under the order's lock. */
@Injectable()
export class WithholdKeys {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly reveals: KeyReveals,
    private readonly mails: MailOutbox,
    private readonly refunds: Refunds,
    private readonly alerts: Alerts,
  ) {}

  /** Puts an order on hold whose keys nobody can have seen; buyer and staff are told. False for any other one. */
  async hold(order: Order, { step, reasons, page }: Suspicion): Promise<boolean> {
    if (!(await this.isWithheld(order))) return false;
    await this.mails.withdraw(order.id, 'keys');
    const ended = order.giveUpWaiting(step);
    if (ended.length > 0) await this.stock.release(order.id);
    await this.orders.save(order, [...ended, ...order.hold(RISK_HOLD, step)]);
    await this.mails.plan(waitingMail(order.id));
    await this.alerts.raise(heldAlert(order, reasons, page));
    return true;
  }

  /**
   * Delivers an order that is on hold as possible fraud, or lets it wait for suppliers. False for any other one, while a refund is under way,
   * and where keys are short.
   */
  async release(order: Order, step: Step, isByLink: boolean): Promise<boolean> {
    if (order.status !== 'on_hold' || order.holdReason !== RISK_HOLD || (await this.refunds.isUnderWay(order.id))) return false;
    const left = order.paidLines(await this.refunds.piecesGone(order.id));
    const hasKeys = await this.stock.allocate(order.id, left);
    const events = hasKeys ? order.beginFulfilment(step) : await waitForSuppliers(order, this.stock, { left, step, waitMs: SUPPLY_MS });
    if (events === null) return false;
    if (isByLink) order.deliverByLink();
    await this.orders.save(order, events);
    if (hasKeys) await this.mails.plan(await nextKeysMail(this.mails, order.id));
    return true;
  }

  private async isWithheld(order: Order): Promise<boolean> {
    if (order.waitsForKeys()) return true;
    if (order.status !== 'fulfilling' && !(order.status === 'completed' && order.linkOnly)) return false;
    return !(await haveKeysLeft(order, this.mails, this.reveals));
  }
}
