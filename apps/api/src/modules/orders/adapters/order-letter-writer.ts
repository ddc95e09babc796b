import { Injectable } from '@nestjs/common';
import { type LetterDraft, type LetterNote, LetterWriter, LetterWriters } from '../../../platform/mail/ports.ts';
import { Metrics } from '../../../platform/metrics/metrics.ts';
import { Letters, type PlannedLetter } from '../../../shared/ports.ts';
import { KeyStock } from '../../stock/index.ts';
import { NoteOrderLetter } from '../application/note-order-letter.ts';
import { refundBouncedLetter } from '../application/order-letters.ts';
import { Orders } from '../application/ports.ts';
import { Refunds } from '../application/refunds.ts';
import { ReplanFreedKeys } from '../application/replan-freed-keys.ts';
import type { Order } from '../domain/order.ts';
import { OrderLetterSheets } from './order-letter-sheets.ts';
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
    private readonly sheets: OrderLetterSheets,
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
    if (kind === 'keys') return this.sheets.keys(order, await this.stock.reveal(about));
    if (kind === 'staff-refund') return this.sheets.staffRefund(order);
    if (kind === 'refund-bounced') return this.refundBounced(order, id);
    if (kind === 'refund') return this.sheets.refund(order, (await this.letters.about(about, 'waiting')).length > 0);
    if (order.waitsForKeys() && order.waitingUntil !== null) return this.sheets.soldOut(order, order.waitingUntil);
    // Delivered or refunded before the letter about the wait could leave: that one says it all.
    return order.status === 'on_hold' ? this.sheets.waiting(order) : null;
  }

  /** Made anew or settled otherwise before the letter could leave: then there is nothing to tell. */
  private async refundBounced(order: Order, letterId: string): Promise<LetterDraft | null> {
    const refund = (await this.refunds.ofOrder(order.id)).find(({ id }) => refundBouncedLetter(order.id, id).id === letterId);
    return refund?.state === 'failed' && refund.isOpen ? this.sheets.refundBounced(order, refund.amountMinor) : null;
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
    return [
      { name: 'delivery', kind: 'keys', draft: this.sheets.keys(order, sampleKeys(foreign)) },
      { name: 'waiting', kind: 'waiting', draft: this.sheets.waiting(order) },
      { name: 'sold-out', kind: 'waiting', draft: this.sheets.soldOut(order, new Date('2026-03-07T12:00:00.000Z')) },
      { name: 'refund', kind: 'refund', draft: this.sheets.refund(order, false) },
      { name: 'refund-after-waiting', kind: 'refund', draft: this.sheets.refund(order, true) },
      {
        name: 'staff-refund',
        kind: 'staff-refund',
        draft: this.sheets.staffRefund(Object.assign(sampleOrder(foreign), { refundedMinor: 3600 })),
      },
      { name: 'refund-bounced', kind: 'refund-bounced', draft: this.sheets.refundBounced(order, 3600) },
    ] as const;
  }
}
