import { beforeEach, expect, test } from '@jest/globals';
import { FixedClock, RecordingAlerts, RecordingMailOutbox } from '../../../../testing/fakes.ts';
import { type Order, type OrderEvent, RISK_HOLD } from '../../domain/order.ts';
import type { OrderStatus } from '../../domain/order-status.ts';
import { orderIn, step } from '../../testing/order-in-state.ts';
import { recordingStock } from '../../testing/recording-stock.ts';
import { keysMail } from '../order-mails.ts';
import type { Orders } from '../ports.ts';
import type { Refunds } from '../refunds.ts';
import type { KeyReveals } from '../views/key-reveals.ts';
import { WithholdKeys } from './withhold-keys.ts';

const suspicion = { step, reasons: ['A stolen card.', 'Another country.'], page: 'https://pay.example/pi_1' };
const gone = [{ line: 1, slot: 0 }];

let mails: RecordingMailOutbox;
let alerts: RecordingAlerts;
let saved: { readonly order: Order; readonly events: readonly OrderEvent[] }[];
let stockCalls: unknown[];
let viewsSince: Date[];
beforeEach(() => {
  mails = new RecordingMailOutbox(new FixedClock(step.at.toISOString()));
  alerts = new RecordingAlerts();
  [saved, stockCalls, viewsSince] = [[], [], []];
});

interface Situation {
  readonly views?: number;
  readonly isUnderWay?: boolean;
  readonly hasKeys?: boolean;
  readonly isCommitted?: boolean;
}

function withhold({ views = 0, isUnderWay = false, hasKeys = true, isCommitted = false }: Situation = {}) {
  const orders = { save: async (order: Order, events: OrderEvent[]) => void saved.push({ order, events }) } as unknown as Orders;
  const stock = recordingStock(stockCalls, { hasKeys, isCommitted });
  const reveals = {
    countSince: async (id: string, since: Date) => (viewsSince.push(since), id === 'order-1' ? views : 0),
  } as unknown as KeyReveals;
  const refunds = {
    isUnderWay: async (id: string) => isUnderWay && id === 'order-1',
    piecesGone: async () => gone,
  } as unknown as Refunds;
  return new WithholdKeys(orders, stock, reveals, mails, refunds, alerts);
}

const kindsSaved = () => saved.flatMap(({ events }) => events.map(({ kind }) => kind));
const planned = () => mails.planned.map(({ id }) => id);
/** A mail of keys that the mail server has. */
const mailLeft = (hasLeft: boolean) => {
  mails.about = async (id, kind) =>
    id === 'order-1' && kind === 'keys'
      ? [
          { id: 'order-1-keys-1', plannedAt: step.at, isOpen: false, hasLeft: false },
          { id: 'order-1-keys-2', plannedAt: step.at, isOpen: false, hasLeft },
        ]
      : [];
};

function waiting(): Order {
  const order = orderIn('paid');
  order.waitForKeys(new Date(step.at.getTime() + 1), step);
  return order;
}

function byLink(status: OrderStatus): Order {
  const order = orderIn(status);
  order.deliverByLink();
  return order;
}

function held(): Order {
  const order = orderIn('paid');
  order.hold(RISK_HOLD, step);
  return order;
}

test('an order whose keys nobody can have seen is put on hold, its mail withdrawn, and buyer and staff are told', async () => {
  const order = orderIn('fulfilling');
  await mails.plan(keysMail('order-1', 1));
  expect(await withhold().hold(order, suspicion)).toBe(true);
  expect(order).toMatchObject({ status: 'on_hold', holdReason: RISK_HOLD });
  expect([...mails.closed]).toEqual(['order-1-keys-1']);
  expect(mails.planned.slice(1)).toEqual([{ id: 'order-1-waiting-1', kind: 'waiting', about: 'order-1' }]);
  expect(saved).toEqual([{ order, events: [{ kind: 'on_hold', actor: step.actor, data: { reason: RISK_HOLD }, at: step.at }] }]);
  expect([stockCalls, viewsSince]).toEqual([[], [order.createdAt]]);
  expect(alerts.raised).toEqual([
    {
      kind: 'order-held',
      id: 'order-1',
      about: order.number,
      detail: '27.00 EUR may be fraud: A stolen card. Another country.',
      link: 'https://pay.example/pi_1',
    },
  ]);
});

