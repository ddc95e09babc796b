import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../shared/ports.ts';
import { BuyerRemoved, NoKeysToSend, RefundUnderWay, TooManyResends } from '../domain/order-errors.ts';
import { keysMail, nextAttempt } from './order-mails.ts';
import { OrderLimits, Orders } from './ports.ts';
import { Refunds } from './refunds.ts';

const DAY_MS = 86_400_000;

/** Resends the keys of an order to its address. While a mail is pending, no other is planned. */
@Injectable()
export class ResendKeys {
  constructor(
    private readonly orders: Orders,
    private readonly mails: MailOutbox,
    private readonly refunds: Refunds,
    private readonly limits: OrderLimits,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** `isUnlimited`: for staff. Returns whether a mail was planned. @throws NoKeysToSend, BuyerRemoved, RefundUnderWay, TooManyResends */
  run(orderId: string, { isUnlimited = false } = {}): Promise<boolean> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order?.showsKeys()) throw new NoKeysToSend();
      if (!order.hasBuyer()) throw new BuyerRemoved();
      if (await this.refunds.isUnderWay(orderId)) throw new RefundUnderWay();
      const mails = await this.mails.about(orderId, 'keys');
      if (mails.some(({ isOpen }) => isOpen)) return false;
      const now = this.clock.now().getTime();
      const recent = mails.slice(1).filter(({ plannedAt }) => plannedAt.getTime() > now - DAY_MS);
      const [oldest] = recent;
      if (!isUnlimited && oldest && recent.length >= this.limits.resendsPerDay)
        throw new TooManyResends(Math.ceil((oldest.plannedAt.getTime() + DAY_MS - now) / 1000));
      await this.mails.plan(keysMail(orderId, nextAttempt(mails)));
      return true;
    });
  }
}
