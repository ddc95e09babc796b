import { Injectable } from '@nestjs/common';
import { Clock, type MailKind } from '../../../shared/ports.ts';
import { Orders } from './ports.ts';

/**
 * Notes in the order's timeline what became of a mail to its buyer: `mail_sent`; `mail_delayed`, it is tried again; `mail_refused`, there is
 * no such address; `mail_dead`, given up. An order whose keys have left is complete. Runs in the caller's transaction.
 * Answers how long after the payment the order was complete, where this mail completed it.
 */
@Injectable()
export class NoteOrderMail {
  constructor(
    private readonly orders: Orders,
    private readonly clock: Clock,
  ) {}

  async run(
    orderId: string,
    mail: { id: string; kind: MailKind },
    what: 'sent' | 'refused' | 'dead' | 'delayed',
    reason: string | null = null,
  ): Promise<{ deliveredAfterMs: number | null }> {
    const order = await this.orders.forUpdate(orderId);
    if (!order) throw new Error(`Order ${orderId} is gone.`);
    const step = { at: this.clock.now(), actor: 'worker' };
    const isDelivered = mail.kind === 'keys' && what === 'sent' && order.status === 'fulfilling';
    const completed = isDelivered ? order.complete(step) : [];
    const data = { mailId: mail.id, ...(reason !== null && { reason }) };
    await this.orders.save(order, [{ kind: `mail_${what}`, actor: step.actor, data, at: step.at }, ...completed]);
    return { deliveredAfterMs: completed.length > 0 && order.paidAt ? step.at.getTime() - order.paidAt.getTime() : null };
  }
}
