import { Injectable } from '@nestjs/common';
import { FRAUD_WARNING, type Order, Orders } from '../../../orders/index.ts';
import { RefundWithheld } from './refund-withheld.ts';

/** Whether a fraud warning over keys that nobody has seen is refunded without being asked. */
export abstract class WarningRules {
  abstract readonly refundsWarned: boolean;
}

/**
 * What follows from a fraud warning once the order is frozen: one on hold is refunded, and so is one whose keys nobody has seen, unless the
 * staff wants to decide. Keys that were seen are left to the staff. Idempotent.
 */
@Injectable()
export class RefundWarned {
  constructor(
    private readonly orders: Orders,
    private readonly refundWithheld: RefundWithheld,
    private readonly rules: WarningRules,
  ) {}

  /** Whether the order is refunded for it. @throws RefundUnderWay while a part is being refunded: the event must come again */
  async run(intentId: string, provider: string): Promise<boolean> {
    const id = (await this.orders.ofPayment(intentId, provider))?.id;
    return id !== undefined && this.refundWithheld.run(id, provider, (order) => this.isDue(order));
  }

  private isDue({ status, holdReason }: Order): boolean {
    // Frozen by the warning: it had no keys, or nobody had seen them.
    if (holdReason === FRAUD_WARNING) return this.rules.refundsWarned && (status === 'on_hold' || status === 'disputed');
    return status === 'on_hold';
  }
}
