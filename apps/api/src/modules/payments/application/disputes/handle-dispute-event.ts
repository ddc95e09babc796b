import { currencyCode, toMajor } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Alerts, Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { KeyReturns, KeyStock } from '../../../stock/index.ts';
import {
  allPieces,
  FRAUD_WARNING,
  haveKeysLeft,
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
import type { Claim, EndedDispute } from '../../domain/dispute.ts';
import { inUtc } from './in-utc.ts';
import { RecordDispute } from './record-dispute.ts';
import { RecordPartialChargeback, type LostPart } from './record-partial-chargeback.ts';

interface Signal {
  readonly kind: 'dispute' | 'dispute-won' | 'dispute-lost' | 'fraud-warning';
  readonly reason: string;
  /** Chargebacks of lost disputes if they are a part of the payment; omitted if nothing of it is left. */
  readonly parts?: readonly LostPart[];
  /** Of an open dispute. */
  readonly claim?: Claim;
  readonly ended?: readonly EndedDispute[];
  /** The payment's page at the provider, for staff. */
  readonly page?: string;
}

/**
 * Applies the current state of a payment's disputes and warnings. Undelivered keys are frozen: their mail is withdrawn, and an order that is
 * disputed or on hold shows none. Delivered keys cannot be called back: there the order only records the event. Idempotent.
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
    private readonly recordDispute: RecordDispute,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** `provider`: the name of the payment's provider. Returns the outcome as text for the event's record. */
  async run(intentId: string, provider: string, signal: Signal): Promise<string> {
    const id = (await this.orders.ofPayment(intentId, provider))?.id;
    if (id === undefined) return 'payment of no order';
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(id);
      if (!order) return 'payment of no order';
      const step = { at: this.clock.now(), actor: order.paidThrough() };
      const event = { kind: signal.kind.replace('-', '_'), actor: step.actor, data: { reason: signal.reason }, at: step.at };
      const isRepeat = await this.orders.hasEvent(id, event.kind);
      const changed = await this.apply(order, signal, step, isRepeat);
      const isNew = changed.length > 0 || !isRepeat;
      await this.orders.save(order, isNew ? [event, ...changed] : []);
      await this.recordDispute.run(order, intentId, signal, step.at);
      await this.raiseAlert(order, signal);
      return changed.at(-1)?.kind ?? 'recorded';
    });
  }

  /** One alert for each dispute, including one that ended before the shop knew of it, and for a warning, which never ends by itself. */
  private async raiseAlert({ id, number, totalMinor, currency }: Order, signal: Signal): Promise<void> {
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

  private async apply(order: Order, { kind, reason, parts }: Signal, step: Step, isRepeat: boolean): Promise<OrderEvent[]> {
    switch (kind) {
      case 'dispute':
        if (order.status === 'disputed') return order.dispute(step, reason);
        return order.canBeDisputed() ? [...(await this.freeze(order, step)), ...order.dispute(step, reason)] : [];
      case 'fraud-warning':
        // A warning is never withdrawn: an order released by staff is not frozen by the same one again.
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

  /** Frozen only if no mail with the keys was sent and the buyer has not viewed them. */
  private async suspect(order: Order, step: Step): Promise<OrderEvent[]> {
    if (order.status === 'paid') return [...(await this.freeze(order, step)), ...order.hold(FRAUD_WARNING, step)];
    if (!order.showsKeys() || (await haveKeysLeft(order, this.mails, this.reveals))) return [];
    return [...(await this.freeze(order, step)), ...order.freeze(step)];
  }

  private async freeze(order: Order, step: Step): Promise<OrderEvent[]> {
    await this.mails.withdraw(order.id, 'keys');
    const ended = order.giveUpWaiting(step);
    if (ended.length > 0) await this.stock.release(order.id);
    return ended;
  }

  /** A won dispute: an order without keys gets them, unless a refund is in progress. */
  private async deliver(order: Order, step: Step): Promise<OrderEvent[]> {
    if (await this.refunds.isUnderWay(order.id)) return [];
    if (order.holdReason === LOST_IN_PART) return [];
    // On hold for another amount before the dispute: staff still have to decide.
    if (order.holdReason !== null && order.holdReason !== TOO_FEW_KEYS) return order.hold(order.holdReason, step);
    if (!(await this.stock.allocate(order.id, order.paidLines(await this.refunds.piecesGone(order.id))))) return order.lackKeys(step);
    if (order.hasBuyer() && (await this.lacksMail(order))) await this.mails.plan(await nextKeysMail(this.mails, order.id));
    return order.resumeAfterDispute(step);
  }

  /** Whether its last mail with keys neither left nor will. Without a record of any, the order knows whether one was sent. */
  private async lacksMail(order: Order): Promise<boolean> {
    const last = (await this.mails.about(order.id, 'keys')).at(-1);
    return last ? !last.hasLeft && !last.isOpen : order.keysMailed !== 'sent';
  }

  /** A partial chargeback: the rest of the order continues as after a won dispute. */
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

  /** A full chargeback: no refund is due, and the keys return to stock or are burnt. */
  private async lose(order: Order, reason: string, step: Step): Promise<OrderEvent[]> {
    const ended = await this.freeze(order, step);
    // Reserved keys were never shown to anybody.
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
