import { activationGuide, formatMoney, productPath } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.ts';
import {
  button,
  commaName,
  facts,
  heading,
  item,
  type LetterPart,
  paragraph,
  quoted,
  secretBox,
  sideLink,
  smallPrint,
  steps,
} from '../../../platform/mail/letter-parts.ts';
import type { LetterDraft } from '../../../platform/mail/ports.ts';
import { Stationery } from '../../../platform/mail/stationery.ts';
import type { DeliveredKey, KeySecret } from '../../stock/index.ts';
import { GuestLinks } from '../application/guest-links.ts';
import type { Order, OrderLine } from '../domain/order.ts';

/** Words and looks of the letters to a buyer. Keys stand in the body only: subject and preheader show on locked screens. */
@Injectable()
export class OrderLetterSheets {
  constructor(
    private readonly stationery: Stationery,
    private readonly guestLinks: GuestLinks,
    private readonly config: Config,
  ) {}

  keys(order: Order, keys: readonly DeliveredKey[]): LetterDraft {
    const guides = [
      ...new Map(order.lines.map(({ platform }) => [activationGuide(platform).platform, activationGuide(platform)])).values(),
    ];
    const sheet = this.stationery.compose({
      subject: `Your keys are ready: order ${order.number}`,
      title: 'Your keys are ready',
      preheader: `Order ${order.number} is complete.`,
      parts: [
        paragraph(
          `Thank you${commaName(order.customer.fullName)}. Here is everything from order ${order.number} of ${day(order.createdAt)}.`,
        ),
        ...order.lines.flatMap((line, index) => [
          this.itemOf(order, line),
          ...keys.filter((key) => key.line === index).flatMap(({ secret }, slot) => secretParts(secret, `${index + 1}-${slot + 1}`)),
        ]),
        ...guides.flatMap((guide) => [heading(`How to activate on ${guide.platform}`), steps(guide.steps)]),
        facts(totals(order)),
        button('Open the activation guide', this.stationery.link('/guide')),
        this.orderLink(order),
        smallPrint('Keep this mail: whoever has a key, or the link to the order, can use it. Questions? Answer this mail.'),
      ],
    });
    return { ...sheet, to: order.email, attachments: keys.flatMap(pictureOf) };
  }

  waiting(order: Order): LetterDraft {
    const sheet = this.stationery.compose({
      subject: `We have your payment: order ${order.number}`,
      title: 'Your keys will follow',
      preheader: `Order ${order.number} is paid and being looked at.`,
      parts: [
        paragraph(`Thank you${commaName(order.customer.fullName)}. Your payment for order ${order.number} has arrived.`),
        paragraph(
          'A person looks at this order before its keys are sent. They stay reserved for you, and there is nothing that you have to do: we write again as soon as we are done, or send your money back.',
        ),
        ...order.lines.map((line) => this.itemOf(order, line)),
        facts(totals(order)),
        button('Ask about this order', this.stationery.link('/contact')),
      ],
    });
    return { ...sheet, to: order.email };
  }

  /** `until`: when the money goes back if no keys have come. */
  soldOut(order: Order, until: Date): LetterDraft {
    const sheet = this.stationery.compose({
      subject: `We have your payment: order ${order.number}`,
      title: 'Your keys are on order',
      preheader: `Order ${order.number} is paid and waits for new keys.`,
      parts: [
        paragraph(
          `Thank you${commaName(order.customer.fullName)}. Your payment for order ${order.number} has arrived, but the last key was sold before it did.`,
        ),
        paragraph(
          `You are in line for the next ones: they leave by e-mail as soon as they come in, and there is nothing that you have to do. Should none come by ${day(until)}, we send the full amount back.`,
        ),
        ...order.lines.map((line) => this.itemOf(order, line)),
        facts(totals(order)),
        button('Ask about this order', this.stationery.link('/contact')),
      ],
    });
    return { ...sheet, to: order.email };
  }

