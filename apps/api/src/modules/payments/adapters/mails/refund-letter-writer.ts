import { Injectable } from '@nestjs/common';
import { type LetterDraft, type LetterNote, LetterWriter, LetterWriters } from '../../../../platform/mail/ports.ts';
import { Letters, type PlannedLetter } from '../../../../shared/ports.ts';
import { NoteOrderLetter, type Order, OrderDesk, Orders, Refunds, sampleKeys, sampleOrder } from '../../../orders/index.ts';
import { refundBouncedLetter, staffRefundLetter } from '../../application/refunds/refund-mails.ts';
import { RefundLetterSheets } from './refund-letter-sheets.ts';

/** Writes the mails about refunds when they are sent, from how the refunds stand then. */
@Injectable()
export class RefundLetterWriter extends LetterWriter {
  override readonly kinds = ['refund', 'staff-refund', 'refund-bounced'] as const;

  constructor(
    writers: LetterWriters,
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly letters: Letters,
    private readonly desk: OrderDesk,
    private readonly sheets: RefundLetterSheets,
    private readonly noteOrderLetter: NoteOrderLetter,
  ) {
    super();
    writers.add(this);
  }

  override async write({ id, kind, about }: PlannedLetter): Promise<LetterDraft | null> {
    const order = await this.orders.ofId(about);
    if (!order) throw new Error(`Letter ${id} belongs to no order.`);
    if (kind === 'staff-refund') return this.staffRefund(order, id);
    if (kind === 'refund-bounced') return this.refundBounced(order, id);
    return this.sheets.refund(order, (await this.letters.about(about, 'waiting')).length > 0);
  }

  private async staffRefund(order: Order, letterId: string): Promise<LetterDraft> {
    const refunds = await this.refunds.ofOrder(order.id);
    const upToThis = refunds.slice(0, refunds.findIndex(({ id }) => staffRefundLetter(order.id, id).id === letterId) + 1);
    const made = upToThis.filter(({ state }, place) => state === 'done' || place === upToThis.length - 1);
    const working = (await this.desk.keysOf(order.id)).filter(({ state }) => state === 'sold');
    return this.sheets.staffRefund(order, made, working);
  }

  /** Made anew or settled otherwise before the mail could leave: then there is nothing to say. */
  private async refundBounced(order: Order, letterId: string): Promise<LetterDraft | null> {
    const refund = (await this.refunds.ofOrder(order.id)).find(({ id }) => refundBouncedLetter(order.id, id).id === letterId);
    return refund?.state === 'failed' && refund.isOpen ? this.sheets.refundBounced(order, refund) : null;
  }

  override async recipientOf({ about }: PlannedLetter) {
    const order = await this.orders.ofId(about);
    return order && { address: order.email, orderNumber: order.number };
  }

  override async noted(letter: PlannedLetter, what: LetterNote, reason: string | null): Promise<void> {
    await this.noteOrderLetter.run(letter.about, letter, what, reason);
  }

  override samples(foreign?: string) {
    const order = sampleOrder(foreign);
    const delivered = Object.assign(sampleOrder(foreign), { status: 'completed' });
    const secondKey = { kind: 'pieces', amountMinor: 3600, pieces: [{ line: 0, slot: 1 }] } as const;
    const left = sampleKeys().filter(({ slot }) => slot === 0);
    return [
      { name: 'refund', kind: 'refund', draft: this.sheets.refund(order, false) },
      { name: 'refund-after-waiting', kind: 'refund', draft: this.sheets.refund(order, true) },
      { name: 'staff-refund', kind: 'staff-refund', draft: this.sheets.staffRefund(delivered, [secondKey], left) },
      {
        name: 'goodwill-refund',
        kind: 'staff-refund',
        draft: this.sheets.staffRefund(delivered, [{ kind: 'goodwill', amountMinor: 500, pieces: [] }], sampleKeys()),
      },
      { name: 'refund-bounced', kind: 'refund-bounced', draft: this.sheets.refundBounced(order, secondKey) },
    ] as const;
  }
}
