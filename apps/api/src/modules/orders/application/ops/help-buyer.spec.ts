import { beforeEach, expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction, RecordingMailOutbox } from '../../../../testing/fakes.ts';
import type { Audit, Operator } from '../../../ops/index.ts';
import type { KeyReturns, StaffKeyLimits } from '../../../stock/index.ts';
import type { Order, OrderEvent } from '../../domain/order.ts';
import {
  BuyerRemoved,
  EmailIsTheSame,
  KeyIsAnother,
  NoKeysToSend,
  NoSuchKeyInOrder,
  OrderNotFound,
  OrderNotOnHold,
  RefundFailed,
  RefundUnderWay,
  TooFewKeys,
} from '../../domain/order-errors.ts';
import type { OrderStatus } from '../../domain/order-status.ts';
import type { Piece } from '../../domain/pieces.ts';
import { orderIn, step } from '../../testing/order-in-state.ts';
import { recordingStock } from '../../testing/recording-stock.ts';
import type { Orders } from '../ports.ts';
import type { Refunds } from '../refunds.ts';
import type { ResendKeys } from '../resend-keys.ts';
import { HelpBuyer } from './help-buyer.ts';

const why = { by: { id: 'key-1', name: 'ada', role: 'support' } as unknown as Operator, reason: 'mistyped' };
const place = { line: 0, slot: 1 };
const subject = { type: 'order', id: 'order-1' };

let clock: FixedClock;
let mails: RecordingMailOutbox;
let audited: unknown[];
let saved: readonly OrderEvent[][];
let stockCalls: unknown[];
/** By whom keys were given out. */
let given: string[];
let mostGiven: number;
beforeEach(() => {
  clock = new FixedClock(step.at.toISOString());
  mails = new RecordingMailOutbox(clock);
  [audited, saved, stockCalls, given, mostGiven] = [[], [], [], [], 1000];
});

interface Situation {
  readonly replaced?: Awaited<ReturnType<KeyReturns['replace']>>;
  readonly isUnderWay?: boolean;
  readonly hasKeys?: boolean;
  readonly isCommitted?: boolean;
  readonly short?: ReadonlyMap<string, number>;
  readonly gone?: readonly Piece[];
}

function help(order: Order | null, situation: Situation = {}) {
  const { replaced = { burntKeyId: 'k1', keyId: 'k2' }, isUnderWay = false, hasKeys = true, isCommitted = false, short } = situation;
  const gone = situation.gone ?? [{ line: 1, slot: 0 }];
  const orders = {
    forUpdate: async (id: string) => (order?.id === id ? order : null),
    save: async (_: Order, events: OrderEvent[]) => void (saved = [...saved, events]),
  } as unknown as Orders;
  const stock = recordingStock(stockCalls, { hasKeys, isCommitted, short });
  const returns = { replace: async (...call: unknown[]) => (stockCalls.push(['replace', ...call]), replaced) } as unknown as KeyReturns;
  const refunds = { isUnderWay: async () => isUnderWay, piecesGone: async () => gone } as unknown as Refunds;
  const resend = { run: async (_: string, { isUnlimited }: { isUnlimited: boolean }) => isUnlimited && hasKeys } as unknown as ResendKeys;
  const limits = {
    give: async ({ name }: Operator) => {
      given.push(name);
      if (given.length > mostGiven) throw new Error('too many');
    },
  } as unknown as StaffKeyLimits;
  const audit = { record: async (entry: unknown) => void audited.push(entry) } as unknown as Audit;
  return new HelpBuyer(orders, stock, returns, mails, refunds, resend, limits, audit, new PlainTransaction(), clock);
}
const plannedIds = () => mails.planned.map(({ id }) => id);