  /** The staff sent money back: all of it, or some of the items. */
  staffRefund(order: Order): LetterDraft {
    const [back, total] = [order.refundedMinor, order.totalMinor].map((minor) => formatMoney(minor, order.currency));
    const amount = order.refundedMinor === order.totalMinor ? `the full amount of ${total}` : `${back} of ${total} in all`;
    const sheet = this.stationery.compose({
      subject: `Refund of order ${order.number}`,
      title: 'Your money is on its way back',
      preheader: `Money of order ${order.number} was refunded.`,
      parts: [
        paragraph(`We have refunded ${amount} of your order ${order.number}${commaName(order.customer.fullName)}.`),
        paragraph('Your bank shows it within 5 to 10 days. Keys of refunded items are no longer valid.'),
        ...order.lines.map((line) => quoted(smallPrint(`${line.quantity} × ${line.name}`))),
        button('Back to the shop', this.stationery.link('/home')),
      ],
    });
    return { ...sheet, to: order.email };
  }

  /** The bank sent the money of a refund back. */
  refundBounced(order: Order, amountMinor: number): LetterDraft {
    const amount = formatMoney(amountMinor, order.currency);
    const sheet = this.stationery.compose({
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
        ...order.lines.map((line) => quoted(smallPrint(`${line.quantity} × ${line.name}`))),
        button('Ask about this order', this.stationery.link('/contact')),
      ],
    });
    return { ...sheet, to: order.email };
  }

  /** There was no key for the payment, at once or, for who `hasWaited`, in the time that was promised. */
  refund(order: Order, hasWaited: boolean): LetterDraft {
    const why = hasWaited
      ? `no new keys came in for order ${order.number} in the time that we had promised.`
      : `your payment for order ${order.number} arrived after the last key was sold.`;
    const amount = formatMoney(order.totalMinor, order.currency);
    const sheet = this.stationery.compose({
      subject: `Refund of order ${order.number}`,
      title: 'Your money is on its way back',
      preheader: `Order ${order.number} was refunded in full.`,
      parts: [
        paragraph(`We are sorry${commaName(order.customer.fullName)}: ${why}`),
        paragraph(`We have refunded the full amount of ${amount}. Your bank shows it within 5 to 10 days.`),
        ...order.lines.map((line) => quoted(smallPrint(`${line.quantity} × ${line.name}`))),
        button('Back to the shop', this.stationery.link('/home')),
      ],
    });
    return { ...sheet, to: order.email };
  }

  private orderLink(order: Order): LetterPart {
    return sideLink('See this order and its keys again', this.stationery.link(`/order/guest/${this.guestLinks.tokenOf(order)}`));
  }

  private itemOf(order: Order, line: OrderLine): LetterPart {
    const product = line.ref.type === 'game' ? { kinguinId: Number(line.ref.id), name: line.name } : { _id: line.ref.id, name: line.name };
    return item({
      name: line.name,
      page: this.stationery.link(productPath(product)),
      cover: `${this.config.apiOrigin}/${line.coverImage.replace(/-\d+\.webp$/, '-160.jpg')}`,
      about: `${line.platform} · ${line.quantity} × ${formatMoney(line.unitMinor, order.currency)}`,
    });
  }
}

/** A box holds what is to be copied and nothing else. `place` tells the pictures of one mail apart: line and slot, from 1. */
function secretParts(secret: KeySecret, place: string): LetterPart[] {
  switch (secret.kind) {
    case 'text':
      return [secretBox(secret.key)];
    case 'account':
      return [['Login', secret.login] as const, ['Password', secret.password] as const, ['Mail', secret.mail] as const].flatMap(
        ([label, text]) => [smallPrint(label), secretBox(text)],
      );
    case 'image':
      return [paragraph(`This key is a picture: open the attachment ${pictureName(secret.mediaType, place)}.`)];
  }
}

function pictureOf({ line, slot, secret }: DeliveredKey) {
  if (secret.kind !== 'image') return [];
  return [{ filename: pictureName(secret.mediaType, `${line + 1}-${slot + 1}`), contentType: secret.mediaType, base64: secret.base64 }];
}

function pictureName(mediaType: string, place: string): string {
  return `key-${place}.${mediaType.replace('image/', '')}`;
}

function totals(order: Order): [string, string][] {
  const total = formatMoney(order.totalMinor, order.currency);
  return [
    ['Order', order.number],
    ['Subtotal', total],
    ['Service fee', formatMoney(0, order.currency)],
    ['Shipping', 'Free, by e-mail'],
    ['Total', total],
  ];
}

/** 5 March 2024, in UTC like everything that the shop stores. */
function day(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at);
}
