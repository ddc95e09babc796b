import { Injectable } from '@nestjs/common';
import { Clock, Ids, Outbox, Transaction } from '../../../shared/ports.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { NoSuchLine, NothingToRefund, OrderNotFound, RefundUnderWay } from '../domain/order-errors.ts';
import type { Order } from '../domain/order.ts';
import { Orders } from './ports.ts';
import { linesGoneBy, type NewRefund, type Refund, Refunds } from './refunds.ts';
import { type KeysTaken, TakeKeys } from './take-keys.ts';

export interface PreparedRefund {
  readonly refund: Pick<Refund, 'id' | 'amountMinor'>;
  readonly keys: KeysTaken;
}

type Wish = Pick<Refund, 'lines' | 'amountMinor' | 'isWhole'>;

/**
 * The first half of a refund by the staff, in one transaction: the keys are taken from the buyer, and the refund is written down with its
 * job. Only then is the provider asked, so that no crash leaves money and keys on one side. A repeat finds the open refund.
 */
@Injectable()
export class PrepareRefund {
  constructor(
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly takeKeys: TakeKeys,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** `action`: what the audit log calls it. `lines` null: all that has not gone back. @throws OrderNotFound, NothingToRefund, NoSuchLine, RefundUnderWay */
  run(orderId: string, lines: readonly number[] | null, why: { by: Operator; reason: string; action?: string }): Promise<PreparedRefund> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order) throw new OrderNotFound();
      const before = await this.refunds.ofOrder(orderId);
      const open = before.find(({ state }) => state === 'asked');
      const gone = linesGoneBy(before);
      const wanted = wantedLines(order, lines, gone);
      if (open && String(open.lines) !== String(wanted)) throw new RefundUnderWay();
      if (open) return { refund: open, keys: 'none' };
      const wish = {
        id: this.ids.next(),
        orderId,
        lines: wanted,
        amountMinor: Math.min(amountOf(order, wanted), order.totalMinor - order.refundedMinor),
        isWhole: wanted.length + gone.size === order.lines.length,
        askedBy: why.by.name,
      };
      refuseImpossible(order, wish);
      const status = order.status;
      const step = { at: this.clock.now(), actor: why.by.name };
      const asked = {
        kind: 'refund_asked',
        actor: step.actor,
        data: { amountMinor: wish.amountMinor, lines: wanted.join(',') },
        at: step.at,
      };
      const { events, keys, keyIds } = await this.takeKeys.run(order, wish, step);
      await this.orders.save(order, [...events, asked]);
      const refund: NewRefund = { ...wish, keyIds };
      await this.refunds.add(refund);
      for (const { id, lines: failed } of before.filter(({ state, isOpen }) => state === 'failed' && isOpen))
        if (failed.some((line) => wanted.includes(line))) await this.refunds.close(id);
      await this.outbox.add({
        queue: 'payments',
        job: 'staff-refund',
        id: `refund-${orderId}-${refund.id}`,
        data: { refundId: refund.id },
      });
      await this.audit.record({
        by: why.by,
        action: why.action ?? 'orders.refund',
        subject: { type: 'order', id: orderId },
        before: { status, refundedMinor: order.refundedMinor },
        after: { refundId: refund.id, lines: [...wanted], amountMinor: refund.amountMinor, keys, count: keyIds.length },
        reason: why.reason,
      });
      return { refund, keys };
    });
  }
}

/** @throws NoSuchLine, NothingToRefund */
function wantedLines(order: Order, lines: readonly number[] | null, gone: ReadonlySet<number>): number[] {
  const all = order.lines.map((_, line) => line);
  const wanted = lines === null ? all.filter((line) => !gone.has(line)) : [...new Set(lines)].sort((a, b) => a - b);
  if (wanted.some((line) => !all.includes(line))) throw new NoSuchLine();
  if (wanted.length === 0 || wanted.some((line) => gone.has(line))) throw new NothingToRefund('it has gone back already');
  return wanted;
}

function amountOf(order: Order, lines: readonly number[]): number {
  return order.lines.reduce((sum, { unitMinor, quantity }, line) => (lines.includes(line) ? sum + unitMinor * quantity : sum), 0);
}

/** @throws NothingToRefund */
function refuseImpossible(order: Order, { isWhole, amountMinor }: Wish): void {
  if (order.paymentIntentId === null || order.paidAt === null) throw new NothingToRefund('nothing was paid');
  if (order.status === 'refunded') throw new NothingToRefund('the order is refunded');
  if (!order.isRefundable(isWhole ? 'whole' : 'part'))
    throw new NothingToRefund(`an order that is ${order.status} is refunded in full only`);
  if (amountMinor === 0) throw new NothingToRefund('these lines cost nothing');
}
