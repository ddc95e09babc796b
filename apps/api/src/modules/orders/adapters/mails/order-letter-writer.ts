import { Injectable } from '@nestjs/common';
import { type LetterDraft, type LetterNote, LetterWriter, LetterWriters } from '../../../../platform/mail/ports.ts';
import { Metrics } from '../../../../platform/metrics/metrics.ts';
import { Letters, type PlannedLetter } from '../../../../shared/ports.ts';
import { KeyStock } from '../../../stock/index.ts';
import { NoteOrderLetter } from '../../application/note-order-letter.ts';
import { OrderDesk } from '../../application/ops/order-desk.ts';
import { refundBouncedLetter, replacedIn, staffRefundLetter } from '../../application/order-letters.ts';
import { Orders } from '../../application/ports.ts';
import { Refunds } from '../../application/refunds.ts';
import { ReplanFreedKeys } from '../../application/replan-freed-keys.ts';
import type { Order } from '../../domain/order.ts';
import { OrderLetterSheets } from './order-letter-sheets.ts';
import { RefundLetterSheets } from '../../../payments/adapters/mails/refund-letter-sheets.ts';
import { sampleKeys, sampleOrder } from './sample-order.ts';

@Injectable()
export class OrderLetterWriter extends LetterWriter {
  override readonly kinds = ['keys', 'waiting', 'refund', 'staff-refund', 'refund-bounced'] as const;

  constructor(
    writers: LetterWriters,
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly refunds: Refunds,
    private readonly letters: Letters,
    private readonly desk: OrderDesk,
    private readonly sheets: OrderLetterSheets,
    private readonly refundSheets: RefundLetterSheets,
    private readonly noteOrderLetter: NoteOrderLetter,
    private readonly replanFreedKeys: ReplanFreedKeys,
    private readonly metrics: Metrics,
  ) {
    super();
    writers.add(this);
  }

  override async write({ id, kind, about }: PlannedLetter): Promise<LetterDraft | null> {
    const order = await this.orders.ofId(about);
    if (!order) throw new Error(`Letter ${id} belongs to no order.`);
    // Frozen or refunded before the letter could leave: its keys must not.
    if (kind === 'keys' && !order.showsKeys()) return null;
    if (kind === 'keys') return this.keys(order, id);
    if (kind === 'staff-refund') return this.staffRefund(order, id);
    if (kind === 'refund-bounced') return this.refundBounced(order, id);
    if (kind === 'refund') return this.refundSheets.refund(order, (await this.letters.about(about, 'waiting')).length > 0);
    if (order.waitsForKeys() && order.waitingUntil !== null) return this.sheets.soldOut(order, order.waitingUntil);
    // Delivered or refunded before the letter about the wait could leave: that one says it all.
    return order.status === 'on_hold' ? this.sheets.waiting(order) : null;
  }

  private async keys(order: Order, letterId: string): Promise<LetterDraft> {
    const letters = await this.letters.about(order.id, 'keys');
    const upToThis = letters.slice(0, letters.findIndex(({ id }) => id === letterId) + 1);
    return this.sheets.keys(order, await this.stock.reveal(order.id), replacedIn(upToThis));
  }

  private async staffRefund(order: Order, letterId: string): Promise<LetterDraft> {
    const refunds = await this.refunds.ofOrder(order.id);
    const upToThis = refunds.slice(0, refunds.findIndex(({ id }) => staffRefundLetter(order.id, id).id === letterId) + 1);
    const made = upToThis.filter(({ state }, place) => state === 'done' || place === upToThis.length - 1);
    const working = (await this.desk.keysOf(order.id)).filter(({ state }) => state === 'sold');
    return this.refundSheets.staffRefund(order, made, working);
  }

  /** Made anew or settled otherwise before the letter could leave: then there is nothing to tell. */
  private async refundBounced(order: Order, letterId: string): Promise<LetterDraft | null> {
    const refund = (await this.refunds.ofOrder(order.id)).find(({ id }) => refundBouncedLetter(order.id, id).id === letterId);
    return refund?.state === 'failed' && refund.isOpen ? this.refundSheets.refundBounced(order, refund) : null;
  }

  override async recipientOf({ about }: PlannedLetter) {
    const order = await this.orders.ofId(about);
    return order && { address: order.email, orderNumber: order.number };
  }

  override async noted(letter: PlannedLetter, what: LetterNote, reason: string | null): Promise<void> {
    const { deliveredAfterMs } = await this.noteOrderLetter.run(letter.about, letter, what, reason);
    if (deliveredAfterMs !== null) this.metrics.delivered(deliveredAfterMs / 1000);
  }

  override async dropped({ kind, about }: PlannedLetter): Promise<void> {
    if (kind === 'keys') await this.replanFreedKeys.run(about);
  }

  override samples(foreign?: string) {
    const order = sampleOrder(foreign);
    const delivered = Object.assign(sampleOrder(foreign), { status: 'completed' });
    return [
      { name: 'delivery', kind: 'keys', draft: this.sheets.keys(order, sampleKeys(foreign)) },
      { name: 'waiting', kind: 'waiting', draft: this.sheets.waiting(order) },
      { name: 'sold-out', kind: 'waiting', draft: this.sheets.soldOut(order, new Date('2026-03-07T12:00:00.000Z')) },
      { name: 'refund', kind: 'refund', draft: this.refundSheets.refund(order, false) },
      { name: 'refund-after-waiting', kind: 'refund', draft: this.refundSheets.refund(order, true) },
      {
        name: 'staff-refund',
        kind: 'staff-refund',
        draft: this.refundSheets.staffRefund(
          delivered,
          [{ kind: 'pieces', amountMinor: 3600, pieces: [{ line: 0, slot: 1 }] }],
          sampleKeys().filter(({ slot }) => slot === 0),
        ),
      },
      {
        name: 'goodwill-refund',
        kind: 'staff-refund',
        draft: this.refundSheets.staffRefund(delivered, [{ kind: 'goodwill', amountMinor: 500, pieces: [] }], sampleKeys()),
      },
      { name: 'replaced-key', kind: 'keys', draft: this.sheets.keys(order, sampleKeys(foreign), [{ line: 0, slot: 1 }]) },
      {
        name: 'refund-bounced',
        kind: 'refund-bounced',
        draft: this.refundSheets.refundBounced(order, { kind: 'pieces', amountMinor: 3600, pieces: [{ line: 0, slot: 1 }] }),
      },
    ] as const;
  }
}
