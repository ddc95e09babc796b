import { activationGuide, activationPhrase, formatMoney, productPath } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import {
  button,
  commaName,
  facts,
  heading,
  item,
  type MailPart,
  paragraph,
  quoted,
  secretBox,
  sideLink,
  smallPrint,
  steps,
} from '../../../../platform/mail/layout/mail-parts.ts';
import type { MailDraft } from '../../../../platform/mail/ports.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import type { DeliveredKey, KeySecret } from '../../../stock/index.ts';
import { GuestLinks } from '../../application/guest-links.ts';
import type { Order, OrderLine } from '../../domain/order.ts';
import { hasPiece, type Piece } from '../../domain/pieces.ts';

/**
 * Templates of the mails to a buyer, except those about refunds. Keys are in the body only: subject and preheader show on locked screens.
 */
@Injectable()
export class OrderMailTemplates {
  constructor(
    private readonly layout: MailLayout,
    private readonly guestLinks: GuestLinks,
    private readonly config: Config,
  ) {}

  /** `replaced`: the positions of keys that are new since the last mail. Lines without keys are omitted. */
  keys(order: Order, keys: readonly DeliveredKey[], replaced: readonly Piece[] = []): MailDraft {
    const lines = order.lines.filter((_, index) => keys.some(({ line }) => line === index));
    const guides = [...new Map(lines.map(({ platform }) => [activationGuide(platform).platform, activationGuide(platform)])).values()];
    const fresh = replaced.filter((piece) => hasPiece(keys, piece));
    const head = fresh.length === 0 ? deliveryHead(order) : replacementHead(order, fresh);
    const sheet = this.layout.compose({
      ...head,
      parts: [
        ...head.parts,
        ...order.lines.flatMap((line, index) => {
          const ofLine = keys.filter((key) => key.line === index);
          if (ofLine.length === 0) return [];
          return [
            this.itemOf(order, line, ofLine.length),
            ...activationParts(line),
            ...ofLine.flatMap(({ slot, secret }) => [
              ...(hasPiece(fresh, { line: index, slot }) ? [smallPrint(`New: replaces key ${slot + 1} of ${line.quantity}`)] : []),
              ...secretParts(secret, `${index + 1}-${slot + 1}`),
            ]),
          ];
        }),
        ...guides.flatMap((guide) => [heading(`How to activate on ${guide.platform}`), steps(guide.steps)]),
        facts(totals(order)),
        button('Open the activation guide', this.layout.link('/guide')),
        this.orderLink(order),
        smallPrint('Keep this mail: whoever has a key, or the link to the order, can use it. Questions? Answer this mail.'),
      ],
    });
    return { ...sheet, to: order.email, attachments: keys.flatMap(pictureOf) };
  }

  /** Of an order that is delivered by a link to its page: no key, so that it can still be frozen until somebody looks at it. */
  link(order: Order): MailDraft {
    const head = deliveryHead(order);
    const sheet = this.layout.compose({
      ...head,
      parts: [
        ...head.parts,
        ...order.lines.map((line) => this.itemOf(order, line)),
        paragraph('Your keys are on the page of this order. Open it, and press “Show order and keys”.'),
        button('See your keys', this.orderPage(order)),
        facts(totals(order)),
        sideLink('Open the activation guide', this.layout.link('/guide')),
        smallPrint('Keep this mail: whoever has the link to the order can use its keys. Questions? Answer this mail.'),
      ],
    });
    return { ...sheet, to: order.email };
  }

  waiting(order: Order): MailDraft {
    const sheet = this.layout.compose({
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
        button('Ask about this order', this.layout.link('/contact')),
        sideLink('See this order', this.orderPage(order)),
      ],
    });
    return { ...sheet, to: order.email };
  }

  /** `until`: when the order is refunded if no keys are added. */
  soldOut(order: Order, until: Date): MailDraft {
    const sheet = this.layout.compose({
      subject: `We have your payment: order ${order.number}`,
      title: 'Your keys are on order',
      preheader: `Order ${order.number} is paid and waits for new keys.`,
      parts: [
        paragraph(
          `Thank you${commaName(order.customer.fullName)}. Your payment for order ${order.number} has arrived. Not all of its keys are here yet.`,
        ),
        paragraph(
          `You are in line for the next ones: they leave by e-mail as soon as they come in, and there is nothing that you have to do. Should none come by ${day(until)}, we send the full amount back.`,
        ),
        ...order.lines.map((line) => this.itemOf(order, line)),
        facts(totals(order)),
        button('Ask about this order', this.layout.link('/contact')),
      ],
    });
    return { ...sheet, to: order.email };
  }

  private orderLink(order: Order): MailPart {
    return sideLink('See this order and its keys again', this.orderPage(order));
  }

  private orderPage(order: Order): string {
    return this.layout.link(`/order/guest/${this.guestLinks.tokenOf(order)}`);
  }

  private itemOf(order: Order, line: OrderLine, quantity = line.quantity): MailPart {
    const product = line.ref.type === 'game' ? { kinguinId: Number(line.ref.id), name: line.name } : { _id: line.ref.id, name: line.name };
    return item({
      name: line.name,
      page: this.layout.link(productPath(product)),
      cover: `${this.config.apiOrigin}/${line.coverImage.replace(/-\d+\.webp$/, '-160.jpg')}`,
      about: `${line.platform} · ${quantity} × ${formatMoney(line.unitMinor, order.currency)}`,
    });
  }
}

function deliveryHead(order: Order) {
  return {
    subject: `Your keys are ready: order ${order.number}`,
    title: 'Your keys are ready',
    preheader: `Order ${order.number} is complete.`,
    parts: [
      paragraph(
        `Thank you${commaName(order.customer.fullName)}. Here is everything from order ${order.number} of ${day(order.createdAt)}.`,
      ),
    ],
  };
}

function replacementHead(order: Order, replaced: readonly Piece[]) {
  return {
    subject: `A new key: order ${order.number}`,
    title: replaced.length === 1 ? 'A key was replaced' : 'Keys were replaced',
    preheader: `A key of order ${order.number} was replaced.`,
    parts: [
      paragraph(
        `We have replaced ${replaced.length === 1 ? 'this key' : 'these keys'} of your order ${order.number}${commaName(order.customer.fullName)}. What was there before is no longer valid, and all other keys are as they were.`,
      ),
      ...replaced.flatMap(({ line, slot }) => {
        const bought = order.lines[line];
        return bought ? [quoted(smallPrint(`Key ${slot + 1} of ${bought.quantity}: ${bought.name}`))] : [];
      }),
    ],
  };
}

/** Where the keys of a line activate, as it was sold. */
function activationParts({ activation }: OrderLine): MailPart[] {
  return activation === undefined ? [] : [quoted(smallPrint(`Activates: ${activationPhrase(activation)}`))];
}

/** A box contains only text to copy. `place` identifies the pictures of a mail: line and slot, from 1. */
function secretParts(secret: KeySecret, place: string): MailPart[] {
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
