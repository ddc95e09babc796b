import { Injectable } from '@nestjs/common';
import type { Batched } from '../../../shared/batches.ts';
import { Clock, type MailKind, type PlannedMail } from '../../../shared/ports.ts';
import type { Order, OrderEvent } from '../domain/order.ts';
import { type ChangedOrder, Orders } from './ports.ts';

type MailNote = 'sent' | 'refused' | 'dead' | 'delayed';

/**
 * Records the outcome of a mail to the buyer in the order's timeline: `mail_sent`; `mail_delayed`, it is retried; `mail_refused`, there is
 * no such address; `mail_dead`, given up. An order whose keys were sent is complete, and keeps that they may have been seen. Runs in the
 * caller's transaction. Returns the time from payment to completion, if this mail completed the order.
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
    what: MailNote,
    reason: string | null = null,
  ): Promise<{ deliveredAfterMs: number | null }> {
    const order = await this.orders.forUpdate(orderId);
    if (!order) throw new Error(`Order ${orderId} is gone.`);
    const { events, deliveredAfterMs } = this.apply(order, mail, what, reason);
    await this.orders.save(order, events);
    return { deliveredAfterMs };
  }

  /** The same for many mails that were sent. Returns the time by mail; mails of orders that another transaction has locked are left out. */
  async allSent(mails: readonly Batched<PlannedMail>[]): Promise<ReadonlyMap<string, number | null>> {
    const orders = await this.orders.unlockedForUpdate(mails.map(({ item }) => item.about));
    const changed: ChangedOrder[] = [];
    const noted = new Map<string, number | null>();
    for (const { item: mail, inContext } of mails) {
      const order = orders.get(mail.about);
      if (!order) continue;
      const { events, deliveredAfterMs } = this.apply(order, mail, 'sent', null);
      changed.push({ order, events, inContext });
      noted.set(mail.id, deliveredAfterMs);
    }
    await this.orders.saveAll(changed);
    return noted;
  }

  private apply(order: Order, mail: { id: string; kind: MailKind }, what: MailNote, reason: string | null) {
    const step = { at: this.clock.now(), actor: 'worker' };
    // Of an attempt that failed nobody knows whether the mail arrived: its answer may have been lost.
    if (mail.kind === 'keys') order.noteKeysMail(what === 'sent' ? 'sent' : 'tried');
    const isDelivered = mail.kind === 'keys' && what === 'sent' && order.status === 'fulfilling';
    const completed = isDelivered ? order.complete(step) : [];
    const data = { mailId: mail.id, ...(reason !== null && { reason }) };
    const events: OrderEvent[] = [{ kind: `mail_${what}`, actor: step.actor, data, at: step.at }, ...completed];
    return { events, deliveredAfterMs: completed.length > 0 && order.paidAt ? step.at.getTime() - order.paidAt.getTime() : null };
  }
}
