import { Injectable } from '@nestjs/common';
import { Clock, type MailKind } from '../../../shared/ports.ts';
import { Orders } from './ports.ts';

/**
 * Records the outcome of a mail to the buyer in the order's timeline: `mail_sent`; `mail_delayed`, it is retried; `mail_refused`, there is
 * no such address; `mail_dead`, given up. An order whose keys were sent is complete. Runs in the caller's transaction. Returns the time from
 * payment to completion, if this mail completed the order.
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
