import { Injectable } from '@nestjs/common';
import { Clock, type Mail, Mailer, MailRefused, Transaction } from '../../../shared/ports.ts';
import { type DeliveredKey, KeyStock } from '../../stock/index.ts';
import type { Order } from '../domain/order.ts';
import { type OrderMailKind, OrderMails, Orders } from './ports.ts';

/** Words and looks of the mails to a buyer. */
export abstract class OrderLetters {
  abstract keys(order: Order, keys: readonly DeliveredKey[]): Omit<Mail, 'messageId' | 'to'>;
  abstract refund(order: Order): Omit<Mail, 'messageId' | 'to'>;
}

/** The queue tries again: either the other process has sent it by then, or it has died and its claim has grown old. */
class MailIsBeingSent extends Error {
  constructor(mailId: string) {
    super(`Mail ${mailId} is being sent by another process.`);
  }
}

/**
 * Sends one planned mail. It leaves once: a second job finds it claimed or sent. Only a crash between the mail
 * server's yes and our note of it repeats a mail, under the same Message-ID (docs/reliability.md).
 */
@Injectable()
export class SendOrderMail {
  constructor(
    private readonly mails: OrderMails,
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly letters: OrderLetters,
    private readonly mailer: Mailer,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(mailId: string): Promise<void> {
    const claimed = await this.transaction.run(() => this.mails.claim(mailId));
    if (claimed === 'closed') return;
    if (claimed === 'busy') throw new MailIsBeingSent(mailId);
    let refusal: MailRefused | null = null;
    try {
      await this.mailer.send(await this.write(mailId, claimed));
    } catch (error) {
      if (!(error instanceof MailRefused)) {
        await this.transaction.run(() => this.mails.putBack(mailId));
        throw error;
      }
      refusal = error;
    }
    await this.close(mailId, claimed.orderId, refusal === null ? 'sent' : 'refused');
  }

  private async write(mailId: string, { orderId, kind }: { orderId: string; kind: OrderMailKind }): Promise<Mail> {
    const order = await this.orders.ofId(orderId);
    if (!order) throw new Error(`Mail ${mailId} belongs to no order.`);
    const letter = kind === 'keys' ? this.letters.keys(order, await this.stock.reveal(orderId)) : this.letters.refund(order);
    return { ...letter, to: order.email, messageId: `${mailId}@orders.keyturn` };
  }

  private close(mailId: string, orderId: string, as: 'sent' | 'refused'): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order) throw new Error(`Order ${orderId} is gone.`);
      const step = { at: this.clock.now(), actor: 'worker' };
      await this.mails.settle(mailId, as);
      const completed = as === 'sent' && order.status === 'fulfilling' ? order.complete(step) : [];
      await this.orders.save(order, [{ kind: `mail_${as}`, actor: step.actor, data: { mailId }, at: step.at }, ...completed]);
    });
  }
}
