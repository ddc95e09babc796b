import { Injectable } from '@nestjs/common';
import { whileRenewing } from '../../../../shared/concurrency/lease.ts';
import { type Order, Orders, type Refund, Refunds } from '../../../orders/index.ts';
import { FinishRefund } from './finish-refund.ts';
import { SettleRefunds } from './from-provider/settle-refunds.ts';
import {
  NothingToRefund,
  PaymentUnavailable,
  RefundAttempted,
  RefundMadeAnyway,
  RefundNotOpen,
  RefundNotRecorded,
  RefundRefused,
} from '../../domain/payment-errors.ts';
import { PaymentProviders } from '../payment-providers.ts';

const AT_WORK = 'another attempt is at work';

/** Stored as the reason of a refund for which nothing was left of the payment. */
const NOTHING_LEFT = 'nothing_left';

interface Payment {
  readonly intentId: string;
  /** The name of the provider that took it. */
  readonly provider: string;
}

/** Executes a stored refund and updates the order. One attempt at a time, by a job or staff. Idempotent. */
@Injectable()
export class SendRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly providers: PaymentProviders,
    private readonly finishRefund: FinishRefund,
    private readonly settleRefunds: SettleRefunds,
  ) {}

  /**
   * For a call by staff: returns its amount in minor units, as the provider sent it. @throws RefundNotOpen if it was given up meanwhile,
   * RefundMadeAnyway if the provider made it after that, NothingToRefund if all went back in another way, RefundAttempted, RefundRefused
   */
  async runForStaff(refundId: string): Promise<number> {
    const isSent = await this.run(refundId);
    const { state, orderId, amountMinor } = (await this.refunds.ofId(refundId)) as Refund;
    if (state !== 'given-up') return amountMinor;
    if (isSent) throw new RefundMadeAnyway();
    const isAllBack = (await this.orders.ofId(orderId))?.status === 'refunded';
    throw isAllBack ? new NothingToRefund('it has gone back in another way meanwhile') : new RefundNotOpen(state);
  }

  /**
   * Answers whether this call has sent it; nothing happens to one that is closed. @throws RefundRefused if the provider refuses, or another
   * attempt is at work; RefundAttempted if one has begun where nothing is left of the payment
   */
  async run(refundId: string): Promise<boolean> {
    const refund = await this.refunds.ofId(refundId);
    const order = refund && (await this.orders.ofId(refund.orderId));
    if (!refund || !order?.paymentIntentId) throw new Error(`There is no refund ${refundId}.`);
    if (refund.state !== 'asked') return false;
    const attempt = await this.refunds.begin(refund.id);
    if (attempt === null) {
      if ((await this.refunds.ofId(refund.id))?.state !== 'asked') return false;
      throw new RefundRefused(AT_WORK);
    }
    const payment = { intentId: order.paymentIntentId, provider: order.paymentProvider };
    const sentMinor = hasEnded(order) ? null : await this.send(refund, payment, attempt);
    if (sentMinor === null) return this.closeUnsent(refund, payment, attempt);
    if (!(await this.finishRefund.run(refund.id, sentMinor, attempt))) throw new RefundRefused(AT_WORK);
    return true;
  }

  private async send({ id, orderId, ...refund }: Refund, { intentId, provider }: Payment, attempt: number): Promise<number | null> {
    // The whole remaining payment, which may differ from the total of an order on hold.
    const amountMinor = refund.isWhole ? null : refund.amountMinor;
    try {
      return await whileRenewing(
        () => this.refunds.renewAttempt(id),
        () => this.providers.named(provider).refund({ id, orderId, intentId, amountMinor, attempt }),
      );
    } catch (error) {
      if (error instanceof RefundRefused) await this.refunds.refused(id, attempt, error.code, error.isRepeated);
      throw error;
    }
  }

  /**
   * Nothing was left to send. What took it is recorded; where that has ended the order, this refund is closed as one that was not made: the
   * bank may return the other one, and then there is something to send again. Else staff decide. The next attempt has another number, as the
   * provider repeats its answer to this one.
   */
  private async closeUnsent({ id, orderId }: Refund, { intentId, provider }: Payment, attempt: number): Promise<false> {
    await this.refunds.refused(id, attempt, NOTHING_LEFT, true);
    try {
      await this.settleRefunds.run(intentId, provider);
    } catch (error) {
      if (error instanceof PaymentUnavailable || error instanceof RefundNotRecorded) throw new RefundRefused(NOTHING_LEFT);
      throw error;
    }
    const refund = await this.refunds.ofId(id);
    if (refund?.state !== 'asked') return false;
    if (!hasEnded((await this.orders.ofId(orderId)) as Order)) throw new RefundRefused(NOTHING_LEFT);
    if (refund.attemptedAt !== null || !(await this.refunds.giveUp(refund))) throw new RefundAttempted();
    return false;
  }
}

function hasEnded({ status }: Order): boolean {
  return status === 'refunded' || status === 'charged_back';
}
