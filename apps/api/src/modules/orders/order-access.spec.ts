import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingMailOutbox } from '../../testing/fakes.ts';
import type { KeyStock } from '../stock/index.ts';
import type { Order } from './domain/order.ts';
import type { Piece } from './domain/pieces.ts';
import { BuyerRemoved, NoKeysToSend, OrderNotFound, RefundUnderWay, TooManyLooks, TooManyResends } from './domain/order-errors.ts';
import { InMemoryOrderVisits } from './testing/in-memory-order-visits.ts';
import { orderIn, step } from './testing/order-in-state.ts';
import { FindOrder } from './application/find-order.ts';
import type { GuestLinks } from './application/guest-links.ts';
import type { KeyReveals } from './application/views/key-reveals.ts';
import type { Orders } from './application/ports.ts';
import type { Refunds } from './application/refunds.ts';
import { ResendKeys } from './application/resend-keys.ts';
import { RevealKeys } from './application/views/reveal-keys.ts';

const HOUR = 3_600_000;
const transaction = new PlainTransaction();
const limits = { looksPerHour: 2, resendsPerDay: 2 };
const keys = [{ line: 0, slot: 0, secret: { kind: 'text', key: 'KEY-1' } }];

function access(order: Order | null, { hasKeys = true } = {}) {
  const clock = new FixedClock(step.at.toISOString());
  const mails = new RecordingMailOutbox(clock);
  const looks: { at: Date; viewer: string; address: string }[] = [];
  let isUnderWay = false;
  const orders = {
    ofId: async (id: string) => (order?.id === id ? order : null),
    ofCheckout: async (session: string, browser: string) => (session === 'cs_1' && browser === 'browser-1' ? order : null),
    forUpdate: async (id: string) => (order?.id === id ? order : null),
  } as unknown as Orders;
  const links = {
    tokenOf: ({ id, linkRound }: Order) => `${id}.${linkRound}`,
    read: (token: string) => {
      const [id, round] = token.split('.');
      return round === undefined ? null : { id, linkRound: Number(round) };
    },
  } as unknown as GuestLinks;
  const reveals = {
    countSince: async (_: string, since: Date) => looks.filter(({ at }) => at > since).length,
    ofOrder: async () => looks,
    add: async (look: (typeof looks)[number]) => `reveal-${looks.push(look)}`,
  } as unknown as KeyReveals;
  const visits = new InMemoryOrderVisits((id) => (order?.id === id ? order.browserId : undefined));
  const refunds = { isUnderWay: async () => isUnderWay } as unknown as Refunds;
  const asked: unknown[] = [];
  const reveal = async (_: string, after?: Piece) => (asked.push(after), { keys: hasKeys ? keys : [], hasMore: hasKeys });
  const stock = { reveal } as unknown as KeyStock;
  return {
    clock,
    mails,
    looks,
    asked,
    visits,
    find: new FindOrder(orders, links, clock),
    reveal: new RevealKeys(orders, stock, reveals, visits, limits, transaction, clock),
    resend: new ResendKeys(orders, mails, refunds, limits, transaction, clock),
    beginRefund: () => (isUnderWay = true),
  };
}

test('an order is shown to its owner alone, once it is paid', async () => {
  const owner = { userId: 'user-1', verifiedEmail: 'ada@example.com' };
  const order = orderIn('completed');
  expect(await access(order).find.ofOwner('order-1', owner)).toBe(order);
  await expect(access(order).find.ofOwner('order-2', owner)).rejects.toEqual(new OrderNotFound());
  await expect(access(order).find.ofOwner('order-1', { ...owner, verifiedEmail: 'eve@example.com' })).rejects.toEqual(new OrderNotFound());
  await expect(access(orderIn('pending')).find.ofOwner('order-1', owner)).rejects.toEqual(new OrderNotFound());
});

test('the browser of the checkout gets the link of its paid order for a day', async () => {
  const { find, clock } = access(orderIn('completed'));
  expect(await find.started('cs_1', 'browser-1')).toEqual({ orderId: 'order-1', token: 'order-1.0' });
  await expect(find.started('cs_1', 'browser-2')).rejects.toEqual(new OrderNotFound());
  await expect(find.started('cs_1', null)).rejects.toEqual(new OrderNotFound());
  clock.advance(24 * HOUR - 1);
  expect(await find.started('cs_1', 'browser-1')).toEqual({ orderId: 'order-1', token: 'order-1.0' });
  clock.advance(1);
  await expect(find.started('cs_1', 'browser-1')).rejects.toEqual(new OrderNotFound());
  expect(await access(orderIn('pending')).find.started('cs_1', 'browser-1')).toBeNull();
});

test('a link shows a paid order until its links are renewed', async () => {
  const order = orderIn('completed');
  const { find } = access(order);
  expect(await find.ofGuest('order-1.0')).toBe(order);
  for (const token of ['order-1.1', 'order-2.0', 'broken']) await expect(find.ofGuest(token)).rejects.toEqual(new OrderNotFound());
  await expect(access(orderIn('pending')).find.ofGuest('order-1.0')).rejects.toEqual(new OrderNotFound());
});

