import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { StaffOrders } from '../../orders/index.ts';
import { NoSessionToAsk } from '../domain/payment-errors.ts';
import { type Mismatch, StaffPayments } from './staff-payments.ts';
import { PaymentProviders } from './payment-providers.ts';
import { Settle } from './settle.ts';

const OF_EACH_KIND = 100;
const ASKED = 40;
const AT_ONCE = 8;
const YOUNG_MS = 60_000;
const ENDED_RECENTLY_MS = 86_400_000;

/** Compares the shop's orders with the provider's sessions. Read-only; `settle` does what reconciliation would. */
@Injectable()
export class ComparePayments {
  constructor(
    private readonly staffPayments: StaffPayments,
    private readonly orders: StaffOrders,
    private readonly providers: PaymentProviders,
    private readonly settle: Settle,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Returns the mismatches, and the number of sessions compared. @throws PaymentUnavailable */
  async mismatches(asksProvider: boolean): Promise<{ items: Mismatch[]; asked: number }> {
    const now = this.clock.now();
    const own = await this.staffPayments.mismatches(now, OF_EACH_KIND);
    if (!asksProvider) return { items: own, asked: 0 };
    const unpaid = await this.staffPayments.unpaid(new Date(now.getTime() - YOUNG_MS), new Date(now.getTime() - ENDED_RECENTLY_MS), ASKED);
    const paid: Mismatch[] = [];
    for (let start = 0; start < unpaid.length; start += AT_ONCE) {
      const states = await Promise.all(
        unpaid
          .slice(start, start + AT_ONCE)
          .map(async (order) => ({ order, state: await this.providers.named(order.provider).session(order.sessionId) })),
      );
      for (const { order, state } of states)
        if (state?.outcome === 'paid')
          paid.push({
            kind: 'paid-elsewhere',
            orderNumber: order.number,
            orderStatus: order.status,
            detail: `paid at the provider by ${state.intentId ?? 'a payment without a name'}, and not here`,
            since: order.createdAt.toISOString(),
          });
    }
    return { items: [...paid, ...own], asked: unpaid.length };
  }

  /**
   * Settles the order's session with its state at the provider. Returns the outcome. @throws NoSessionToAsk, OrderNotFound,
   * PaymentUnavailable
   */
  async settleOrder(which: string, { by, reason }: { by: Operator; reason: string }): Promise<string> {
    const order = await this.orders.find(which);
    const { sessionId } = order;
    if (sessionId === null) throw new NoSessionToAsk();
    const outcome = await this.settle.run(sessionId, by.name, order.paymentProvider);
    await this.transaction.run(() =>
      this.audit.record({
        by,
        action: 'payments.settle',
        subject: { type: 'order', id: order.id },
        before: { status: order.status },
        after: { outcome },
        reason,
      }),
    );
    return outcome;
  }
}
