import { Injectable } from '@nestjs/common';
import { Clock, MailOutbox, Transaction } from '../../../../shared/ports.ts';
import { Audit, type Operator } from '../../../ops/index.ts';
import { KeyReturns, KeyStock, StaffKeyLimits, type Wanted } from '../../../stock/index.ts';
import {
  BuyerRemoved,
  EmailIsTheSame,
  KeyIsAnother,
  KeysMissing,
  NoKeysToSend,
  NoSuchKeyInOrder,
  OrderNotFound,
  OrderNotOnHold,
  RefundFailed,
  RefundUnderWay,
  TooFewKeys,
} from '../../domain/order-errors.ts';
import type { Order, OrderEvent, Step } from '../../domain/order.ts';
import type { Piece } from '../../domain/pieces.ts';
import { planKeysMail } from '../order-mails.ts';
import { Orders } from '../ports.ts';
import { Refunds } from '../refunds.ts';
import { ResendKeys } from '../resend-keys.ts';
import { SUPPLY_MS, waitForSuppliers } from '../supply/wait-for-suppliers.ts';

interface Why {
  readonly by: Operator;
  readonly reason: string;
}

/** Actions of staff for one order. Each is one transaction: order, keys, mail and entry in the audit log. */
@Injectable()
export class HelpBuyer {
  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly returns: KeyReturns,
    private readonly mails: MailOutbox,
    private readonly refunds: Refunds,
    private readonly resend: ResendKeys,
    private readonly limits: StaffKeyLimits,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Without a limit. Returns whether a mail was planned: none is while one is pending. @throws NoKeysToSend, BuyerRemoved */
  sendAgain(orderId: string, { by, reason }: Why): Promise<boolean> {
    return this.transaction.run(async () => {
      const isPlanned = await this.resend.run(orderId, { isUnlimited: true });
      await this.audit.record({ by, action: 'orders.send-again', subject: { type: 'order', id: orderId }, after: { isPlanned }, reason });
      return isPlanned;
    });
  }

  /**
   * Corrects a mistyped address. Pending and undelivered mails go to the new one; mails accepted by a mail server are not repeated, but can
   * be sent again. Earlier links become invalid. The account of the order, if any, is not changed. @throws EmailIsTheSame,
   * TooManyKeysGiven
   */
  async changeEmail(orderId: string, email: string, { by, reason }: Why): Promise<void> {
    await this.limits.give(by);
    return this.change(orderId, async (order) => {
      const before = { email: order.email };
      if (before.email === email) throw new EmailIsTheSame();
      order.moveToEmail(email, this.clock.now());
      const after = { email, sentAnew: await this.mails.reopen(orderId) };
      await this.audit.record({ by, action: 'orders.change-email', subject: { type: 'order', id: orderId }, before, after, reason });
      return [];
    });
  }

  /**
   * Burns one key, replaces it by the oldest free one of the same product, and mails the order's keys with the new one marked. @throws
   * NoKeysToSend, BuyerRemoved, NoSuchKeyInOrder, TooFewKeys, TooManyKeysGiven, KeyIsAnother where the piece has another key than `keyId`
   */
  async replaceKey(orderId: string, piece: Piece & { readonly keyId?: string }, { by, reason }: Why): Promise<void> {
    await this.limits.give(by);
    return this.change(orderId, async (order) => {
      if (!order.showsKeys()) throw new NoKeysToSend();
      if (!order.hasBuyer()) throw new BuyerRemoved();
      const replaced = await this.returns.replace(orderId, piece);
      if (replaced === 'no such key') throw new NoSuchKeyInOrder();
      if (replaced === 'another key') throw new KeyIsAnother();
      if (replaced === 'out of stock') throw new TooFewKeys();
      await planKeysMail(this.mails, orderId, piece);
      const shown = { line: piece.line + 1, slot: piece.slot + 1 };
      const before = { ...shown, keyId: replaced.burntKeyId };
      const after = { ...shown, keyId: replaced.keyId, burnt: replaced.burntKeyId };
      await this.audit.record({ by, action: 'orders.replace-key', subject: { type: 'order', id: orderId }, before, after, reason });
      return [{ kind: 'key_replaced', actor: by.name, data: { ...shown, burntKeyId: replaced.burntKeyId }, at: this.clock.now() }];
    });
  }

