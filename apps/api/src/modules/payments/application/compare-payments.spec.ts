import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import type { Audit, Operator } from '../../ops/index.ts';
import type { StaffOrders } from '../../orders/index.ts';
import { NoSessionToAsk } from '../domain/payment-errors.ts';
import { ComparePayments } from './compare-payments.ts';
import type { PaymentProviders } from './payment-providers.ts';
import type { SessionState } from './ports.ts';
import type { Settle } from './settle.ts';
import type { Mismatch, StaffPayments } from './staff-payments.ts';

const DAY = 86_400_000;
const why = { by: { id: 'key-1', name: 'ada', role: 'support' } as unknown as Operator, reason: 'a buyer wrote' };
const own: Mismatch = { kind: 'on-hold', orderNumber: 'K-9', orderStatus: 'on_hold', detail: 'amount differs', since: '2026-03-01' };

/** Unpaid orders with what the provider says of their sessions. */
function comparing(states: readonly (Partial<SessionState> | null)[] = [], sessionId: string | null = 'session-1') {
  const clock = new FixedClock();
  const calls: unknown[] = [];
  const audited: unknown[] = [];
  const atWork = { now: 0, most: 0 };
  const staffPayments = {
    mismatches: async (...call: unknown[]) => (calls.push(['mismatches', ...call]), [own]),
    unpaid: async (...call: unknown[]) => {
      calls.push(['unpaid', ...call]);
      return states.map((_, place) => ({
        number: `K-${place}`,
        status: 'expired',
        sessionId: String(place),
        provider: place === 0 ? 'other' : 'stripe',
        createdAt: clock.now(),
      }));
    },
  } as unknown as StaffPayments;
  const providers = {
    named: (name: string) => ({
      session: async (id: string) => {
        calls.push(['session', name, id]);
        atWork.most = Math.max(atWork.most, (atWork.now += 1));
        await Promise.resolve();
        atWork.now -= 1;
        return states[Number(id)];
      },
    }),
  } as unknown as PaymentProviders;
  const orders = {
    find: async (which: string) => ({ id: `id of ${which}`, sessionId, paymentProvider: 'stripe', status: 'expired' }),
  } as unknown as StaffOrders;
  const settle = { run: async (...call: unknown[]) => (calls.push(['settle', ...call]), 'paid') } as unknown as Settle;
  const audit = { record: async (entry: unknown) => void audited.push(entry) } as unknown as Audit;
  const compare = new ComparePayments(staffPayments, orders, providers, settle, audit, new PlainTransaction(), clock);
  return { clock, calls, audited, atWork, compare };
}

test('without a question to the provider the mismatches are those of the shop alone', async () => {
  const { clock, calls, compare } = comparing([{ outcome: 'paid' }]);
  expect(await compare.mismatches(false)).toEqual({ items: [own], asked: 0 });
  expect(calls).toEqual([['mismatches', clock.now(), 100]]);
});

test('an order that is paid at its provider and not here comes first', async () => {
  const states = [{ outcome: 'paid', intentId: 'pi_1' }, { outcome: 'open' }, null, { outcome: 'paid', intentId: null }] as const;
  const { clock, calls, compare } = comparing(states);
  const found = (number: string, by: string) => ({
    kind: 'paid-elsewhere',
    orderNumber: number,
    orderStatus: 'expired',
    detail: `paid at the provider by ${by}, and not here`,
    since: clock.now().toISOString(),
  });
  expect(await compare.mismatches(true)).toEqual({
    items: [found('K-0', 'pi_1'), found('K-3', 'a payment without a name'), own],
    asked: 4,
  });
  const now = clock.now().getTime();
  expect(calls.slice(1, 4)).toEqual([
    ['unpaid', new Date(now - 60_000), new Date(now - DAY), 40],
    ['session', 'other', '0'],
    ['session', 'stripe', '1'],
  ]);
});

test('many sessions are asked for, each once, eight at the same time', async () => {
  const { calls, atWork, compare } = comparing(Array.from({ length: 19 }, () => ({ outcome: 'open' }) as const));
  expect(await compare.mismatches(true)).toEqual({ items: [own], asked: 19 });
  expect(calls.slice(2).map((call) => (call as unknown[])[2])).toEqual(Array.from({ length: 19 }, (_, place) => String(place)));
  expect(atWork.most).toBe(8);
});

test('an order is settled with what its session says, and the log has what came of it', async () => {
  const { calls, audited, compare } = comparing();
  expect(await compare.settleOrder('K-1', why)).toBe('paid');
  expect(calls).toEqual([['settle', 'session-1', 'ada', 'stripe']]);
  const subject = { type: 'order', id: 'id of K-1' };
  expect(audited).toEqual([{ ...why, action: 'payments.settle', subject, before: { status: 'expired' }, after: { outcome: 'paid' } }]);
});

test('an order without a session cannot be settled', async () => {
  const { calls, audited, compare } = comparing([], null);
  await expect(compare.settleOrder('K-1', why)).rejects.toThrow(NoSessionToAsk);
  expect([calls, audited]).toEqual([[], []]);
});
