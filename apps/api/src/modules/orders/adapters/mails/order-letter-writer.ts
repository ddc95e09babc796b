import { Injectable } from '@nestjs/common';
import { type LetterDraft, type LetterNote, LetterWriter, LetterWriters } from '../../../../platform/mail/ports.ts';
import { Metrics } from '../../../../platform/metrics/metrics.ts';
import { Letters, type PlannedLetter } from '../../../../shared/ports.ts';
import { KeyStock } from '../../../stock/index.ts';
import { NoteOrderLetter } from '../../application/note-order-letter.ts';
import { replacedIn } from '../../application/order-letters.ts';
import { Orders } from '../../application/ports.ts';
import { ReplanFreedKeys } from '../../application/replan-freed-keys.ts';
import type { Order } from '../../domain/order.ts';
import { OrderLetterSheets } from './order-letter-sheets.ts';
import { sampleKeys, sampleOrder } from './sample-order.ts';

@Injectable()
export class OrderLetterWriter extends LetterWriter {
  override readonly kinds = ['keys', 'waiting'] as const;

  constructor(
    writers: LetterWriters,
    private readonly orders: Orders,
    private readonly stock: KeyStock,
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
    if (kind === 'keys') return this.keys(order, id);
    if (order.waitsForKeys() && order.waitingUntil !== null) return this.sheets.soldOut(order, order.waitingUntil);
    // Delivered or refunded before the letter about the wait could leave: that one says it all.
    return order.status === 'on_hold' ? this.sheets.waiting(order) : null;
  }

  private async keys(order: Order, letterId: string): Promise<LetterDraft> {
    const letters = await this.letters.about(order.id, 'keys');
    const upToThis = letters.slice(0, letters.findIndex(({ id }) => id === letterId) + 1);
    return this.sheets.keys(order, await this.stock.reveal(order.id), replacedIn(upToThis));
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
    return [
      { name: 'delivery', kind: 'keys', draft: this.sheets.keys(order, sampleKeys(foreign)) },
      { name: 'waiting', kind: 'waiting', draft: this.sheets.waiting(order) },
      { name: 'sold-out', kind: 'waiting', draft: this.sheets.soldOut(order, new Date('2026-03-07T12:00:00.000Z')) },
      { name: 'replaced-key', kind: 'keys', draft: this.sheets.keys(order, sampleKeys(foreign), [{ line: 0, slot: 1 }]) },
    ] as const;
  }
}