test('keys are sent again without a limit, and the record says whether a mail was planned', async () => {
  expect(await help(null).sendAgain('order-1', why)).toBe(true);
  expect(await help(null, { hasKeys: false }).sendAgain('order-1', why)).toBe(false);
  expect(audited).toEqual([true, false].map((isPlanned) => ({ ...why, action: 'orders.send-again', subject, after: { isPlanned } })));
});

test('who has given out too many keys replaces and redirects none, and sends them again all the same', async () => {
  mostGiven = 1;
  await help(orderIn('completed')).replaceKey('order-1', place, why);
  const order = orderIn('completed');
  await expect(help(order).replaceKey('order-1', place, why)).rejects.toThrow('too many');
  await expect(help(order).changeEmail('order-1', 'eva@example.com', why)).rejects.toThrow('too many');
  expect([await help(order).sendAgain('order-1', why), given, saved.length]).toEqual([true, ['ada', 'ada', 'ada'], 1]);
  expect(order.email).not.toBe('eva@example.com');
});

test('mails that wait go to the corrected address, and former links end', async () => {
  const order = orderIn('completed');
  await help(order).changeEmail('order-1', 'eva@example.com', why);
  expect([order.email, order.linkRound]).toEqual(['eva@example.com', 1]);
  expect(audited).toEqual([
    {
      ...why,
      action: 'orders.change-email',
      subject,
      before: { email: 'ada@example.com' },
      after: { email: 'eva@example.com', sentAnew: 0 },
    },
  ]);
  expect(saved).toEqual([[]]);
  await expect(help(order).changeEmail('order-1', 'eva@example.com', why)).rejects.toEqual(new EmailIsTheSame());
  await expect(help(null).changeEmail('order-1', 'eva@example.com', why)).rejects.toEqual(new OrderNotFound());
});

test('a replaced key is mailed in place of what waits, and told with its place counted from one', async () => {
  await mails.plan({ id: 'order-1-keys-1', kind: 'keys', about: 'order-1' });
  await help(orderIn('completed')).replaceKey('order-1', place, why);
  expect(stockCalls).toEqual([['replace', 'order-1', place]]);
  expect(plannedIds()).toEqual(['order-1-keys-1', 'order-1-keys-2-replaced-1-2']);
  expect([...mails.closed]).toEqual(['order-1-keys-1']);
  const shown = { line: 1, slot: 2 };
  expect(saved).toEqual([[{ kind: 'key_replaced', actor: 'ada', data: { ...shown, burntKeyId: 'k1' }, at: clock.now() }]]);
  const after = { ...shown, keyId: 'k2', burnt: 'k1' };
  expect(audited).toEqual([{ ...why, action: 'orders.replace-key', subject, before: { ...shown, keyId: 'k1' }, after }]);
});

test('a key that cannot be replaced is said why, and nothing is mailed', async () => {
  const replace = (status: OrderStatus, situation?: Situation) => help(orderIn(status), situation).replaceKey('order-1', place, why);
  await expect(replace('refunded')).rejects.toEqual(new NoKeysToSend());
  await expect(replace('completed', { replaced: 'no such key' })).rejects.toEqual(new NoSuchKeyInOrder());
  await expect(replace('completed', { replaced: 'another key' })).rejects.toEqual(new KeyIsAnother());
  await expect(replace('completed', { replaced: 'out of stock' })).rejects.toEqual(new TooFewKeys());
  expect([plannedIds(), audited, saved]).toEqual([[], [], []]);
});

test.each([
  ['on_hold', 'fulfilling', { status: 'on_hold', holdReason: 'amount differs' }],
  ['disputed', 'completed', { status: 'disputed' }],
] as const)('an order that is %s gets the keys of what is not refunded when it is released', async (status, next, before) => {
  const order = orderIn(status);
  await help(order).release('order-1', why);
  expect(order.status).toBe(next);
  expect(stockCalls).toEqual([
    ['allocate', 'order-1', order.paidLines([{ line: 1, slot: 0 }])],
    ['release', 'order-1'],
  ]);
  expect(order.paidLines([{ line: 1, slot: 0 }])).toHaveLength(1);
  expect(plannedIds()).toEqual(['order-1-keys-1']);
  expect(saved.flat()).toEqual([expect.objectContaining({ actor: 'ada', at: clock.now() })]);
  expect(audited).toEqual([{ ...why, action: 'orders.release', subject, before, after: { status: next } }]);
});

