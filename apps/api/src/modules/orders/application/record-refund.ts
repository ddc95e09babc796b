import { Injectable } from '@nestjs/common';
import { Clock, Outbox, Transaction } from '../../../shared/ports.ts';
import { refundMailId } from './order-mail-ids.ts';
import { OrderMails, Orders } from './ports.ts';

/** Notes that the whole payment went back and has the buyer told. A repeat changes nothing. */
@Injectable()
export class RecordRefund {
  constructor(
    private readonly orders: Orders,
    private readonly mails: OrderMails,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(orderId: string, actor: string): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      const events = order?.refundFully({ at: this.clock.now(), actor }) ?? [];
      if (!order || events.length === 0) return;
      await this.orders.save(order, events);
      const mailId = refundMailId(order.id);
      await this.mails.plan(mailId, order.id, 'refund');
      await this.outbox.add({ queue: 'delivery', job: 'send-mail', id: mailId, data: { mailId } });
    });
  }
}
