import { Injectable } from '@nestjs/common';
import { again, overdueBefore } from '../../../../shared/again.ts';
import { Alerts, Clock, Outbox, Transaction } from '../../../../shared/ports.ts';
import { OrderPayments } from '../../../orders/index.ts';
import { Disputes } from './disputes.ts';
import { inUtc } from './in-utc.ts';
import { assembling } from './record-dispute.ts';

const REMINDER_MS = 48 * 3_600_000;

/** Requeues evidence whose job was lost, and alerts the staff 48 hours before evidence is due that was not submitted. */
@Injectable()
export class WatchEvidence {
  constructor(
    private readonly disputes: Disputes,
    private readonly orders: OrderPayments,
    private readonly alerts: Alerts,
    private readonly outbox: Outbox,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  run(): Promise<void> {
    return this.transaction.run(async () => {
      const now = this.clock.now();
      for (const id of await this.disputes.unassembled(overdueBefore(now))) await this.outbox.add(again(assembling(id), now));
      const due = await this.disputes.dueBetween(now, new Date(now.getTime() + REMINDER_MS));
      const orders = await this.orders.ordersOf(due.map(({ provider, paymentId }) => ({ provider, paymentId, sessionId: null })));
      for (const [place, { id, dueAt }] of due.entries()) {
        const by = dueAt === null ? '' : ` by ${inUtc(dueAt)}`;
        const detail = `No evidence was submitted yet: the bank takes it${by} (GET /ops/payments/disputes/${id})`;
        await this.alerts.raise({ kind: 'dispute', id: `${id}-due`, about: orders[place]?.number ?? 'No order', detail });
      }
    });
  }
}
