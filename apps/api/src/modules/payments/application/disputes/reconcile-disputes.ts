import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Orders } from '../../../orders/index.ts';
import { SettleDispute } from './settle-dispute.ts';

const BATCH = 20;
const EVERY_MS = 3_600_000;

/** Compares each disputed order with the provider once an hour, so that a lost webhook does not freeze it for ever. */
@Injectable()
export class ReconcileDisputes {
  constructor(
    private readonly orders: Orders,
    private readonly settleDispute: SettleDispute,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - EVERY_MS);
    const payments = await this.transaction.run(() => this.orders.takeDisputed(before, BATCH));
    const settled = await Promise.allSettled(payments.map(({ intentId, provider }) => this.settleDispute.run(intentId, provider)));
    const failures = settled.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} disputes could not be compared with the provider.`);
  }
}
