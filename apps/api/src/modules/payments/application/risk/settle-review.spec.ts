import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction } from '../../../../testing/fakes.ts';
import { type Order, RISK_HOLD, type WithholdKeys } from '../../../orders/index.ts';
import { InMemoryOrders } from '../../../orders/testing/in-memory-orders.ts';
import { unpaidOrder } from '../../../orders/testing/order-builder.ts';
import type { AssessOrders, CardChecks } from '../../../risk/index.ts';
import type { PaymentProviders } from '../payment-providers.ts';
import type { SettleRefunds } from '../refunds/from-provider/settle-refunds.ts';
import type { RefundWithheld } from './refund-withheld.ts';
import { SettleReview } from './settle-review.ts';

type Review = CardChecks['review'];

interface Situation {
  /** What the provider says at each question, the last one for ever. Null: there is no card. */
  readonly reviews?: readonly (Review | null)[];
  readonly outcome?: string | null;
  readonly does?: boolean;
  readonly sessionId?: string | null;
  readonly sessionAtProvider?: string | null;
  readonly hasSession?: boolean;
  readonly isRefunded?: boolean;
}

async function reviewing({
  reviews = ['open'],
  outcome = 'hold',
  does = true,
  sessionId = 'session-1',
  sessionAtProvider = null,
  hasSession = true,
  isRefunded = false,
}: Situation = {}) {
  const clock = new FixedClock();
  const orders = new InMemoryOrders(clock);
  const order = Object.assign(unpaidOrder(), { sessionId });
  order.pay({ intentId: 'pi_1', provider: 'stripe' }, { at: clock.now(), actor: 'stripe' });
  await orders.save(order, []);
  const calls: unknown[][] = [];
  const left = [...reviews];
  const card = (review: Review | null) => review && { review };
  const provider = {
    sessionOf: async (id: string) => (calls.push(['sessionOf', id]), sessionAtProvider),
    session: async (id: string) => {
      calls.push(['session', id]);
      return hasSession ? { card: card((left.length > 1 ? left.shift() : left[0]) ?? null) } : null;
    },
    pageOf: (id: string) => `page of ${id}`,
  };
  const providers = { named: (name: string) => (name === 'stripe' ? provider : null) } as unknown as PaymentProviders;
  const verdict = outcome && { outcome, reasons: [{ text: 'A stolen card.' }, { text: 'Another country.' }] };
  const risk = { again: async (...call: unknown[]) => (calls.push(['again', ...call]), verdict) } as unknown as AssessOrders;
  const keys = {
    hold: async (...call: unknown[]) => (calls.push(['hold', ...call]), does),
    release: async (...call: unknown[]) => (calls.push(['release', ...call]), does),
  } as unknown as WithholdKeys;
  const isDue: boolean[] = [];
  const refundWithheld = {
    run: async (id: string, actor: string, asks: (order: Partial<Order>) => boolean) => {
      calls.push(['refund', id, actor]);
      isDue.push(
        asks({ status: 'on_hold', holdReason: RISK_HOLD }),
        asks({ status: 'on_hold', holdReason: 'amount differs' }),
        asks({ status: 'paid', holdReason: RISK_HOLD }),
      );
      return isRefunded;
    },
  } as unknown as RefundWithheld;
  const settleRefunds = { run: async (...call: unknown[]) => void calls.push(['settle', ...call]) } as unknown as SettleRefunds;
  const settle = new SettleReview(orders, providers, risk, keys, refundWithheld, settleRefunds, new PlainTransaction(), clock);
  const names = () => calls.map(([name]) => name);
  return { clock, orders, order, calls, names, isDue, run: (intent = 'pi_1') => settle.run(intent, 'stripe') };
}

test('an open review withholds the keys, and says why', async () => {
  for (const outcome of ['hold', 'refuse']) {
    const { calls, run, order, clock } = await reviewing({ outcome });
    expect(await run()).toBe('held');
    const step = { at: clock.now(), actor: 'stripe' };
    expect(calls).toEqual([
      ['session', 'session-1'],
      ['again', 'order-1', { review: 'open' }, clock.now()],
      ['hold', order, { step, page: 'page of pi_1', reasons: ['A stolen card.', 'Another country.'] }],
      ['session', 'session-1'],
    ]);
  }
});

test('an approved one lets the order go, by link where that was decided', async () => {
  for (const outcome of ['deliver', 'link']) {
    const { calls, run, order, clock } = await reviewing({ reviews: ['approved'], outcome });
    expect(await run()).toBe('released');
    expect(calls[2]).toEqual(['release', order, { at: clock.now(), actor: 'stripe' }, outcome === 'link']);
  }
});

test('what changes no order is recorded', async () => {
  expect(await (await reviewing({ does: false })).run()).toBe('recorded');
  expect(await (await reviewing({ outcome: 'deliver', does: false })).run()).toBe('recorded');
});

test('one about which nothing was decided, or whose order is gone, is left as it is', async () => {
  const undecided = await reviewing({ outcome: null });
  expect([await undecided.run(), undecided.names()]).toEqual(['not decided about', ['session', 'again', 'session']]);
  const gone = await reviewing();
  gone.orders.forUpdate = async () => null;
  expect([await gone.run(), gone.names()]).toEqual(['payment of no order', ['session', 'session']]);
  const nobodys = await reviewing();
  expect([await nobodys.run('pi_9'), nobodys.calls]).toEqual(['payment of no order', []]);
});

test('without a card there is no review, and an order without a session is looked for at the provider', async () => {
  const none = await reviewing({ reviews: [null] });
  expect([await none.run(), none.names()]).toEqual(['no review', ['session']]);
  const forgotten = await reviewing({ hasSession: false });
  expect(await forgotten.run()).toBe('no review');
  const found = await reviewing({ sessionId: null, sessionAtProvider: 'session-2' });
  expect(await found.run()).toBe('held');
  expect(found.calls.slice(0, 2)).toEqual([
    ['sessionOf', 'pi_1'],
    ['session', 'session-2'],
  ]);
  const unknown = await reviewing({ sessionId: null });
  expect([await unknown.run(), unknown.names()]).toEqual(['no review', ['sessionOf']]);
});

test('a review that changes meanwhile is applied again, three times at most', async () => {
  const again = async (...reviews: (Review | null)[]) => {
    const { run, names } = await reviewing({ reviews });
    await run();
    return names().filter((name) => name === 'again').length;
  };
  expect(await again('open', 'approved')).toBe(2);
  expect(await again('open', null)).toBe(1);
  expect(await again('open', 'approved', 'open', 'approved', 'open')).toBe(3);
});

test('one that ended against the payment is refunded where it is still on hold, after what was sent back is recorded', async () => {
  const { run, calls, isDue } = await reviewing({ reviews: ['refused'], isRefunded: true });
  expect(await run()).toBe('refunded');
  expect(calls.slice(-2)).toEqual([
    ['settle', 'pi_1', 'stripe'],
    ['refund', 'order-1', 'stripe'],
  ]);
  expect(isDue).toEqual([true, false, false]);
  const elsewhere = await reviewing({ reviews: ['refused'] });
  expect(await elsewhere.run()).toBe('held');
});
