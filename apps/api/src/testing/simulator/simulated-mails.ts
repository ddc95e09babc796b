import { NoteOrderMail } from '../../modules/orders/application/note-order-mail.ts';
import type { ReplanFreedKeys } from '../../modules/orders/application/replan-freed-keys.ts';
import type { Orders } from '../../modules/orders/index.ts';
import type { KeyStock } from '../../modules/stock/index.ts';
import { type ClaimedMail, type MailDraft, type MailNote, MailWriter } from '../../platform/mail/ports.ts';
import type { Batched } from '../../shared/batches.ts';
import type { PlannedMail } from '../../shared/ports.ts';

/** The mails of orders without their layout: the text of one about keys is the keys. What is sent, and noted, follows the real writers. */
export class SimulatedMails extends MailWriter {
  override readonly kinds = ['keys', 'waiting', 'refund', 'staff-refund', 'refund-bounced'] as const;

  constructor(
    private readonly orders: Orders,
    private readonly stock: KeyStock,
    private readonly noteOrderMail: NoteOrderMail,
    private readonly replanFreedKeys: ReplanFreedKeys,
  ) {
    super();
  }

  override async write({ kind, about }: ClaimedMail): Promise<MailDraft | null> {
    const order = await this.orders.ofId(about);
    if (!order) throw new Error(`There is no order ${about}.`);
    if (kind === 'keys' && !order.showsKeys()) return null;
    if (kind === 'waiting' && !order.waitsForKeys() && order.status !== 'on_hold') return null;
    const keys = kind === 'keys' ? (await this.stock.reveal(about)).keys : [];
    if (kind === 'keys' && keys.length === 0) return null;
    return { to: order.email, subject: kind, text: JSON.stringify(keys.map(({ secret }) => secret)), html: '' };
  }

  override async noted(mail: PlannedMail, what: MailNote, reason: string | null): Promise<void> {
    await this.noteOrderMail.run(mail.about, mail, what, reason);
  }

  override async notedSent(mails: readonly Batched<ClaimedMail>[]): Promise<ReadonlySet<string>> {
    return new Set((await this.noteOrderMail.allSent(mails.filter(({ item }) => item.kind === 'keys' || item.kind === 'waiting'))).keys());
  }

  override async recipientOf({ about }: PlannedMail) {
    const order = await this.orders.ofId(about);
    return order && { address: order.email, orderNumber: order.number };
  }

  /** As `OrderMailWriter`. */
  override async dropped({ kind, about }: PlannedMail): Promise<void> {
    if (kind === 'keys') await this.replanFreedKeys.run(about);
  }

  override samples() {
    return [];
  }
}
