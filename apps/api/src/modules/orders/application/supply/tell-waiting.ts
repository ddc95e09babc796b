import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { waitingMail } from '../order-mails.ts';
import { Orders } from '../ports.ts';

/** Most keys of suppliers come within seconds: their buyers get the keys alone. */
const PATIENCE_MS = 60_000;

/**
 * Tells buyers whose keys are still to come from suppliers that their payment has arrived. Each order is looked at once: who was told before,
 * because the order was on hold or sold out, is not told again. Runs periodically.
 */
@Injectable()
export class TellWaiting {
  constructor(
    private readonly orders: Orders,
    private readonly mails: MailOutbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const until = new Date(this.clock.now().getTime() - PATIENCE_MS);
    // Whoever was looked at is told, or waits no more: the next ones follow.
    for (let waiting = await this.orders.untold(until); waiting.length > 0; waiting = await this.orders.untold(until))
      for (const orderId of waiting) await this.tell(orderId);
  }

  private tell(orderId: string): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order?.waitsForKeys()) return;
      if ((await this.mails.about(orderId, 'waiting')).length === 0) await this.mails.plan(waitingMail(orderId));
      await this.orders.noteTold(orderId);
    });
  }
}
