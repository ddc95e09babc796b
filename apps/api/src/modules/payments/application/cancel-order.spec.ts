import { expect, test } from '@jest/globals';
import { PlainTransaction } from '../../../testing/fakes.ts';
import type { Audit, Operator } from '../../ops/index.ts';
import { type EndUnpaidOrder, OrderNotOnHold, type Orders, PaidMeanwhile } from '../../orders/index.ts';
import { orderIn, step } from '../../orders/testing/order-in-state.ts';
import type { Order } from '../../orders/index.ts';
import { PaymentUnavailable, RefundRefused } from '../domain/payment-errors.ts';
import { CancelOrder } from './cancel-order.ts';
import type { PaymentProviders } from './payment-providers.ts';
import type { PrepareRefund } from './refunds/prepare-refund.ts';
import type { SendRefund } from './refunds/send-refund.ts';
import type { Settle } from './settle.ts';

const why = { by: { id: 'key-1', name: 'ada', role: 'support' } as unknown as Operator, reason: 'a double' };

interface Situation {
  readonly outcome?: string;
  /** What ending the order does instead. */
  readonly end?: (order: Order) => void;
  /** Answered in place of the order once it was ended. */
  readonly now?: Order | null;
  readonly send?: () => Promise<number>;
}

function cancelling(order: Order | null, situation: Situation = {}) {
  const { outcome = 'expired', end = (one) => void one.end('cancelled', step), send = async () => 2700 } = situation;
  const calls: unknown[] = [];
  const audited: unknown[] = [];
  let isEnded = false;
  const orders = { ofId: async () => (isEnded && 'now' in situation ? situation.now : order) } as unknown as Orders;
  const providers = {
    named: (name: string) => ({ expireSession: async (id: string) => void calls.push(['expire', name, id]) }),
  } as unknown as PaymentProviders;
  const settle = { run: async (...call: unknown[]) => (calls.push(['settle', ...call]), outcome) } as unknown as Settle;
  const ending =
    (how: string) =>
    async (...call: unknown[]) => {
      calls.push([how, ...call]);
      isEnded = true;
      if (order) end(order);
    };
  const endUnpaid = { cancel: ending('end'), run: ending('expire here') } as unknown as EndUnpaidOrder;
  const prepare = {
    run: async (...call: unknown[]) => (calls.push(['prepare', ...call]), { refund: { id: 'refund-1', amountMinor: 2700 } }),
  } as unknown as PrepareRefund;
  const sending = { runForStaff: async (id: string) => (calls.push(['send', id]), send()) } as unknown as SendRefund;
  const audit = { record: async (entry: unknown) => void audited.push(entry) } as unknown as Audit;
  const cancel = new CancelOrder(orders, providers, settle, endUnpaid, prepare, sending, audit, new PlainTransaction());
  return { calls, audited, run: () => cancel.run('order-1', why) };
}

function inSession(): Order {
  return Object.assign(orderIn('pending'), { sessionId: 'session-1' });
}

test('an unpaid order is ended at the provider first, and nothing is sent back', async () => {
  const { calls, audited, run } = cancelling(inSession());
  expect(await run()).toBe(0);
  expect(calls).toEqual([
    ['expire', 'stripe', 'session-1'],
    ['settle', 'session-1', 'ada', 'stripe'],
    ['end', 'order-1', 'session-1', 'ada'],
  ]);
  // The order that the fake hands out is the one that was ended: its former status is gone.
  expect(audited).toEqual([
    {
      ...why,
      action: 'orders.cancel',
      subject: { type: 'order', id: 'order-1' },
      before: { status: 'cancelled' },
      after: { status: 'cancelled' },
    },
  ]);
});

test('one without a session is ended here alone', async () => {
  const { calls, run } = cancelling(orderIn('pending'));
  expect(await run()).toBe(0);
  expect(calls).toEqual([['end', 'order-1', null, 'ada']]);
});

test('the log has its status before and after', async () => {
  const { audited, run } = cancelling(orderIn('pending'), { end: () => undefined, now: orderIn('expired') });
  await run();
  expect(audited).toEqual([expect.objectContaining({ before: { status: 'pending' }, after: { status: 'expired' } })]);
});

test('one whose session is opened meanwhile is ended at the provider as well', async () => {
  const order = orderIn('pending');
  const open = () => void Object.assign(order, { sessionId: 'session-1' });
  const end = () => (order.sessionId === null ? open() : void order.end('cancelled', step));
  const { calls, audited, run } = cancelling(order, { end });
  expect(await run()).toBe(0);
  expect(calls).toEqual([
    ['end', 'order-1', null, 'ada'],
    ['expire', 'stripe', 'session-1'],
    ['settle', 'session-1', 'ada', 'stripe'],
    ['end', 'order-1', 'session-1', 'ada'],
  ]);
  expect(audited).toHaveLength(1);
});

test('one whose transfer is on its way expires: its keys are free, and it can still be paid', async () => {
  const { calls, audited, run } = cancelling(inSession(), {
    outcome: 'transfer on its way',
    end: (order) => void order.end('expired', step),
  });
  expect(await run()).toBe(0);
  expect(calls.at(-1)).toEqual(['expire here', 'order-1', 'expired', 'ada']);
  expect(audited).toEqual([expect.objectContaining({ action: 'orders.cancel', after: { status: 'expired' } })]);
});

test('one whose session is still open afterwards is not cancelled', async () => {
  const { calls, audited, run } = cancelling(inSession(), { outcome: 'still open' });
  await expect(run()).rejects.toThrow(PaidMeanwhile);
  expect(calls.map((call) => (call as unknown[])[0])).toEqual(['expire', 'settle']);
  expect(audited).toEqual([]);
});

test('one that was paid meanwhile is not cancelled', async () => {
  const paid = cancelling(inSession(), { outcome: 'paid', end: (order) => void order.pay({ intentId: 'pi_1', provider: 'stripe' }, step) });
  await expect(paid.run()).rejects.toThrow(PaidMeanwhile);
  expect(paid.audited).toEqual([]);
});

test('one that cannot be ended, or is gone by then, is in no log', async () => {
  for (const situation of [{ end: () => undefined }, { now: null }]) {
    const { audited, run } = cancelling(orderIn('pending'), situation);
    await expect(run()).rejects.toThrow(OrderNotOnHold);
    expect(audited).toEqual([]);
  }
});

test('what is neither unpaid nor on hold is refused, and nothing is asked', async () => {
  for (const order of [null, orderIn('completed'), orderIn('expired')]) {
    const { calls, run } = cancelling(order);
    await expect(run()).rejects.toThrow(OrderNotOnHold);
    expect(calls).toEqual([]);
  }
});

test('one that is on hold is refunded', async () => {
  const { calls, audited, run } = cancelling(orderIn('on_hold'), { send: async () => 2500 });
  expect(await run()).toBe(2500);
  expect(calls).toEqual([
    ['prepare', 'order-1', null, { ...why, action: 'orders.cancel', isOfHeld: true }],
    ['send', 'refund-1'],
  ]);
  expect(audited).toEqual([]);
});

test('a refund that the provider refuses for now is on its way; any other failure is told', async () => {
  const failing = (error: Error) => cancelling(orderIn('on_hold'), { send: () => Promise.reject(error) }).run();
  expect(await failing(new RefundRefused('insufficient_funds'))).toBe(2700);
  await expect(failing(new PaymentUnavailable())).rejects.toThrow(PaymentUnavailable);
});
