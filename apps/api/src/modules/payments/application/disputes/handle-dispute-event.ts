import { currencyCode, toMajor } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Alerts, Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { KeyReturns, KeyStock } from '../../../stock/index.ts';
import {
  allPieces,
  FRAUD_WARNING,
  KeyReveals,
  LOST_IN_PART,
  nextKeysMail,
  type Order,
  type OrderEvent,
  Orders,
  Refunds,
  type Step,
  TOO_FEW_KEYS,
} from '../../../orders/index.ts';
import { RecordPartialChargeback, type LostPart } from './record-partial-chargeback.ts';

/** What a buyer's bank wants back by a dispute that is open. */
export interface Claim {
  /** The provider's id of the dispute. */
  readonly id: string;
  readonly amountMinor: number;
  /** ISO 4217, as the bank has it. */
  readonly currency: string;
  /** Until when it can be answered; null: not to be told. */
  readonly dueAt: Date | null;
}

/** A dispute that the bank has decided about. */
export interface EndedDispute {
  readonly id: string;
  /** The bank's word. */
  readonly reason: string;
  readonly outcome: 'won' | 'lost';
  readonly amountMinor: number;
  /** ISO 4217, as the bank has it. */
  readonly currency: string;
}

interface Signal {
  readonly kind: 'dispute' | 'dispute-won' | 'dispute-lost' | 'fraud-warning';
  readonly reason: string;
  /** What lost disputes took where that is a part of the payment; left out where nothing of it is left. */
  readonly parts?: readonly LostPart[];
  /** Of an open dispute. */
  readonly claim?: Claim;
  readonly ended?: readonly EndedDispute[];
  /** Where the staff sees the payment at the provider. */
  readonly page?: string;
}

/**
 * What the buyer's bank says of a payment, as it stands now. Keys that have not left yet are frozen: their mail is taken back, and an order that is
 * disputed or on hold shows none. What has left cannot be called back, so there the order only says what happened. A repeat changes nothing.
 */
