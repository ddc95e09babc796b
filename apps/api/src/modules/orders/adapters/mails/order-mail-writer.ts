import { Injectable } from '@nestjs/common';
import { type MailDraft, type MailNote, MailWriter, MailWriters } from '../../../../platform/mail/ports.ts';
import { Metrics } from '../../../../platform/metrics/metrics.ts';
import type { Batched } from '../../../../shared/batches.ts';
import { MailOutbox, type PlannedMail, Transaction } from '../../../../shared/ports.ts';
import { KeyStock } from '../../../stock/index.ts';
import { LinkLargeKeys } from '../../application/link-large-keys.ts';
import { NoteOrderMail } from '../../application/note-order-mail.ts';
import { replacedIn } from '../../application/order-mails.ts';
import { Orders } from '../../application/ports.ts';
import { ReplanFreedKeys } from '../../application/replan-freed-keys.ts';
import type { Order } from '../../domain/order.ts';
import { OrderMailTemplates } from './order-mail-templates.ts';
import { sampleKeys, sampleOrder } from './sample-order.ts';

@Injectable()
export class OrderMailWriter extends MailWriter {
  override readonly kinds = ['keys', 'waiting'] as const;

  constructor(
    writers: MailWriters,
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly mails: MailOutbox,
    private readonly sheets: OrderMailTemplates,
    private readonly noteOrderMail: NoteOrderMail,
    private readonly replanFreedKeys: ReplanFreedKeys,
    private readonly linkLargeKeys: LinkLargeKeys,
    private readonly metrics: Metrics,
    private readonly transaction: Transaction,
  ) {
    super();
    writers.add(this);
  }

  override async write(mail: PlannedMail): Promise<MailDraft | null> {
    const { id, kind, about } = mail;
    const order = await this.orders.ofId(about);
    if (!order) throw new Error(`Mail ${id} belongs to no order.`);
    if (!order.hasBuyer()) return null;
    // Frozen or refunded before the mail was sent: the keys must not be sent.
    if (kind === 'keys' && !order.showsKeys()) return null;
    if (kind === 'keys') return this.keys(order, mail);
    if (order.waitsForKeys() && order.waitingUntil !== null) return this.sheets.soldOut(order, order.waitingUntil);
    // Delivered or refunded before the backorder mail was sent: it is obsolete.
    return order.status === 'on_hold' ? this.sheets.waiting(order) : null;
  }

  private async keys(order: Order, mail: PlannedMail): Promise<MailDraft | null> {
    const { keys, hasMore } = await this.stock.reveal(order.id);
    // Refunded since the order was read.
    if (keys.length === 0) return null;
    // More than a mail server takes.
    if (hasMore) await this.linkLargeKeys.run(mail);
    if (order.linkOnly || hasMore) return this.sheets.link(order);
    const mails = await this.mails.about(order.id, 'keys');
    const upToThis = mails.slice(0, mails.findIndex(({ id }) => id === mail.id) + 1);
    return this.sheets.keys(order, keys, replacedIn(upToThis));
  }

  override async recipientOf({ about }: PlannedMail) {
    const order = await this.orders.ofId(about);
    return order && { address: order.email, orderNumber: order.number };
  }

  override async noted(mail: PlannedMail, what: MailNote, reason: string | null): Promise<void> {
    const { deliveredAfterMs } = await this.noteOrderMail.run(mail.about, mail, what, reason);
    this.measure(deliveredAfterMs);
  }

  override async notedSent(mails: readonly Batched<PlannedMail>[]): Promise<ReadonlySet<string>> {
    const noted = await this.noteOrderMail.allSent(mails);
    for (const deliveredAfterMs of noted.values()) this.measure(deliveredAfterMs);
    return new Set(noted.keys());
  }

  private measure(deliveredAfterMs: number | null): void {
    if (deliveredAfterMs !== null) this.transaction.afterCommit(() => this.metrics.delivered(deliveredAfterMs / 1000));
  }

  override async dropped({ kind, about }: PlannedMail): Promise<void> {
    if (kind === 'keys') await this.replanFreedKeys.run(about);
  }

  override samples(untrusted?: string) {
    const order = sampleOrder(untrusted);
    return [
      { name: 'delivery', kind: 'keys', draft: this.sheets.keys(order, sampleKeys(untrusted)) },
      { name: 'delivery-by-link', kind: 'keys', draft: this.sheets.link(order) },
      { name: 'waiting', kind: 'waiting', draft: this.sheets.waiting(order) },
      { name: 'sold-out', kind: 'waiting', draft: this.sheets.soldOut(order, new Date('2026-03-07T12:00:00.000Z')) },
      { name: 'replaced-key', kind: 'keys', draft: this.sheets.keys(order, sampleKeys(untrusted), [{ line: 0, slot: 1 }]) },
    ] as const;
  }
}
