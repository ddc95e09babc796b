import { type Currency, currencyCode, toMajor } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { ALONE, type Batched, type Batches } from '../../../shared/batches.ts';
import { type Alert, Alerts, Clock, MailOutbox, Outbox, Transaction } from '../../../shared/ports.ts';
import { AssessOrders, type Assessment, type CardChecks } from '../../risk/index.ts';
import { KeyStock } from '../../stock/index.ts';
import { BUYER_REMOVED, type Order, type OrderEvent, RISK_ENDED, RISK_HOLD, type Step } from '../domain/order.ts';
import { keysMail, waitingMail } from './order-mails.ts';
import { heldAlert } from './risk/held-alert.ts';
import { toAssess } from './risk/order-to-assess.ts';
import { Orders, WaitLimits } from './ports.ts';
import { waitForSuppliers } from './supply/wait-for-suppliers.ts';

export interface Payment {
  readonly amountMinor: number;
  readonly currency: Currency | null;
  readonly intentId: string | null;
  /** The name of its provider. */
  readonly provider: string;
  /** Its page at the provider, for staff. */
  readonly page?: string | null;
  /** What its provider says about the card; null or left out: it was not by card, or nothing is known. */
  readonly card?: CardChecks | null;
}

export type PaymentOutcome =
  'paid' | 'on hold' | 'refused' | 'waiting for keys' | 'refunding' | 'already paid' | 'not expected' | 'unknown order';

/** Staff decide about an order on hold; its keys stay reserved. */
const LONGEST_HOLD_MS = 30 * 86_400_000;

interface PaidSession {
  readonly orderId: string;
  readonly payment: Payment;
  readonly actor: string;
}

/**
 * Marks an order as paid, decides about its risk and allocates its keys, in one transaction with the mail. Idempotent. Called by settle only.
 * Orders that are paid at the same time share a transaction, where nothing is wrong with them.
 */
@Injectable()
export class TakePayment {
  private readonly batches: Batches<PaidSession, PaymentOutcome>;

  constructor(
    private readonly orders: Orders,
    private readonly mails: MailOutbox,
    private readonly stock: KeyStock,
    private readonly risk: AssessOrders,
    private readonly outbox: Outbox,
    private readonly alerts: Alerts,
    private readonly limits: WaitLimits,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {
    this.batches = transaction.batches({ together: (batch) => this.takeAll(batch), alone: (session) => this.take(session) });
  }

  run(orderId: string, payment: Payment, actor: string): Promise<PaymentOutcome> {
    return this.batches.run({ orderId, payment, actor });
  }

  /** Only what pays an unpaid order in full, whose keys are still reserved. */
  private async takeAll(batch: readonly Batched<PaidSession>[]): Promise<(PaymentOutcome | typeof ALONE)[]> {
    const orders = await this.orders.unlockedForUpdate(batch.map(({ item }) => item.orderId));
    const plain = new Map<Order, Batched<PaidSession>>();
    for (const one of batch) {
      const order = orders.get(one.item.orderId);
      if (order?.awaitsPayment() && order.hasBuyer() && mismatchOf(order, one.item.payment) === null && !plain.has(order))
        plain.set(order, one);
    }
    const at = this.clock.now();
    const assessed = await this.risk.run([...plain].map(([order, { item }]) => toAssess(order, item.payment, at)));
    const delivered = [...plain.keys()].filter(({ id }) => isDelivered(assessed.get(id)));
    const sold = await this.stock.allocateReserved(delivered.map((order) => ({ orderId: order.id, lines: order.paidLines() })));
    const paid = [...plain].filter(([{ id }]) => sold.has(id));
    await this.risk.record(paid.flatMap(([{ id }]) => assessed.get(id) ?? []));
    const changed = paid.map(([order, { item, inContext }]) => {
      const step: Step = { at, actor: item.actor };
      deliverAsDecided(order, assessed.get(order.id));
      return { order, events: [...order.pay(item.payment, step), ...order.beginFulfilment(step)], inContext };
    });
    await this.orders.saveAll(changed);
    await this.mails.plan(...changed.map(({ order, inContext }) => ({ ...keysMail(order.id, 1), inContext })));
    const taken = new Set(paid.map(([, one]) => one));
    return batch.map((one) => (taken.has(one) ? 'paid' : ALONE));
  }

  private take({ orderId, payment, actor }: PaidSession): Promise<PaymentOutcome> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order) return 'unknown order';
      const step: Step = { at: this.clock.now(), actor };
      const paid = order.pay(payment, step);
      if (paid.length === 0) {
        if (order.paidAt !== null && order.paymentIntentId === payment.intentId) return 'already paid';
        // Nothing here sends it back.
        await this.alertMismatch(order, payment, { id: `${order.id} ${payment.intentId ?? ''}`, detail: unexpectedText(order, payment) });
        return 'not expected';
      }

