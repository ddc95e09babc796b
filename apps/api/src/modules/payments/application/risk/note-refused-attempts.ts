import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../../shared/ports.ts';
import { Orders } from '../../../orders/index.ts';
import { AssessOrders, type FailedAttempt } from '../../../risk/index.ts';
import { PaymentProviders } from '../payment-providers.ts';

/** Counts the refused attempts at a payment for later decisions about risk. An event is only a trigger: the provider lists them. Idempotent. */
@Injectable()
export class NoteRefusedAttempts {
  constructor(
    private readonly orders: Orders,
    private readonly providers: PaymentProviders,
    private readonly risk: AssessOrders,
    private readonly transaction: Transaction,
  ) {}

  /** Returns the outcome as text for the event's record. @throws PaymentUnavailable */
  async run(intentId: string, provider: string): Promise<string> {
    const failures: FailedAttempt[] = [];
    for (const { id, orderId, fingerprint, at, amountMinor } of await this.providers.named(provider).refusedAttempts(intentId)) {
      const order = orderId === null ? null : await this.orders.ofId(orderId);
      if (order?.paymentProvider !== provider) continue;
      const { email, userId: accountId, browserId, clientAddress: address, currency } = order;
      failures.push({
        attemptId: id,
        order: { orderId: order.id, email, accountId, browserId, address, currency },
        fingerprint,
        at,
        amountMinor,
      });
    }
    if (failures.length === 0) return 'attempt at no order';
    await this.transaction.run(() => this.risk.noteFailures(failures));
    return 'attempts counted';
  }
}
