import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../shared/ports.ts';
import { type Order, Orders, RefundUnderWay, RISK_HOLD } from '../../../orders/index.ts';
import { RefundWithheld } from './refund-withheld.ts';

/** How long staff may take to decide about an order that may be fraud, in milliseconds. */
export abstract class HoldLimits {
  abstract readonly longestHoldMs: number;
}

/** Refunds orders that are on hold as possible fraud, and about which nobody has decided in time. */
@Injectable()
export class RefundHeld {
  constructor(
    private readonly orders: Orders,
    private readonly refundWithheld: RefundWithheld,
    private readonly limits: HoldLimits,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - this.limits.longestHoldMs);
    for (const orderId of await this.orders.heldSince(RISK_HOLD, before)) await this.refund(orderId);
  }

  private async refund(orderId: string): Promise<void> {
    const isHeld = ({ status, holdReason }: Order) => status === 'on_hold' && holdReason === RISK_HOLD;
    try {
      await this.refundWithheld.run(orderId, 'worker', isHeld);
    } catch (error) {
      // The next run tries it again, and the other orders do not wait for it.
      if (!(error instanceof RefundUnderWay)) throw error;
    }
  }
}
