import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { waitingMail } from '../order-mails.ts';
import { Orders } from '../ports.ts';

/** Most keys of suppliers come within seconds: their buyers get the keys alone. */
const PATIENCE_MS = 60_000;
/** So long after that no worker may have run. A mail that was planned before is not planned again. */
const LATEST_MS = 86_400_000;

/** Tells buyers whose keys are still to come from suppliers that their payment has arrived. Runs periodically. */
@Injectable()
export class TellWaiting {
  constructor(
    private readonly orders: Orders,
    private readonly mails: MailOutbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now().getTime();
    const waiting = await this.orders.waitingSince(new Date(now - LATEST_MS), new Date(now - PATIENCE_MS));
    for (const orderId of waiting) await this.tell(orderId);
  }

  private tell(orderId: string): Promise<void> {
    return this.transaction.run(async () => {
      if ((await this.mails.about(orderId, 'waiting')).length > 0) return;
      const order = await this.orders.forUpdate(orderId);
      if (order?.waitsForKeys()) await this.mails.plan(waitingMail(orderId));
    });
  }
}
