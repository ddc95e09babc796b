import { Injectable } from '@nestjs/common';
import { Failures } from '../../../../shared/failures.ts';
import { Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { waitingMail } from '../order-mails.ts';
import { Orders } from '../ports.ts';

/** Most keys of suppliers come within seconds: their buyers get the keys alone. */
const PATIENCE_MS = 60_000;

/**
 * Tells buyers whose keys are still to come from suppliers that their payment has arrived. Each order is looked at once: a buyer who was
 * notified before, because the order was on hold or sold out, is not notified again. One that fails is looked at again by the next run, and
 * keeps nobody behind it waiting. Runs periodically.
 */
@Injectable()
export class TellWaiting {
  constructor(
    private readonly orders: Orders,
    private readonly mails: MailOutbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** @throws the first failure, when all were looked at */
  async run(): Promise<void> {
    const failures = new Failures();
    const until = new Date(this.clock.now().getTime() - PATIENCE_MS);
    let last: string | null = null;
    do {
      const waiting: readonly string[] = await this.orders.unnotified(until, last);
      for (const orderId of waiting) await failures.attempt(() => this.tell(orderId));
      last = waiting.at(-1) ?? null;
    } while (last !== null);
    failures.raise();
  }

  private tell(orderId: string): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order?.waitsForKeys()) return;
      if ((await this.mails.about(orderId, 'waiting')).length === 0) await this.mails.plan(waitingMail(orderId));
      await this.orders.noteNotified(orderId);
    });
  }
}