test('an order on hold whose keys a supplier is to bring waits for those of them that were not refunded when it is released', async () => {
  const order = orderIn('on_hold');
  await help(order, { hasKeys: false, isCommitted: true }).release('order-1', why);
  const until = new Date(clock.now().getTime() + 86_400_000);
  expect(order).toMatchObject({ status: 'paid', waitingUntil: until });
  const left = order.paidLines([{ line: 1, slot: 0 }]);
  expect(stockCalls).toEqual([
    ['allocate', 'order-1', left],
    ['wait', 'order-1', left, until],
  ]);
  expect([plannedIds(), saved.flat().map(({ kind }) => kind)]).toEqual([[], ['waiting_for_keys']]);
  expect(audited).toEqual([expect.objectContaining({ ...why, action: 'orders.release', after: { status: 'paid' } })]);
  await expect(help(orderIn('disputed'), { hasKeys: false, isCommitted: true }).release('order-1', why)).rejects.toEqual(new TooFewKeys());
});

test('an order on hold whose keys are gone waits for others when it is released', async () => {
  const order = orderIn('on_hold');
  await help(order, { hasKeys: false }).release('order-1', why);
  const [left, until] = [order.paidLines([{ line: 1, slot: 0 }]), new Date(clock.now().getTime() + 86_400_000)];
  expect(stockCalls.slice(1)).toEqual([
    ['release', 'order-1'],
    ['reserve', 'order-1', left, until],
    ['wait', 'order-1', left, until],
  ]);
  expect([order.status, saved.flat().map(({ kind }) => kind)]).toEqual(['paid', ['waiting_for_keys']]);
});

test('what is not on hold, refunded just now, without its keys, or short of keys, is not released', async () => {
  const release = (order: Order, situation?: Situation) => help(order, situation).release('order-1', why);
  await expect(release(orderIn('completed'))).rejects.toEqual(new OrderNotOnHold());
  await expect(release(orderIn('on_hold'), { isUnderWay: true })).rejects.toEqual(new RefundUnderWay());
  const short = new Map([['product-1', 1]]);
  await expect(release(orderIn('on_hold'), { hasKeys: false, short })).rejects.toThrow('suppliers have these keys: 1 × Half Moon.');
  const other = { hasKeys: false, short: new Map([['product-2', 0]]), gone: [] };
  await expect(release(orderIn('on_hold'), other)).rejects.toThrow('suppliers have these keys: 1 × Moon Two.');
  const failed = orderIn('paid');
  failed.hold('refund failed', step);
  await expect(release(failed)).rejects.toEqual(new RefundFailed());
  expect([plannedIds(), audited, saved]).toEqual([[], [], []]);
});

test('an order whose buyer was removed is neither released nor given another key, and is released once staff named a buyer', async () => {
  const [held, delivered] = [orderIn('on_hold'), orderIn('completed')];
  held.moveToEmail('order-1@unpaid.invalid', step.at);
  delivered.moveToEmail('erased-1@erased.invalid', step.at);
  await expect(help(held).release('order-1', why)).rejects.toEqual(new BuyerRemoved());
  await expect(help(delivered).replaceKey('order-1', place, why)).rejects.toEqual(new BuyerRemoved());
  expect([held.status, plannedIds(), stockCalls, audited, saved]).toEqual(['on_hold', [], [], [], []]);
  await help(held).changeEmail('order-1', 'eva@example.com', why);
  await help(held).release('order-1', why);
  expect([held.status, plannedIds()]).toEqual(['fulfilling', ['order-1-keys-1']]);
});