test('one that waits for keys waits no more, and what it had reserved is free', async () => {
  const order = waiting();
  // It has no keys that anybody could have seen.
  mailLeft(true);
  expect(await withhold({ views: 1 }).hold(order, suspicion)).toBe(true);
  expect(order).toMatchObject({ status: 'on_hold', waitingUntil: null });
  expect([stockCalls, kindsSaved()]).toEqual([[['release', 'order-1']], ['waiting_ended', 'on_hold']]);
});

test.each([
  ['fulfilled, and no mail has left', () => orderIn('fulfilling'), false, true],
  ['fulfilled, and a mail of keys has left', () => orderIn('fulfilling'), true, false],
  ['fulfilled, and a mail with a link has left', () => byLink('fulfilling'), true, true],
  ['delivered by a link', () => byLink('completed'), true, true],
  ['delivered by keys', () => orderIn('completed'), false, false],
  ['paid without a wait', () => orderIn('paid'), false, false],
  ['refunded, with a link', () => byLink('refunded'), false, false],
  ['disputed', () => orderIn('disputed'), false, false],
])('an order that is %s is held where nobody can have its keys', async (_what, make, hasLeft, isHeld) => {
  mailLeft(hasLeft);
  const order = make();
  const { status } = order;
  expect(await withhold().hold(order, suspicion)).toBe(isHeld);
  expect([order.status, saved.length, alerts.raised.length]).toEqual(isHeld ? ['on_hold', 1, 1] : [status, 0, 0]);
});

test('one whose mail was sent is not held, though its record is gone; one whose mail was only tried is', async () => {
  for (const [as, isHeld] of [
    ['sent', false],
    ['tried', true],
  ] as const) {
    const order = orderIn('fulfilling');
    order.noteKeysMail(as);
    expect(await withhold().hold(order, suspicion)).toBe(isHeld);
  }
});

test.each(['fulfilling', 'completed'] as const)('one that is %s, whose buyer has seen its keys, is not held', async (status) => {
  const order = byLink(status);
  expect(await withhold({ views: 1 }).hold(order, suspicion)).toBe(false);
  expect([order.status, saved, alerts.raised, planned()]).toEqual([status, [], [], []]);
});

test('an order that is released gets the keys of what was not refunded, by mail', async () => {
  const order = held();
  await mails.plan(keysMail('order-1', 1));
  expect(await withhold().release(order, step, false)).toBe(true);
  expect(order).toMatchObject({ status: 'fulfilling', holdReason: null, linkOnly: false });
  expect(stockCalls).toEqual([['allocate', 'order-1', order.paidLines(gone)]]);
  expect(saved).toEqual([{ order, events: [{ kind: 'fulfilling', actor: step.actor, data: {}, at: step.at }] }]);
  expect(planned()).toEqual(['order-1-keys-1', 'order-1-keys-2']);
});

test('one that is released by link stays so', async () => {
  const order = held();
  expect(await withhold().release(order, step, true)).toBe(true);
  expect([order.linkOnly, planned()]).toEqual([true, ['order-1-keys-1']]);
});

test('one whose keys suppliers are to bring waits a day for them, and no mail is planned', async () => {
  const order = held();
  const until = new Date(step.at.getTime() + 86_400_000);
  expect(await withhold({ hasKeys: false, isCommitted: true }).release(order, step, false)).toBe(true);
  expect(order).toMatchObject({ status: 'paid', waitingUntil: until });
  expect(stockCalls.at(-1)).toEqual(['wait', 'order-1', order.paidLines(gone), until]);
  expect([kindsSaved(), planned()]).toEqual([['waiting_for_keys'], []]);
});

test('while keys are short it stays on hold, and as it was', async () => {
  const order = held();
  expect(await withhold({ hasKeys: false }).release(order, step, true)).toBe(false);
  expect([order.status, order.linkOnly, saved, planned()]).toEqual(['on_hold', false, [], []]);
});

test('nothing is released that is not on hold as possible fraud, or is being refunded', async () => {
  const release = (order: Order, situation?: Situation) => withhold(situation).release(order, step, false);
  const wasHeld = held();
  wasHeld.beginFulfilment(step);
  Object.assign(wasHeld, { holdReason: RISK_HOLD });
  expect([await release(orderIn('on_hold')), await release(wasHeld), await release(held(), { isUnderWay: true })]).toEqual([
    false,
    false,
    false,
  ]);
  expect([stockCalls, saved]).toEqual([[], []]);
});
