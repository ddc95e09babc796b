import { Injectable } from '@nestjs/common';
import { MailOutbox } from '../../../shared/ports.ts';
import { nextKeysMail } from './order-mails.ts';
import { Orders } from './ports.ts';

/**
 * Plans another mail for keys that were frozen when their mail was written and are released when it is dropped: the release saw the first
 * mail as pending, and planned none. Runs in the transaction that drops the mail.
 */
@Injectable()
export class ReplanFreedKeys {
  constructor(
    private readonly orders: Orders,
    private readonly mails: MailOutbox,
  ) {}

  async run(orderId: string): Promise<void> {
    const order = await this.orders.forUpdate(orderId);
    if (order?.showsKeys()) await this.mails.plan(await nextKeysMail(this.mails, orderId));
  }
}
