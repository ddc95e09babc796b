import { activationGuide, formatMoney, productPath } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.ts';
import { button, escapeHtml, letterHtml, paragraph, smallPrint } from '../../../platform/mail/letter.ts';
import type { Mail } from '../../../shared/ports.ts';
import type { DeliveredKey, KeySecret } from '../../stock/index.ts';
import { OrderLetters } from '../application/send-order-mail.ts';
import type { Order, OrderLine } from '../domain/order.ts';

const keyBox =
  'display:block;margin:6px 0;padding:12px 14px;background:#EEF3F6;border:1px dashed #0A7358;border-radius:8px;color:#10161F;font-family:Consolas,Menlo,monospace;font-size:20px;line-height:1.4;word-break:break-all;';

/** Keys stand in the body only: never in a subject or a preheader, which show on locked screens. */
@Injectable()
export class StorefrontOrderLetters extends OrderLetters {
  constructor(private readonly config: Config) {
    super();
  }

  override keys(order: Order, keys: readonly DeliveredKey[]): Omit<Mail, 'messageId' | 'to'> {
    const guides = [
      ...new Map(order.lines.map(({ platform }) => [activationGuide(platform).platform, activationGuide(platform)])).values(),
    ];
    const title = 'Your keys are ready';
    const keysOf = (index: number) => keys.filter(({ line }) => line === index).map(({ secret }) => secret);
    const html = letterHtml({
      title,
      preheader: `Order ${order.number} is complete.`,
      body: [
        paragraph(`Thank you, ${order.customer.fullName}. Here is everything from order ${order.number} of ${day(order.createdAt)}.`),
        ...order.lines.map((line, index) =>
          this.itemHtml(
            order,
            line,
            keysOf(index).flatMap((secret, slot) => secretLines(secret, `${index + 1}-${slot + 1}`)),
          ),
        ),
        ...guides.map(
          ({ platform, steps }) =>
            `<h2 class="ink" style="margin:24px 0 8px;font-size:18px;color:#10161F">How to activate on ${escapeHtml(platform)}</h2><ol class="ink" style="margin:0 0 8px;padding-left:22px;font-size:15px;line-height:1.55;color:#10161F">${steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('')}</ol>`,
        ),
        totalsHtml(order),
        button('Open the activation guide', `${this.config.storefrontOrigin}/guide`),
        smallPrint('Keep this mail: whoever has a key can use it. Questions? Answer this mail.'),
      ].join('\n'),
    });
    const text = [
      title,
      '',
      `Thank you, ${order.customer.fullName}. Here is everything from order ${order.number} of ${day(order.createdAt)}.`,
      ...order.lines.flatMap((line, index) => [
        '',
        `${line.name} (${line.platform})`,
        ...keysOf(index).flatMap((secret, slot) => secretLines(secret, `${index + 1}-${slot + 1}`).map((entry) => `  ${entry}`)),
      ]),
      ...guides.flatMap(({ platform, steps }) => [
        '',
        `How to activate on ${platform}`,
        ...steps.map((step, index) => `${index + 1}. ${step}`),
      ]),
      '',
      ...totalsLines(order).map(([label, value]) => `${label}: ${value}`),
      '',
      `Activation guide: ${this.config.storefrontOrigin}/guide`,
      'Keep this mail: whoever has a key can use it.',
    ].join('\n');
    return { subject: `Your keys are ready: order ${order.number}`, html, text, attachments: keys.flatMap(pictureOf) };
  }

  override refund(order: Order): Omit<Mail, 'messageId' | 'to'> {
    const title = 'Your money is on its way back';
    const amount = formatMoney(order.totalMinor, order.currency);
    const sentences = [
      `We are sorry, ${order.customer.fullName}: your payment for order ${order.number} arrived after the last key was sold.`,
      `We have refunded the full amount of ${amount}. Your bank shows it within 5 to 10 days.`,
    ];
    const lines = order.lines.map((line) => `${line.quantity} × ${line.name}`);
    const html = letterHtml({
      title,
      preheader: `Order ${order.number} was refunded in full.`,
      body: [
        ...sentences.map(paragraph),
        ...lines.map(smallPrint),
        button('Back to the shop', `${this.config.storefrontOrigin}/home`),
      ].join('\n'),
    });
    return {
      subject: `Refund of order ${order.number}`,
      html,
      text: [title, '', ...sentences, '', ...lines, '', `${this.config.storefrontOrigin}/home`].join('\n'),
    };
  }

  private itemHtml(order: Order, line: OrderLine, entries: readonly string[]): string {
    const cover = `${this.config.apiOrigin}/${line.coverImage.replace(/-\d+\.webp$/, '-160.jpg')}`;
    const product = line.ref.type === 'game' ? { kinguinId: Number(line.ref.id), name: line.name } : { _id: line.ref.id, name: line.name };
    const page = `${this.config.storefrontOrigin}${productPath(product)}`;
    const boxes = entries.map((entry) => `<code class="box" style="${keyBox}">${escapeHtml(entry)}</code>`);
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0 8px"><tr>
<td width="72" valign="top" style="padding-right:16px"><img src="${escapeHtml(cover)}" width="72" height="96" alt="" style="display:block;border-radius:8px"></td>
<td valign="top"><p style="margin:0 0 4px;font-size:16px;font-weight:bold"><a class="ink" href="${escapeHtml(page)}" style="color:#10161F;text-decoration:none">${escapeHtml(line.name)}</a></p>
${smallPrint(`${line.platform} · ${line.quantity} × ${formatMoney(line.unitMinor, order.currency)}`)}</td>
</tr></table>
${boxes.join('\n')}`;
  }
}

/** `place` tells the pictures of one mail apart: line and slot, from 1. */
function secretLines(secret: KeySecret, place: string): string[] {
  switch (secret.kind) {
    case 'text':
      return [secret.key];
    case 'account':
      return [`Login: ${secret.login}`, `Password: ${secret.password}`, `Mail: ${secret.mail}`];
    case 'image':
      return [`This key is a picture: open the attachment ${pictureName(secret.mediaType, place)}.`];
  }
}

function pictureOf({ line, slot, secret }: DeliveredKey) {
  if (secret.kind !== 'image') return [];
  return [{ filename: pictureName(secret.mediaType, `${line + 1}-${slot + 1}`), contentType: secret.mediaType, base64: secret.base64 }];
}

function pictureName(mediaType: string, place: string): string {
  return `key-${place}.${mediaType.replace('image/', '')}`;
}

function totalsLines(order: Order): [string, string][] {
  const total = formatMoney(order.totalMinor, order.currency);
  return [
    ['Order', order.number],
    ['Subtotal', total],
    ['Service fee', formatMoney(0, order.currency)],
    ['Shipping', 'Free, by e-mail'],
    ['Total', total],
  ];
}

function totalsHtml(order: Order): string {
  const rows = totalsLines(order).map(
    ([label, value]) =>
      `<tr><th class="soft" align="left" style="padding:4px 0;font-size:15px;font-weight:normal;color:#4A5666">${label}</th><td class="ink" align="right" style="padding:4px 0;font-size:15px;color:#10161F">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 0;border-top:1px solid #D5DCE4">${rows.join('')}</table>`;
}

/** 5 March 2024, in UTC like everything that the shop stores. */
function day(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at);
}