      const mismatch = mismatchOf(order, payment);
      if (mismatch !== null) {
        await this.stock.prolong(order.id, new Date(step.at.getTime() + LONGEST_HOLD_MS));
        await this.orders.save(order, [...paid, ...order.hold(mismatch, step)]);
        await this.mails.plan(waitingMail(order.id));
        await this.alertMismatch(order, payment, { id: order.id, detail: differenceText(order, payment, mismatch) });
        return 'on hold';
      }
      if (!order.hasBuyer()) {
        await this.refundAtOnce(order, [...paid, eventOf(BUYER_REMOVED, step)]);
        return 'refunding';
      }
      const assessment = (await this.risk.run([toAssess(order, payment, step.at)])).get(order.id);
      if (assessment) await this.risk.record([assessment]);
      const outcome = assessment?.decision.verdict.outcome;
      if (outcome === 'hold') return this.holdForRisk(order, paid, { payment, step, assessment });
      if (outcome === 'refuse') {
        await this.refundAtOnce(order, [...paid, eventOf(RISK_ENDED, step)]);
        return 'refused';
      }
      deliverAsDecided(order, assessment);
      if (!(await this.stock.allocate(order.id, order.paidLines()))) return this.withoutKeys(order, paid, step);
      await this.orders.save(order, [...paid, ...order.beginFulfilment(step)]);
      await this.mails.plan(keysMail(order.id, 1));
      return 'paid';
    });
  }

  private alertMismatch({ number }: Order, payment: Payment, { id, detail }: Pick<Alert, 'id' | 'detail'>): Promise<void> {
    return this.alerts.raise({ kind: 'payment-mismatch', id, about: number, detail, link: payment.page ?? null });
  }

  private async holdForRisk(
    order: Order,
    paid: readonly OrderEvent[],
    { payment, step, assessment }: { payment: Payment; step: Step; assessment: Assessment | undefined },
  ): Promise<PaymentOutcome> {
    await this.stock.prolong(order.id, new Date(step.at.getTime() + LONGEST_HOLD_MS));
    await this.orders.save(order, [...paid, ...order.hold(RISK_HOLD, step)]);
    await this.mails.plan(waitingMail(order.id));
    const reasons = (assessment?.decision.verdict.reasons ?? []).map(({ text }) => text);
    await this.alerts.raise(heldAlert(order, reasons, payment.page ?? null));
    return 'on hold';
  }

  private async refundAtOnce(order: Order, events: readonly OrderEvent[]): Promise<void> {
    await this.stock.release(order.id);
    await this.orders.save(order, events);
    await this.addRefund(order);
  }

  private addRefund({ id }: Order): Promise<void> {
    return this.outbox.add({ queue: 'payments', job: 'refund', id: `refund-${id}`, data: { orderId: id } });
  }

  /** Suppliers are to bring the rest, or the reservation expired before the payment, and the last key was sold. */
  private async withoutKeys(order: Order, paid: readonly OrderEvent[], step: Step): Promise<PaymentOutcome> {
    const waiting = await waitForSuppliers(order, this.stock, { left: order.lines, step, waitMs: this.limits.longestWaitMs });
    if (waiting !== null) {
      await this.orders.save(order, [...paid, ...waiting]);
      return 'waiting for keys';
    }
    const short = eventOf('stock_short', step);
    if (this.limits.longestWaitMs === 0) {
      await this.refundAtOnce(order, [...paid, short]);
      return 'refunding';
    }
    const until = new Date(step.at.getTime() + this.limits.longestWaitMs);
    await this.stock.wait(order.id, order.lines, until);
    await this.orders.save(order, [...paid, short, ...order.waitForKeys(until, step)]);
    await this.mails.plan(waitingMail(order.id));
    return 'waiting for keys';
  }
}

const eventOf = (kind: string, { actor, at }: Step): OrderEvent => ({ kind, actor, data: {}, at });

function isDelivered(assessment: Assessment | undefined): boolean {
  const outcome = assessment?.decision.verdict.outcome;
  return outcome === 'deliver' || outcome === 'link';
}

function deliverAsDecided(order: Order, assessment: Assessment | undefined): void {
  if (assessment?.decision.verdict.outcome === 'link') order.deliverByLink();
}

function amountText(amountMinor: number, currency: Currency | null): string {
  return `${toMajor(amountMinor).toFixed(2)} ${currency === null ? 'of another currency' : currencyCode(currency)}`;
}

function differenceText({ totalMinor, currency }: Order, payment: Payment, mismatch: string): string {
  return `Paid ${amountText(payment.amountMinor, payment.currency)}, ordered ${amountText(totalMinor, currency)}: ${mismatch}`;
}

function unexpectedText({ status, paidAt }: Order, payment: Payment): string {
  const state = paidAt === null ? `is ${status}` : 'was paid before';
  return `Paid ${amountText(payment.amountMinor, payment.currency)} by another payment, but the order ${state}: refund that payment at the provider.`;
}

const CURRENCY_DIFFERS = 'currency differs';
const AMOUNT_DIFFERS = 'amount differs';
/** Hold reason of an order whose payment does not match it; an alert is raised at once. */
export const PAYMENT_DIFFERENCES: ReadonlySet<string> = new Set([CURRENCY_DIFFERS, AMOUNT_DIFFERS]);

function mismatchOf(order: Order, payment: Payment): string | null {
  if (payment.currency !== order.currency) return CURRENCY_DIFFERS;
  return payment.amountMinor === order.totalMinor ? null : AMOUNT_DIFFERS;
}
