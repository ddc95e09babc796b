import { Injectable } from '@nestjs/common';
import { Clock, Ids, Letters, Outbox, Transaction } from '../../../shared/ports.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { KeyReturns, KeyStock } from '../../stock/index.ts';
import { NoSuchLine, NothingToRefund, OrderNotFound, RefundUnderWay } from '../domain/order-errors.ts';
import type { Order } from '../domain/order.ts';
import { KeyReveals } from './key-reveals.ts';
import { keysLetter } from './order-letters.ts';
import { Orders } from './ports.ts';
import { type NewRefund, type Refund, Refunds } from './refunds.ts';

export interface PreparedRefund {
  readonly refund: Pick<Refund, 'id' | 'amountMinor'>;
  /** What became of the keys: none were sold, nobody can have seen them, or somebody may have. */
  readonly keys: 'none' | 'back in stock' | 'burnt';
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
    private readonly stock: KeyStock,
    private readonly returns: KeyReturns,
    private readonly reveals: KeyReveals,
    private readonly letters: Letters,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** `lines` null: all that has not gone back. @throws OrderNotFound, NothingToRefund, NoSuchLine, RefundUnderWay */
  run(orderId: string, lines: readonly number[] | null, why: { by: Operator; reason: string }): Promise<PreparedRefund> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order) throw new OrderNotFound();
      const before = await this.refunds.ofOrder(orderId);
      const open = before.find(({ state }) => state === 'asked');
      const wanted = wantedLines(order, lines, new Set(before.filter(({ state }) => state === 'done').flatMap((refund) => refund.lines)));
      if (open && String(open.lines) !== String(wanted)) throw new RefundUnderWay();
      if (open) return { refund: open, keys: 'none' };
      const wish = {
        id: this.ids.next(),
        orderId,
        lines: wanted,
        amountMinor: amountOf(order, wanted),
        isWhole: order.refundedMinor === 0 && wanted.length === order.lines.length,
        askedBy: why.by.name,
      };
      refuseImpossible(order, wish);
      const status = order.status;
      const { keys, keyIds } = await this.takeKeys(order, wish, why.by);
      const refund: NewRefund = { ...wish, keyIds };
      await this.refunds.add(refund);
      await this.outbox.add({
        queue: 'payments',
        job: 'staff-refund',
        id: `refund-${orderId}-${refund.id}`,
        data: { refundId: refund.id },
      });
      await this.audit.record({
        by: why.by,
        action: 'orders.refund',
        subject: { type: 'order', id: orderId },
        before: { status, refundedMinor: order.refundedMinor },
        after: { refundId: refund.id, lines: [...wanted], amountMinor: refund.amountMinor, keys, count: keyIds.length },
        reason: why.reason,
      });
      return { refund, keys };
    });
  }

  private async takeKeys(order: Order, { lines, amountMinor, isWhole }: Wish, by: Operator) {
    const step = { at: this.clock.now(), actor: by.name };
    const asked = { kind: 'refund_asked', actor: by.name, data: { amountMinor, lines: lines.join(',') }, at: step.at };
    const ended = order.giveUpWaiting(step);
    await this.orders.save(order, [...ended, asked]);
    // What is only reserved for it, or waited for, was never shown to anybody.
    await this.stock.release(order.id);
    // A mail in hand for the mail server cannot be taken back; one that waits can, and then nobody has seen the keys.
    const withdrawn = await this.letters.withdraw(order.id, 'keys');
    const wasSeen = await this.reveals.wasRevealed(order.id);
    const keyIds = await this.returns.takeBack(order.id, lines, wasSeen ? 'burnt' : 'available');
    const isLast = isWhole || order.refundedMinor + amountMinor >= order.totalMinor;
    if (withdrawn > 0 && !isLast) await this.letters.plan(keysLetter(order.id, (await this.letters.about(order.id, 'keys')).length + 1));
    const keys: PreparedRefund['keys'] = keyIds.length === 0 ? 'none' : wasSeen ? 'burnt' : 'back in stock';
    return { keys, keyIds };
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
  if (order.status === 'refunded' || order.status === 'cancelled') throw new NothingToRefund(`the order is ${order.status}`);
  if (!order.isRefundable(isWhole ? 'whole' : 'part'))
    throw new NothingToRefund(`an order that is ${order.status} is refunded in full only`);
  if (amountMinor === 0) throw new NothingToRefund('these lines cost nothing');
}
