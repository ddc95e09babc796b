import { expect, test } from '@jest/globals';
import type { MailOutbox } from '../../../shared/ports.ts';
import { FixedClock, RecordingMailOutbox } from '../../../testing/fakes.ts';
import { InMemoryOrders } from '../testing/in-memory-orders.ts';
import { unpaidOrder } from '../testing/order-builder.ts';
import { NoteOrderMail } from './note-order-mail.ts';
import { haveKeysLeft, keysMail, nextAttempt, nextKeysMail, planKeysMail, replacedIn, replacementMail } from './order-mails.ts';
import type { KeyReveals } from './views/key-reveals.ts';

async function paidOrder() {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const order = unpaidOrder();
  const step = { at: clock.now(), actor: 'stripe' };
  order.pay({ intentId: 'pi_1', provider: 'stripe' }, step);
  order.beginFulfilment(step);
  await orders.save(order, []);
  const note = (kind: 'keys' | 'refund', as: 'sent' | 'refused' | 'dead' | 'delayed') =>
    new NoteOrderMail(orders, clock).run(order.id, { id: `${order.id}-${kind}-1`, kind }, as);
  return { order, note, kinds: () => orders.events.map(({ kind }) => kind) };
}

test('an order whose keys have left is complete', async () => {
  const { order, note, kinds } = await paidOrder();
  await note('keys', 'sent');
  expect(order.status).toBe('completed');
  expect(kinds()).toEqual(['mail_sent', 'completed']);
});

test('keys that are sent again change nothing but the history', async () => {
  const { order, note, kinds } = await paidOrder();
  await note('keys', 'sent');
  await note('keys', 'sent');
  expect(order.status).toBe('completed');
  expect(kinds()).toEqual(['mail_sent', 'completed', 'mail_sent']);
});

test.each([
  ['keys', 'refused'],
  ['keys', 'delayed'],
  ['keys', 'dead'],
  ['refund', 'sent'],
] as const)('an order is not complete when its mail of %s was %s', async (kind, as) => {
  const { order, note, kinds } = await paidOrder();
  await note(kind, as);
  expect(order.status).toBe('fulfilling');
  expect(kinds()).toEqual([`mail_${as}`]);
});

test.each([
  ['keys', ['sent'], 'sent'],
  ['keys', ['delayed'], 'tried'],
  ['keys', ['refused'], 'tried'],
  ['keys', ['dead'], 'tried'],
  ['keys', ['delayed', 'sent'], 'sent'],
  ['keys', ['sent', 'delayed'], 'sent'],
  ['refund', ['sent'], null],
] as const)('after a mail of %s that was %j its order knows of its keys: %j', async (kind, outcomes, known) => {
  const { order, note } = await paidOrder();
  for (const as of outcomes) await note(kind, as);
  expect(order.keysMailed).toBe(known);
});

test('a mail with a link says nothing of the keys, and an attempt with keys before it is not forgotten', async () => {
  const [byLink, later] = [await paidOrder(), await paidOrder()];
  await later.note('keys', 'delayed');
  for (const { order, note } of [byLink, later]) {
    order.deliverByLink();
    await note('keys', 'sent');
  }
  expect([byLink.order.keysMailed, later.order.keysMailed]).toEqual([null, 'tried']);
});

test('the next mail of the keys is one behind the last, however many records of mails are left', async () => {
  const mails = new RecordingMailOutbox();
  await mails.plan(replacementMail(keysMail('order-1', 11), { line: 0, slot: 1 }), keysMail('order-1', 10));
  expect((await nextKeysMail(mails, 'order-1')).id).toBe('order-1-keys-12');
  expect(nextAttempt([{ id: 'order-1-waiting-1' }])).toBe(1);
});

test.each<[string, boolean, { keysMailed?: 'tried' | 'sent'; linkOnly?: boolean; mails?: boolean[]; looks?: number }]>([
  ['of which no mail is recorded and nobody looked', false, {}],
  ['that were mailed, though the record is deleted', true, { keysMailed: 'sent' }],
  ['of which a mail failed, and was not handed over', false, { keysMailed: 'tried', mails: [false] }],
  ['of which one of two mails is being handed over', true, { mails: [false, true] }],
  ['that a mail links to', false, { linkOnly: true, mails: [true] }],
  ['that a mail links to, and the buyer looked at', true, { linkOnly: true, mails: [true], looks: 1 }],
  ['that the buyer looked at', true, { looks: 1 }],
])('keys %s have left: %j', async (_which, have, { keysMailed = null, linkOnly = false, mails = [], looks = 0 }) => {
  const order = Object.assign(unpaidOrder(), { keysMailed, linkOnly });
  const asked: unknown[] = [];
  const about = async (...of: unknown[]) => (asked.push(of), mails.map((hasLeft) => ({ hasLeft })));
  const countSince = async (id: string, since: Date) => (id === order.id && since === order.createdAt ? looks : 99);
  expect(await haveKeysLeft(order, { about } as unknown as MailOutbox, { countSince } as unknown as KeyReveals)).toBe(have);
  expect(asked).toEqual(keysMailed === 'sent' || linkOnly ? [] : [[order.id, 'keys']]);
});

test('the next mail of the keys takes the place of one that waits, and names a replaced key by its place from one', async () => {
  const mails = new RecordingMailOutbox();
  await planKeysMail(mails, 'order-1');
  await planKeysMail(mails, 'order-1', { line: 0, slot: 1 });
  expect(mails.planned.map(({ id }) => id)).toEqual(['order-1-keys-1', 'order-1-keys-2-replaced-1-2']);
  expect([...mails.closed]).toEqual(['order-1-keys-1']);
});

const plain = (attempt: number, hasLeft = false) => ({ ...keysMail('order-1', attempt), hasLeft });
const replacement = (attempt: number, slot: number, hasLeft = false) => ({
  ...replacementMail(keysMail('order-1', attempt), { line: 1, slot }),
  hasLeft,
});

test.each([
  ['a first mail names none', [plain(1)], []],
  ['a replacement names its key', [plain(1, true), replacement(2, 0)], [{ line: 1, slot: 0 }]],
  [
    'one that took back another before it left names both, each once',
    [plain(1, true), replacement(2, 0), replacement(3, 2), replacement(4, 0)],
    [
      { line: 1, slot: 0 },
      { line: 1, slot: 2 },
    ],
  ],
  ['what a mail has said is not said again', [plain(1, true), replacement(2, 0, true), replacement(3, 2)], [{ line: 1, slot: 2 }]],
  ['a repeat of all keys after it names none', [plain(1, true), replacement(2, 0, true), plain(3)], []],
  ['a mail that is in hand already counts as the one that is written', [plain(1, true), replacement(2, 0, true)], [{ line: 1, slot: 0 }]],
])('%s', (_what, mails, expected) => {
  expect(replacedIn(mails)).toEqual(expected);
});

test('lines and keys may have two digits, and a name that goes on after them is another one', () => {
  const mail = (id: string) => ({ id, hasLeft: false });
  expect(replacedIn([mail('order-1-keys-2-replaced-12-10')])).toEqual([{ line: 11, slot: 9 }]);
  expect(replacedIn([mail('order-1-keys-2-replaced-1-1-more')])).toEqual([]);
});
