import { Injectable } from '@nestjs/common';
import { MailReads, type MailRecord, type PlannedMail, Transaction } from '../../../shared/ports.ts';
import { Orders } from './ports.ts';

/**
 * Notes of an order whose keys are too large for a mail that it is delivered by a link to its page: its mails show no keys, and so they can
 * still be frozen, or go back into stock. Not where a mail before may have shown some.
 */
@Injectable()
export class LinkLargeKeys {
  constructor(
    private readonly orders: Orders,
    private readonly mails: MailReads,
    private readonly transaction: Transaction,
  ) {}

  /** `mail`: the one that is being written. */
  run(mail: PlannedMail): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(mail.about);
      if (!order || order.linkOnly) return;
      // By a mail whose record may be deleted by now; a version of the shop before notes its end alone.
      if (order.keysMailed !== null || order.completedAt !== null) return;
      if ((await this.mails.about(mail.about)).some((other) => mayShowKeys(other, mail.id))) return;
      order.deliverByLink();
      await this.orders.save(order, []);
    });
  }
}

/** Whether it was handed to the mail server, or may have been; of the one that is being written, by an attempt before. */
function mayShowKeys({ id, kind, state, tries }: MailRecord, written: string): boolean {
  if (kind !== 'keys') return false;
  return tries > 0 || (id !== written && state !== 'waiting' && state !== 'dropped');
}