@Injectable()
export class HandleDisputeEvent {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly returns: KeyReturns,
    private readonly reveals: KeyReveals,
    private readonly mails: MailOutbox,
    private readonly refunds: Refunds,
    private readonly recordPartialChargeback: RecordPartialChargeback,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** `provider`: the name of the one that took the payment. Answers what came of it, in words for the record. */
  async run(intentId: string, provider: string, signal: Signal): Promise<string> {
    const id = (await this.orders.ofPayment(intentId, provider))?.id;
    if (id === undefined) return 'payment of no order';
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(id);
      if (!order) return 'payment of no order';
      const step = { at: this.clock.now(), actor: order.paidThrough() };
      const told = { kind: signal.kind.replace('-', '_'), actor: step.actor, data: { reason: signal.reason }, at: step.at };
      const isRepeat = await this.orders.wasTold(id, told.kind);
      const changed = await this.heed(order, signal, step, isRepeat);
      const isNews = changed.length > 0 || !isRepeat;
      await this.orders.save(order, isNews ? [told, ...changed] : []);
      await this.tellStaff(order, signal);
      return changed.at(-1)?.kind ?? 'recorded';
    });
  }

  /**
   * Of each dispute once, one that ended before the shop knew of it included, and of a warning, which has no date: nothing of it comes to an
   * end by itself.
   */
  private async tellStaff({ id, number, totalMinor, currency }: Order, signal: Signal): Promise<void> {
    const { kind, reason, claim, ended = [], page: link = null } = signal;
    for (const dispute of ended) {
      const detail = `Dispute over ${amountOf(dispute)} (${dispute.reason}), ended already: ${dispute.outcome}`;
      await this.alerts.raise({ kind: 'dispute', id: dispute.id, about: number, detail, link });
    }
    if (kind === 'dispute') {
      const amount = claim ? ` over ${amountOf(claim)}` : '';
      const due = claim?.dueAt ? `, to be answered by ${inUtc(claim.dueAt)}` : '';
      await this.alerts.raise({ kind: 'dispute', id: claim?.id ?? id, about: number, detail: `Dispute${amount} (${reason})${due}`, link });
    }
    if (kind === 'fraud-warning') {
      const amount = `${toMajor(totalMinor).toFixed(2)} ${currencyCode(currency)}`;
      const detail = `Early fraud warning over ${amount} (${reason}), no due date: a refund now mostly saves the dispute`;
      await this.alerts.raise({ kind: 'dispute', id: `${id}-fraud-warning`, about: number, detail, link });
    }
  }

  private async heed(order: Order, { kind, reason, parts }: Signal, step: Step, isRepeat: boolean): Promise<OrderEvent[]> {
    switch (kind) {
      case 'dispute':
        if (order.status === 'disputed') return order.dispute(step, reason);
        return order.canBeDisputed() ? [...(await this.freeze(order, step)), ...order.dispute(step, reason)] : [];
      case 'fraud-warning':
        // Nothing ever takes a warning back: whom the staff has let go is not frozen by the same one again.
        return isRepeat ? [] : this.suspect(order, step);
      case 'dispute-won':
        return order.status === 'disputed' && order.holdReason !== FRAUD_WARNING ? this.deliver(order, step) : [];
      case 'dispute-lost':
        if (order.status !== 'disputed' && !order.canBeDisputed()) return [];
        return parts?.every(({ currency }) => currency === order.currency)
          ? this.loseParts(order, parts, reason, step)
          : this.lose(order, reason, step);
    }
  }

  /** Frozen only where neither a mail has left nor the buyer has looked. */
  private async suspect(order: Order, step: Step): Promise<OrderEvent[]> {
    if (order.status === 'paid') return [...(await this.freeze(order, step)), ...order.hold(FRAUD_WARNING, step)];
    if (!order.showsKeys()) return [];
    const hasLeft = (await this.mails.about(order.id, 'keys')).some((letter) => letter.hasLeft);
    if (hasLeft || (await this.reveals.countSince(order.id, order.createdAt)) > 0) return [];
    return [...(await this.freeze(order, step)), ...order.freeze(step)];
  }

  private async freeze(order: Order, step: Step): Promise<OrderEvent[]> {
    await this.mails.withdraw(order.id, 'keys');
    const ended = order.giveUpWaiting(step);
    if (ended.length > 0) await this.stock.release(order.id);
    return ended;
  }

  /** The money stays: whoever has no keys yet gets them, unless the shop is sending it back itself. */
  private async deliver(order: Order, step: Step): Promise<OrderEvent[]> {
    if (await this.refunds.isUnderWay(order.id)) return [];
    if (order.holdReason === LOST_IN_PART) return [];
    // Held for another amount before it was disputed: that is still to be decided.
    if (order.holdReason !== null && order.holdReason !== TOO_FEW_KEYS) return order.hold(order.holdReason, step);
    if (!(await this.stock.allocate(order.id, order.paidLines(await this.refunds.piecesGone(order.id))))) return order.lackKeys(step);
    const last = (await this.mails.about(order.id, 'keys')).at(-1);
    if (!last?.hasLeft && !last?.isOpen) await this.mails.plan(await nextKeysMail(this.mails, order.id));
    return order.outliveDispute(step);
  }

  /** The bank took some of the money: what is left of the order is as after a dispute that was won. */
  private async loseParts(order: Order, parts: readonly LostPart[], reason: string, step: Step): Promise<OrderEvent[]> {
    const fresh = await this.recordPartialChargeback.fresh(order.id, parts);
    const events = [];
    if (order.status !== 'disputed') {
      if (fresh.length === 0) return [];
      events.push(...(await this.freeze(order, step)), ...order.dispute(step, reason));
    }
    for (const part of fresh) events.push(...(await this.recordPartialChargeback.run(order, part, step)));
    return [...events, ...(await this.deliver(order, step))];
  }

  /** The bank took the money: no refund is due, and the keys are the shop's again or burnt. */
  private async lose(order: Order, reason: string, step: Step): Promise<OrderEvent[]> {
    const ended = await this.freeze(order, step);
    // What is only reserved for it was never shown to anybody.
    await this.stock.release(order.id);
    const wasSeen = await this.reveals.wasRevealed(order.id);
    await this.returns.takeBack(order.id, allPieces(order.lines), wasSeen ? 'burnt' : 'available');
    return [...ended, ...order.dispute(step, reason), ...order.chargeBack(step)];
  }
}

/** `39.98 EUR` */
function amountOf({ amountMinor, currency }: Pick<Claim, 'amountMinor' | 'currency'>): string {
  return `${toMajor(amountMinor).toFixed(2)} ${currency}`;
}

/** `2026-12-01 23:59 UTC` */
function inUtc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
