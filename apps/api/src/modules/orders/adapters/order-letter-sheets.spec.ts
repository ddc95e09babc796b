import { expect, test } from '@jest/globals';
import { readConfig } from '../../../platform/config/config.ts';
import { Stationery } from '../../../platform/mail/stationery.ts';
import type { DeliveredKey } from '../../stock/index.ts';
import { orderLine, unpaidOrder } from '../testing/order-builder.ts';
import { HmacGuestLinks } from './hmac-guest-links.ts';
import { OrderLetterSheets } from './order-letter-sheets.ts';

const config = readConfig({ STOREFRONT_ORIGIN: 'https://shop.example', API_ORIGIN: 'https://api.example' });
const guestLinks = new HmacGuestLinks(config);
const letters = new OrderLetterSheets(new Stationery(config), guestLinks, config);
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
  const { html, text } = letters.keys(order, keys);
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

test('a key that is a picture is attached and named in the text', () => {
  const picture = { kind: 'image', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const;
  const { text, attachments } = letters.keys(order, [{ line: 0, slot: 0, secret: picture }]);
  expect(attachments).toEqual([{ filename: 'key-1-1.png', contentType: 'image/png', base64: 'iVBORw0KGgo=' }]);
  expect(text).toContain('key-1-1.png');
});

test('a box holds what is to be copied and nothing else', () => {
  const boxes = [...letters.keys(order, keys).html.matchAll(/<code[^>]*>([^<]*)</g)].map(([, words]) => words);
  expect(boxes).toEqual(['AAAAA-11111', 'BBBBB-22222', 'player', 'p&#60;ss&#62;', 'm@example.com']);
});

test('no key stands in the subject or in the preheader', () => {
  const { subject, html } = letters.keys(order, keys);
  const preheader = /overflow:hidden">([^<]*)</.exec(html)?.[1];
  expect(preheader).toBe(`Order ${order.number} is complete.`);
  expect(subject).not.toMatch(/AAAAA|BBBBB|player/);
});

test('what others wrote is text in the mail, not markup', () => {
  const { html } = letters.keys(order, keys);
  expect(html).not.toContain('<Moon>');
  expect(html).not.toContain('p<ss>');
});

test('every link leads to the storefront', () => {
  const { html } = letters.keys(order, keys);
  const hosts = [...html.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => new URL(address).origin);
  expect(new Set(hosts)).toEqual(new Set(['https://shop.example']));
});

test('the mail leads back to its order by a signed link', () => {
  const { html, text } = letters.keys(order, keys);
  const address = `https://shop.example/order/guest/${guestLinks.tokenOf(order)}`;
  expect(html).toContain(`href="${address}"`);
  expect(text).toContain(address);
});

test('the refund mail tells the reason that holds: sold out before the payment came, or waited for in vain', () => {
  const told = (hasWaited: boolean) => letters.refund(order, hasWaited).text;
  expect(told(false)).toContain('arrived after the last key was sold');
  expect(told(true)).toContain('no new keys came in');
  expect(told(true)).not.toContain('arrived after');
  expect(letters.staffRefund(order, [{ kind: 'pieces', amountMinor: 10800, pieces: [] }]).text).not.toMatch(/arrived after|no new keys/);
});

/** Two keys of €36 and one of €36, delivered. */
const deliveredOrder = Object.assign(unpaidOrder({ lines: order.lines }), { status: 'completed' });
const second = { kind: 'pieces', amountMinor: 3600, pieces: [{ line: 0, slot: 1 }] } as const;
const other = { kind: 'pieces', amountMinor: 3600, pieces: [{ line: 1, slot: 0 }] } as const;

/** What a refund mail says below each of its headings. */
function said(text: string): Record<'gone' | 'works' | 'sums', string> {
  const [, gone = '', works = '', sums = ''] = text.split(/no longer valid:|still work:|(?=This refund:)/);
  return { gone, works, sums };
}

test('the mail of a refund names its own pieces and amount alone, then the sum so far and the keys that still work', () => {
  const first = said(letters.staffRefund(deliveredOrder, [second]).text);
  expect(first.gone).toContain('1 × Half <Moon> (key 2 of 2)');
  expect(first.gone).not.toContain('Other Account');
  expect(first.works).toContain('1 × Half <Moon> (key 1 of 2)');
  expect(first.works).toContain('1 × Other Account');
  const next = letters.staffRefund(deliveredOrder, [second, other]).text;
  expect(said(next).gone).toContain('1 × Other Account');
  expect(said(next).gone).not.toContain('Moon');
  expect(said(next).works).toContain('1 × Half <Moon> (key 1 of 2)');
  expect(said(next).works).not.toContain('Other');
  expect(next).toMatch(/This refund: €36.00\nRefunded so far: €72.00\nOrder total: €108.00/);
});

test('the mail of goodwill says that all keys stay, and what a lost dispute took is not in the sum', () => {
  const lost = { kind: 'chargeback', amountMinor: 3600, pieces: other.pieces } as const;
  const { text } = letters.staffRefund(deliveredOrder, [lost, { kind: 'goodwill', amountMinor: 250, pieces: [] }]);
  expect(text).toContain('It is a goodwill refund: you keep all your keys.');
  expect(text).not.toContain('no longer valid');
  expect(text).toContain('2 × Half <Moon>');
  expect(text).not.toContain('Other Account');
  expect(text).toContain('Refunded so far: €2.50');
});

test('the mail after a replacement says which key is new, and a plain one does not', () => {
  const { subject, text } = letters.keys(deliveredOrder, keys, [{ line: 0, slot: 1 }]);
  expect(subject).toContain('A new key');
  expect(text).toContain('Key 2 of 2: Half <Moon>');
  expect(text).toMatch(/AAAAA-11111\s+New: replaces key 2 of 2\s+BBBBB-22222/);
  expect(letters.keys(deliveredOrder, keys).text).not.toMatch(/replace|New:/);
});

test('a line whose keys have all gone back is not in the mail with the keys', () => {
  expect(letters.keys(deliveredOrder, keys.slice(0, 1)).text).toContain('1 × €36.00');
  expect(letters.keys(deliveredOrder, keys.slice(0, 1)).text).not.toMatch(/Other Account|Xbox/);
});

test('the refund mail tells the amount and the order', () => {
  const { html, text, subject } = letters.refund(order, false);
  expect(subject).toContain(order.number);
  expect(html).toContain('€108.00');
  expect(text).toContain('€108.00');
});

test('a buyer is greeted by name, unless the name could pass for a link', () => {
  const named = (fullName: string) => ({ ...order, customer: { ...order.customer, fullName } }) as typeof order;
  expect(letters.keys(named('Ada J. Buyer'), keys).text).toContain('Thank you, Ada J. Buyer. Here is');
  for (const name of ['You won: https://evil.example', 'evil.example', 'www.evil.example/x', 'a@evil.example']) {
    for (const { html, text } of [letters.keys(named(name), keys), letters.refund(named(name), false)]) {
      expect(html + text).not.toContain('evil');
    }
    expect(letters.keys(named(name), keys).text).toContain('Thank you. Here is');
  }
});