const shown = { keys, hasMore: true };
const none = { keys: [], hasMore: false };
const by = { viewer: 'guest', address: '192.0.2.1', browser: 'Firefox 144 on Windows', browserId: 'browser-1' };

test('each look at keys is written down, and a third one within an hour is refused', async () => {
  const order = orderIn('completed');
  const { reveal, looks, visits, clock } = access(order);
  expect(await reveal.run(order, by)).toEqual(shown);
  expect(looks).toEqual([{ orderId: 'order-1', viewer: 'guest', address: '192.0.2.1', at: clock.now() }]);
  const { viewer, address, browser } = by;
  expect(await visits.ofOrder('order-1')).toEqual([
    { shown: 'keys', revealId: 'reveal-1', viewer, address, browser, isBuyingBrowser: true, at: clock.now() },
  ]);
  await reveal.run(order, by);
  await expect(reveal.run(order, by)).rejects.toEqual(new TooManyLooks());
  clock.advance(HOUR);
  expect(await reveal.run(order, by)).toEqual(shown);
  expect(looks).toHaveLength(3);
});

test('the keys that follow are the same look for whom sees them within the hour, and another one for anybody else, or later', async () => {
  const order = orderIn('completed');
  const { reveal, looks, asked, clock } = access(order);
  const first = { line: 0, slot: 0 };
  await reveal.run(order, by);
  for (const after of [first, { line: 0, slot: 1 }, { line: 0, slot: 2 }]) expect(await reveal.run(order, by, after)).toEqual(shown);
  expect([looks.length, asked]).toEqual([1, [undefined, first, { line: 0, slot: 1 }, { line: 0, slot: 2 }]]);
  await reveal.run(order, { ...by, address: '192.0.2.2' }, first);
  await reveal.run(order, by, first);
  expect(looks.map(({ address }) => address)).toEqual(['192.0.2.1', '192.0.2.2']);
  await expect(reveal.run(order, { ...by, viewer: 'user 1' }, first)).rejects.toEqual(new TooManyLooks());
  clock.advance(HOUR);
  await reveal.run(order, by, first);
  expect(looks).toHaveLength(3);
});

test('an order without keys shows none, and a view of its page is written down, no look at keys', async () => {
  const refunded = orderIn('refunded');
  const { reveal, looks, visits } = access(refunded);
  expect(await reveal.run(refunded, by)).toEqual(none);
  expect(await visits.ofOrder('order-1')).toMatchObject([{ shown: 'page' }]);
  expect(await access(null).reveal.run(refunded, by)).toEqual(none);
  expect(looks).toEqual([]);
  const empty = access(orderIn('completed'), { hasKeys: false });
  expect(await empty.reveal.run(refunded, by)).toEqual(none);
  expect(empty.looks).toEqual([]);
});

test('the keys of an order whose buyer was removed are sent to nobody, not by the staff either', async () => {
  const order = orderIn('completed');
  order.moveToEmail('erased-1@erased.invalid', step.at);
  const { resend, mails } = access(order);
  for (const isUnlimited of [false, true]) await expect(resend.run('order-1', { isUnlimited })).rejects.toEqual(new BuyerRemoved());
  expect(mails.planned).toEqual([]);
});

test('keys are sent again twice a day beside the first mail, not while a mail is open, and without limit for the staff', async () => {
  const { resend, mails, clock } = access(orderIn('completed'));
  const send = async (options?: { isUnlimited: boolean }) => {
    const isPlanned = await resend.run('order-1', options);
    for (const { id } of mails.planned) mails.closed.add(id);
    return isPlanned;
  };
  await resend.run('order-1');
  expect(await resend.run('order-1')).toBe(false);
  mails.closed.add('order-1-keys-1');
  expect(await send()).toBe(true);
  clock.advance(HOUR);
  expect(await send()).toBe(true);
  clock.advance(500);
  await expect(send()).rejects.toMatchObject({ extra: { retryAfterSeconds: 23 * 3600 } });
  clock.advance(23 * HOUR - 500);
  expect(await send()).toBe(true);
  await expect(send()).rejects.toThrow(TooManyResends);
  expect(await send({ isUnlimited: true })).toBe(true);
  expect(mails.planned.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map((attempt) => `order-1-keys-${attempt}`));
});

test('nothing is sent again without keys, or while a refund is under way', async () => {
  await expect(access(orderIn('refunded')).resend.run('order-1')).rejects.toEqual(new NoKeysToSend());
  await expect(access(null).resend.run('order-1')).rejects.toEqual(new NoKeysToSend());
  const { resend, beginRefund } = access(orderIn('completed'));
  beginRefund();
  await expect(resend.run('order-1')).rejects.toEqual(new RefundUnderWay());
});
