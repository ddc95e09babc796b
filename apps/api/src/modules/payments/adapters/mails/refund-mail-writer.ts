import { Injectable } from '@nestjs/common';
import { type MailDraft, type MailNote, MailWriter, MailWriters } from '../../../../platform/mail/ports.ts';
import { MailOutbox, type PlannedMail } from '../../../../shared/ports.ts';
import {
  NoteOrderMail,
  type Order,
  StaffOrders,
  Orders,
  Refunds,
  REGION_ENDED,
  RISK_ENDED,
  sampleKeys,
  sampleOrder,
} from '../../../orders/index.ts';
import { refundBouncedMail, staffRefundMail } from '../../application/refunds/refund-mails.ts';
import { RefundMailTemplates } from './refund-mail-templates.ts';

/** Renders the mails about refunds when they are sent, from the state of the refunds then. */
@Injectable()
export class RefundMailWriter extends MailWriter {
  override readonly kinds = ['refund', 'staff-refund', 'refund-bounced'] as const;

  constructor(
    writers: MailWriters,
    private readonly orders: Orders,
    private readonly refunds: Refunds,
    private readonly mails: MailOutbox,
    private readonly staffOrders: StaffOrders,
    private readonly sheets: RefundMailTemplates,
    private readonly noteOrderMail: NoteOrderMail,
  ) {
    super();
    writers.add(this);
  }

  override async write({ id, kind, about }: PlannedMail): Promise<MailDraft | null> {
    const order = await this.orders.ofId(about);
    if (!order) throw new Error(`Mail ${id} belongs to no order.`);
    if (!order.hasBuyer()) return null;
    if (kind === 'staff-refund') return this.staffRefund(order, id);
    if (kind === 'refund-bounced') return this.refundBounced(order, id);
    const own = await this.refunds.ofId(order.id);
    const amountMinor = own?.amountMinor ?? order.totalMinor;
    if (await this.orders.hasEvent(order.id, RISK_ENDED)) return this.sheets.notCompleted(order, amountMinor);
    if (await this.orders.hasEvent(order.id, REGION_ENDED)) return this.sheets.refund(order, amountMinor, 'region');
    return this.sheets.refund(order, amountMinor, (await this.mails.about(about, 'waiting')).length > 0 ? 'waited' : 'sold out');
  }

  private async staffRefund(order: Order, letterId: string): Promise<MailDraft> {
    const refunds = await this.refunds.ofOrder(order.id);
    const upToThis = refunds.slice(0, refunds.findIndex(({ id }) => staffRefundMail(order.id, id).id === letterId) + 1);
    const made = upToThis.filter(({ state }, place) => state === 'done' || place === upToThis.length - 1);
    const working = (await this.staffOrders.keysOf(order.id)).filter(({ state }) => state === 'sold');
    return this.sheets.staffRefund(order, made, working);
  }

  /** Repeated or closed before the mail was sent: the mail is obsolete. */
  private async refundBounced(order: Order, letterId: string): Promise<MailDraft | null> {
    const refund = (await this.refunds.ofOrder(order.id)).find(({ id }) => refundBouncedMail(order.id, id).id === letterId);
    return refund?.state === 'failed' && refund.isOpen ? this.sheets.refundBounced(order, refund) : null;
  }

  override async recipientOf({ about }: PlannedMail) {
    const order = await this.orders.ofId(about);
    return order && { address: order.email, orderNumber: order.number };
  }

  override async noted(mail: PlannedMail, what: MailNote, reason: string | null): Promise<void> {
    await this.noteOrderMail.run(mail.about, mail, what, reason);
  }

  override samples(untrusted?: string) {
    const order = sampleOrder(untrusted);
    const delivered = Object.assign(sampleOrder(untrusted), { status: 'completed' });
    const secondKey = { kind: 'pieces', amountMinor: 3600, pieces: [{ line: 0, slot: 1 }] } as const;
    const left = sampleKeys().filter(({ slot }) => slot === 0);
    return [
      { name: 'refund', kind: 'refund', draft: this.sheets.refund(order, order.totalMinor, 'sold out') },
      { name: 'refund-after-waiting', kind: 'refund', draft: this.sheets.refund(order, order.totalMinor, 'waited') },
      { name: 'refund-for-region', kind: 'refund', draft: this.sheets.refund(order, order.totalMinor, 'region') },
      { name: 'staff-refund', kind: 'staff-refund', draft: this.sheets.staffRefund(delivered, [secondKey], left) },
      { name: 'not-completed', kind: 'refund', draft: this.sheets.notCompleted(order, order.totalMinor) },
      {
        name: 'goodwill-refund',
        kind: 'staff-refund',
        draft: this.sheets.staffRefund(delivered, [{ kind: 'goodwill', amountMinor: 500, pieces: [] }], sampleKeys()),
      },
      { name: 'refund-bounced', kind: 'refund-bounced', draft: this.sheets.refundBounced(order, secondKey) },
    ] as const;
  }
}
