import { Injectable } from '@nestjs/common';
import { Clock, Letters, Transaction } from '../../../shared/ports.ts';
import { KeyReturns, KeyStock } from '../../stock/index.ts';
import type { Order, OrderEvent, Step } from '../domain/order.ts';
import { KeyReveals } from './key-reveals.ts';
import { nextKeysLetter } from './order-letters.ts';
import { Orders } from './ports.ts';
import { Refunds } from './refunds.ts';

interface Signal {
  readonly kind: 'dispute' | 'dispute-won' | 'dispute-lost' | 'fraud-warning' | 'refund-failed';
  readonly reason: string;
}

/**
 * What the buyer's bank says of a payment. Keys that have not left yet are frozen: their mail is taken back, and an order that is
 * disputed or on hold shows none. What has left cannot be called back, so there the order only says what happened. A repeat changes nothing.
 */
@Injectable()
export class HeedSignal {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly returns: KeyReturns,
    private readonly reveals: KeyReveals,
    private readonly letters: Letters,
    private readonly refunds: Refunds,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Answers what came of it, in words for the record. */
  async run(intentId: string, signal: Signal): Promise<string> {
    const id = (await this.orders.ofPayment(intentId))?.id;
    if (id === undefined) return 'payment of no order';
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(id);
      if (!order) return 'payment of no order';
      const step = { at: this.clock.now(), actor: 'stripe' };
      const told = { kind: signal.kind.replace('-', '_'), actor: step.actor, data: { reason: signal.reason }, at: step.at };
      const changed = await this.heed(order, signal, step);
      await this.orders.save(order, [told, ...changed]);
      return changed.at(-1)?.kind ?? 'recorded';
    });
  }

  private async heed(order: Order, { kind, reason }: Signal, step: Step): Promise<OrderEvent[]> {
    switch (kind) {
      case 'dispute':
        return order.canBeDisputed() ? [...(await this.freeze(order, step)), ...order.dispute(step, reason)] : [];
      case 'fraud-warning':
        if (order.status === 'paid') return [...(await this.freeze(order, step)), ...order.hold('fraud warning', step)];
        // On its way: frozen only where no mail is in hand for the mail server yet. There is no way back to a hold.
        if (order.status !== 'fulfilling' || (await this.reveals.wasRevealed(order.id))) return [];
        return [...(await this.freeze(order, step)), ...order.dispute(step, 'fraud warning')];
      case 'dispute-won':
        return order.status === 'disputed' ? this.deliver(order, step) : [];
      case 'dispute-lost':
        return order.status === 'disputed' ? this.lose(order, step) : [];
      case 'refund-failed':
        return [];
    }
  }

  private async freeze(order: Order, step: Step): Promise<OrderEvent[]> {
    await this.letters.withdraw(order.id, 'keys');
    const ended = order.giveUpWaiting(step);
    if (ended.length > 0) await this.stock.release(order.id);
    return ended;
  }

  /** The money stays: whoever has no keys yet gets them, unless the shop is sending it back itself. */
  private async deliver(order: Order, step: Step): Promise<OrderEvent[]> {
    if (await this.refunds.isUnderWay(order.id)) return [];
    if (!(await this.stock.allocate(order.id, order.paidLines())))
      return [{ kind: 'stock_short', actor: step.actor, data: {}, at: step.at }];
    const last = (await this.letters.about(order.id, 'keys')).at(-1);
    if (!last?.hasLeft && !last?.isOpen) await this.letters.plan(await nextKeysLetter(this.letters, order.id));
    return order.outliveDispute(step);
  }

  /** The bank took the money: no refund is due, and the keys are the shop's again or burnt. */
  private async lose(order: Order, step: Step): Promise<OrderEvent[]> {
    const wasSeen = await this.reveals.wasRevealed(order.id);
    await this.returns.takeBack(
      order.id,
      order.paidLines().map(({ line }) => line),
      wasSeen ? 'burnt' : 'available',
    );
    return order.refundFully(step);
  }
}
