import { formatMoney } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { button, commaName, facts, paragraph, quoted, smallPrint } from '../../../../platform/mail/layout/mail-parts.ts';
import type { MailDraft } from '../../../../platform/mail/ports.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import { allPieces, type MadeRefund, type Order, type Piece, piecesInWords, piecesWithout } from '../../../orders/index.ts';

const CAUSES = {
  'sold out': (number: string) => `your payment for order ${number} arrived after the last key was sold.`,
  waited: (number: string) => `no new keys came in for order ${number} in the time that we had promised.`,
  region: (number: string) => `the keys that we could still get for order ${number} cannot be activated in your country any more.`,
};
/** Why an order that was paid gets no keys. */
export type RefundCause = keyof typeof CAUSES;

/** Templates of the mails about refunds. Each is about one refund and its items. */
@Injectable()
export class RefundMailTemplates {
  constructor(private readonly layout: MailLayout) {}

  /**
   * One refund, by the staff or at the provider: its items, and the remaining ones. `made`: all up to this one, oldest first.
   * `working`: the places of the keys that the buyer still has.
   */
  staffRefund(order: Order, made: readonly MadeRefund[], working: readonly Piece[]): MailDraft {
    const refund = made.at(-1);
    if (!refund) throw new Error(`There is no refund of order ${order.number} to write about.`);
    const money = (minor: number) => formatMoney(minor, order.currency);
    const items = piecesInWords(order.lines, refund.pieces);
    const left = order.showsKeys() ? piecesInWords(order.lines, working) : [];
    const gone = made.flatMap(({ pieces }) => pieces);
    const isEnded = order.status === 'refunded' && piecesWithout(allPieces(order.lines), gone).length > 0;
    const isAll = refund.amountMinor === order.totalMinor;
    const soFarMinor = made.reduce((sum, { kind, amountMinor }) => (kind === 'chargeback' ? sum : sum + amountMinor), 0);
    const list = (words: readonly string[]) => words.map((text) => quoted(smallPrint(text)));
    const sheet = this.layout.compose({
      subject: `Refund of order ${order.number}`,
      title: 'Your money is on its way back',
      preheader: `Money of order ${order.number} was refunded.`,
      parts: [
        paragraph(
          `We have refunded ${isAll ? 'the full amount of ' : ''}${money(refund.amountMinor)} of your order ${order.number}${commaName(order.customer.fullName)}. Your bank shows it within 5 to 10 days.`,
        ),
        ...(items.length > 0 ? [paragraph('The refund is for these items, whose keys are no longer valid:'), ...list(items)] : []),
        ...(refund.kind === 'goodwill' && order.showsKeys() ? [paragraph('It is a goodwill refund: you keep all your keys.')] : []),
        ...(isEnded ? [paragraph('With it the whole order is refunded: none of its keys is valid any more.')] : []),
        ...(left.length > 0 ? [paragraph('These keys still work:'), ...list(left)] : []),
        facts([
          ['This refund', money(refund.amountMinor)],
          ['Refunded so far', money(soFarMinor)],
          ['Order total', money(order.totalMinor)],
        ]),
        button('Back to the shop', this.layout.link('/home')),
      ],
    });
    return { ...sheet, to: order.email };
  }

  /** A refund was returned by the bank. */
  refundBounced(order: Order, { amountMinor, pieces }: MadeRefund): MailDraft {
    const amount = formatMoney(amountMinor, order.currency);
    const sheet = this.layout.compose({
      subject: `Your bank returned the refund of order ${order.number}`,
      title: 'Your refund came back to us',
      preheader: `The refund of order ${order.number} has not reached you yet.`,
      parts: [
        paragraph(
          `We had sent you ${amount} for your order ${order.number}${commaName(order.customer.fullName)}, and your bank has returned the money to us. That happens when a card has expired or an account was closed.`,
        ),
        paragraph(
          'The money is still yours. We send it once more, or another way. Has your card or your account changed? Then please tell us: we never need your card number or a password for that.',
        ),
        ...piecesInWords(order.lines, pieces).map((text) => quoted(smallPrint(text))),
        button('Ask about this order', this.layout.link('/contact')),
      ],
    });
    return { ...sheet, to: order.email };
  }

  /** The shop does not deliver an order and does not say why: whoever pays with a stolen card learns nothing from it. */
  notCompleted(order: Order, amountMinor: number): MailDraft {
    const amount = formatMoney(amountMinor, order.currency);
    const sheet = this.layout.compose({
      subject: `Refund of order ${order.number}`,
      title: 'Your money is on its way back',
      preheader: `Order ${order.number} was refunded in full.`,
      parts: [
        paragraph(`We are sorry${commaName(order.customer.fullName)}: we could not complete order ${order.number}.`),
        paragraph(`We have refunded the full amount of ${amount}. Your bank shows it within 5 to 10 days.`),
        ...order.lines.map((line) => quoted(smallPrint(`${line.quantity} × ${line.name}`))),
        button('Ask about this order', this.layout.link('/contact')),
      ],
    });
    return { ...sheet, to: order.email };
  }

  /** No key for a paid order, at once or (`hasWaited`) within the wait of a backorder. */
  refund(order: Order, amountMinor: number, cause: RefundCause): MailDraft {
    const why = CAUSES[cause](order.number);
    const amount = formatMoney(amountMinor, order.currency);
    const sheet = this.layout.compose({
      subject: `Refund of order ${order.number}`,
      title: 'Your money is on its way back',
      preheader: `Order ${order.number} was refunded in full.`,
      parts: [
        paragraph(`We are sorry${commaName(order.customer.fullName)}: ${why}`),
        paragraph(`We have refunded the full amount of ${amount}. Your bank shows it within 5 to 10 days.`),
        ...order.lines.map((line) => quoted(smallPrint(`${line.quantity} × ${line.name}`))),
        button('Back to the shop', this.layout.link('/home')),
      ],
    });
    return { ...sheet, to: order.email };
  }
}
