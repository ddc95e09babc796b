import { expect, test } from '@jest/globals';
import { readConfig } from '../../../../platform/config/config.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import type { DeliveredKey } from '../../../stock/index.ts';
import { orderLine, unpaidOrder } from '../../testing/order-builder.ts';
import { HmacGuestLinks } from '../hmac-guest-links.ts';
import { OrderMailTemplates } from './order-mail-templates.ts';

const config = readConfig({ STOREFRONT_ORIGIN: 'https://shop.example', API_ORIGIN: 'https://api.example' });
const guestLinks = new HmacGuestLinks(config);
const mails = new OrderMailTemplates(new MailLayout(config), guestLinks, config);
const keys: DeliveredKey[] = [
  { line: 0, slot: 0, secret: { kind: 'text', key: 'AAAAA-11111' } },
  { line: 0, slot: 1, secret: { kind: 'text', key: 'BBBBB-22222' } },
  { line: 1, slot: 0, secret: { kind: 'account', login: 'player', password: 'p<ss>', mail: 'm@example.com' } },
];
const order = unpaidOrder({
  lines: [
    orderLine({ quantity: 2, name: 'Half <Moon>' }),
    orderLine({ productId: 'product-2', platform: 'Xbox One', name: 'Other Account' }),
  ],
});

test('the mail holds every key, the order number, the activation steps of each platform and the totals, in both forms', () => {
  const { html, text } = mails.keys(order, keys);
  for (const part of [
    'AAAAA-11111',
    'BBBBB-22222',
    'player',
    order.number,
    'How to activate on Steam',
    'How to activate on Xbox',
    '€108.00',
    'Service fee',
  ]) {
    expect(html).toContain(part);
    expect(text).toContain(part);
  }
});

test('the mail repeats where the keys of each line activated when it was sold, and says nothing of an order that did not note it', () => {
  const europe = { regionId: 1, countryLimitation: ['PT'] };
  const sold = unpaidOrder({ lines: [orderLine({ quantity: 2, activation: europe }), orderLine({ activation: {} })] });
  for (const form of ['html', 'text'] as const) {
    expect(mails.keys(sold, keys)[form].match(/Activates: [\w, ]+/g)).toEqual([
      'Activates: Europe, except Portugal',
      'Activates: Worldwide',
    ]);
    expect(mails.keys(order, keys)[form]).not.toContain('Activates:');
  }
});

test('a key that is a picture is attached and named in the text', () => {
  const picture = { kind: 'image', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const;
  const { text, attachments } = mails.keys(order, [{ line: 0, slot: 0, secret: picture }]);
  expect(attachments).toEqual([{ filename: 'key-1-1.png', contentType: 'image/png', base64: 'iVBORw0KGgo=' }]);
  expect(text).toContain('key-1-1.png');
});

test('a box contains only text to copy', () => {
  const boxes = [...mails.keys(order, keys).html.matchAll(/<code[^>]*>([^<]*)</g)].map(([, words]) => words);
  expect(boxes).toEqual(['AAAAA-11111', 'BBBBB-22222', 'player', 'p&#60;ss&#62;', 'm@example.com']);
});

test('no key is in the subject or in the preheader', () => {
  const { subject, html } = mails.keys(order, keys);
  const preheader = /overflow:hidden">([^<]*)</.exec(html)?.[1];
  expect(preheader).toBe(`Order ${order.number} is complete.`);
  expect(subject).not.toMatch(/AAAAA|BBBBB|player/);
});

test('what others wrote is text in the mail, not markup', () => {
  const { html } = mails.keys(order, keys);
  expect(html).not.toContain('<Moon>');
  expect(html).not.toContain('p<ss>');
});

test('every link leads to the storefront', () => {
  const { html } = mails.keys(order, keys);
  const hosts = [...html.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => new URL(address).origin);
  expect(new Set(hosts)).toEqual(new Set(['https://shop.example']));
});

test('the mail leads back to its order by a signed link', () => {
  const { html, text } = mails.keys(order, keys);
  const address = `https://shop.example/order/guest/${guestLinks.tokenOf(order)}`;
  expect(html).toContain(`href="${address}"`);
  expect(text).toContain(address);
});

test('the mail after a replacement says which key is new, and a plain one does not', () => {
  const { subject, text } = mails.keys(order, keys, [{ line: 0, slot: 1 }]);
  expect(subject).toContain('A new key');
  expect(text).toContain('Key 2 of 2: Half <Moon>');
  expect(text).toMatch(/AAAAA-11111\s+New: replaces key 2 of 2\s+BBBBB-22222/);
  expect(mails.keys(order, keys).text).not.toMatch(/replace|New:/);
});

test('a line whose keys have all gone back is not in the mail with the keys', () => {
  expect(mails.keys(order, keys.slice(0, 1)).text).toContain('1 × €36.00');
  expect(mails.keys(order, keys.slice(0, 1)).text).not.toMatch(/Other Account|Xbox/);
});

test('a buyer is greeted by name, unless the name could pass for a link', () => {
  const named = (fullName: string) => ({ ...order, customer: { ...order.customer, fullName } }) as typeof order;
  expect(mails.keys(named('Ada J. Buyer'), keys).text).toContain('Thank you, Ada J. Buyer. Here is');
  for (const name of ['You won: https://evil.example', 'evil.example', 'www.evil.example/x', 'a@evil.example']) {
    for (const { html, text } of [mails.keys(named(name), keys), mails.waiting(named(name))]) {
      expect(html + text).not.toContain('evil');
    }
    expect(mails.keys(named(name), keys).text).toContain('Thank you. Here is');
  }
});
