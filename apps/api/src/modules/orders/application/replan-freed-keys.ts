import { Injectable } from '@nestjs/common';
import { MailOutbox } from '../../../shared/ports.ts';
import { KeyStock } from '../../stock/index.ts';
import { nextKeysMail } from './order-mails.ts';
import { Orders } from './ports.ts';

/**
 * Plans another mail for keys that were frozen when their mail was written and are released when it is dropped: the release saw the first
 * mail as pending, and planned none. Without a buyer or a key the next one would be dropped as well: none is planned. A process may have
 * died after it handed over the mail that is dropped now, so that its keys count as mailed. Runs in the transaction that drops the mail.
 */
@Injectable()
export class ReplanFreedKeys {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly mails: MailOutbox,
  ) {}

  async run(orderId: string): Promise<void> {
    const order = await this.orders.forUpdate(orderId);
    if (!order) return;
    order.noteKeysMail('tried');
    await this.orders.save(order, []);
    if (!order.canGetKeys() || (await this.stock.reveal(orderId)).keys.length === 0) return;
    await this.mails.plan(await nextKeysMail(this.mails, orderId));
  }
}
