import { expect, test } from '@jest/globals';
import { readConfig } from '../../../../platform/config/config.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import { allPieces, type Piece, piecesWithout } from '../../../orders/domain/pieces.ts';
import { orderLine, unpaidOrder } from '../../../orders/testing/order-builder.ts';
import { type RefundCause, RefundMailTemplates } from './refund-mail-templates.ts';

const mails = new RefundMailTemplates(new MailLayout(readConfig({ STOREFRONT_ORIGIN: 'https://shop.example' })));

/** Two keys of €36 and one of €36, delivered. */
const order = Object.assign(
  unpaidOrder({ lines: [orderLine({ quantity: 2, name: 'Half <Moon>' }), orderLine({ productId: 'product-2', name: 'Other Account' })] }),
  { status: 'completed' },
);
const second = { kind: 'pieces', amountMinor: 3600, pieces: [{ line: 0, slot: 1 }] } as const;
const other = { kind: 'pieces', amountMinor: 3600, pieces: [{ line: 1, slot: 0 }] } as const;

/** The keys that are left after these. */
const without = (...gone: { pieces: readonly Piece[] }[]) =>
  piecesWithout(
    allPieces(order.lines),
    gone.flatMap(({ pieces }) => pieces),
  );

/** The text of a refund mail below each of its headings. */
function said(text: string): Record<'gone' | 'works' | 'sums', string> {
  const [, gone = '', works = '', sums = ''] = text.split(/no longer valid:|still work:|(?=This refund:)/);
  return { gone, works, sums };
}

test('the mail of a refund names its own pieces and amount alone, then the sum so far and the keys that still work', () => {
  const first = said(mails.staffRefund(order, [second], without(second)).text);
  expect(first.gone).toContain('1 × Half <Moon> (key 2 of 2)');
  expect(first.gone).not.toContain('Other Account');
  expect(first.works).toContain('1 × Half <Moon> (key 1 of 2)');
  expect(first.works).toContain('1 × Other Account');
  const next = mails.staffRefund(order, [second, other], without(second, other)).text;
  expect(said(next).gone).toContain('1 × Other Account');
  expect(said(next).gone).not.toContain('Moon');
  expect(said(next).works).toContain('1 × Half <Moon> (key 1 of 2)');
  expect(said(next).works).not.toContain('Other');
  expect(next).toMatch(/This refund: €36.00\nRefunded so far: €72.00\nOrder total: €108.00/);
});

test('the mail of goodwill says that all keys stay, and a chargeback is not in the sum', () => {
  const lost = { kind: 'chargeback', amountMinor: 3600, pieces: other.pieces } as const;
  const { text } = mails.staffRefund(order, [lost, { kind: 'goodwill', amountMinor: 250, pieces: [] }], without(lost));
  expect(text).toContain('It is a goodwill refund: you keep all your keys.');
  expect(text).not.toContain('no longer valid');
  expect(text).toContain('2 × Half <Moon>');
  expect(text).not.toContain('Other Account');
  expect(text).toContain('Refunded so far: €2.50');
});

test('where no key is shown any more the mail promises none, and one that ends the order says that all are gone', () => {
  const thanks = { kind: 'goodwill', amountMinor: 250, pieces: [] } as const;
  const textIn = (status: string, ...made: Parameters<typeof mails.staffRefund>[1]) =>
    mails.staffRefund(Object.assign(Object.create(order) as typeof order, { status }), made, without(...made)).text;
  expect(textIn('disputed', thanks)).not.toMatch(/keep all your keys|still work|none of its keys/);
  expect(textIn('refunded', second, thanks)).toContain('none of its keys is valid any more');
  expect(textIn('refunded', second, { ...other, pieces: without(second) })).not.toContain('none of its keys');
});

test('the refund mail names the reason that holds: sold out before the payment came, waited for in vain, or a region', () => {
  const mailText = (cause: RefundCause) => mails.refund(order, order.totalMinor, cause).text;
  expect(mailText('sold out')).toContain('arrived after the last key was sold');
  expect(mailText('waited')).toContain('no new keys came in');
  expect(mailText('region')).toContain('cannot be activated in your country any more');
  expect(mailText('waited') + mailText('region')).not.toContain('arrived after');
  expect(mails.staffRefund(order, [second], []).text).not.toMatch(/arrived after|no new keys/);
});

test('the refund mail names the amount and the order', () => {
  const { html, text, subject } = mails.refund(order, 9900, 'sold out');
  expect(subject).toContain(order.number);
  expect(html).toContain('€99.00');
  expect(text).toContain('€99.00');
});

test('the mail about money that came back names the items of that refund alone', () => {
  const { text } = mails.refundBounced(order, second);
  expect(text).toContain('We had sent you €36.00');
  expect(text).toContain('1 × Half <Moon> (key 2 of 2)');
  expect(text).not.toContain('Other Account');
});

test('a name that could pass for a link is not in the mail', () => {
  const named = { ...order, customer: { ...order.customer, fullName: 'You won: https://evil.example' } } as typeof order;
  const { html, text } = mails.refund(named, order.totalMinor, 'sold out');
  expect(html + text).not.toContain('evil');
});