  /**
   * Releases an order on hold, or frozen by a dispute or fraud warning: it gets its keys, or waits for those that suppliers are to bring,
   * unless a refund is in progress. Keys of an order on hold that are gone, as a supplier took them back, are bought anew. @throws
   * OrderNotOnHold, BuyerRemoved, RefundUnderWay, RefundFailed, TooFewKeys, KeysMissing
   */
  release(orderId: string, { by, reason }: Why): Promise<void> {
    return this.change(orderId, async (order) => {
      const { status, holdReason } = order;
      if (status !== 'on_hold' && status !== 'disputed') throw new OrderNotOnHold();
      if (!order.hasBuyer()) throw new BuyerRemoved();
      if (await this.refunds.isUnderWay(order.id)) throw new RefundUnderWay();
      if (order.holdReason === 'refund failed') throw new RefundFailed();
      const left = order.paidLines(await this.refunds.piecesGone(order.id));
      const step = { at: this.clock.now(), actor: by.name };
      const before = { status, ...(holdReason !== null && { holdReason }) };
      if (!(await this.stock.allocate(order.id, left))) {
        const waiting = status === 'on_hold' ? await this.waitForKeys(order, left, step) : null;
        if (waiting === null) throw new TooFewKeys();
        await this.noteStatus('orders.release', order, before, { by, reason });
        return waiting;
      }
      // Remaining reservations were for refunded lines.
      await this.stock.release(order.id);
      const events = status === 'on_hold' ? order.beginFulfilment(step) : order.resumeAfterDispute(step);
      await planKeysMail(this.mails, orderId);
      await this.noteStatus('orders.release', order, before, { by, reason });
      return events;
    });
  }

  /**
   * Lets an order wait for what suppliers are committed to, or else can be now. Its own keys are reserved anew with that: all of it, or
   * nothing. @throws KeysMissing
   */
  private async waitForKeys(order: Order, left: readonly Wanted[], step: Step): Promise<OrderEvent[] | null> {
    const wait = () => waitForSuppliers(order, this.stock, { left, step, waitMs: SUPPLY_MS });
    const waiting = await wait();
    if (waiting !== null) return waiting;
    await this.stock.release(order.id);
    const short = await this.stock.reserve(order.id, left, new Date(step.at.getTime() + SUPPLY_MS));
    if (short.size > 0) throw new KeysMissing(missingOf(order, left, short));
    return wait();
  }

  private change(orderId: string, work: (order: Order) => Promise<OrderEvent[]>): Promise<void> {
    return this.transaction.run(async () => {
      const order = await this.orders.forUpdate(orderId);
      if (!order) throw new OrderNotFound();
      await this.orders.save(order, await work(order));
    });
  }

  private noteStatus(action: string, order: Order, before: { status: string; holdReason?: string }, { by, reason }: Why): Promise<void> {
    return this.audit.record({
      by,
      action,
      subject: { type: 'order', id: order.id },
      before,
      after: { status: order.status },
      reason,
    });
  }
}

/** @param free what there is of each product that is short */
function missingOf({ lines }: Order, left: readonly Wanted[], free: ReadonlyMap<string, number>): { name: string; quantity: number }[] {
  return [...free].map(([id, pieces]) => {
    const wanted = left.reduce((sum, { productId, quantity }) => sum + (productId === id ? quantity : 0), 0);
    return { name: lines.find(({ productId }) => productId === id)?.name ?? id, quantity: wanted - pieces };
  });
}
