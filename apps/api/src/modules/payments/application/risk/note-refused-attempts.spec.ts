import { expect, test } from '@jest/globals';
import { FixedClock, PlainTransaction } from '../../../../testing/fakes.ts';
import { InMemoryOrders } from '../../../orders/testing/in-memory-orders.ts';
import { unpaidOrder } from '../../../orders/testing/order-builder.ts';
import type { AssessOrders, FailedAttempt } from '../../../risk/index.ts';
import type { PaymentProviders } from '../payment-providers.ts';
import type { RefusedAttempt } from '../ports.ts';
import { NoteRefusedAttempts } from './note-refused-attempts.ts';

const at = new Date('2026-03-01T12:01:00.000Z');
const attempt = (id: string, orderId: string | null): RefusedAttempt => ({ id, orderId, fingerprint: 'card-1', at, amountMinor: 3600 });

async function noting(attempts: readonly RefusedAttempt[]) {
  const orders = new InMemoryOrders(new FixedClock());
  await orders.save(unpaidOrder({ userId: 'user-1' }), []);
  await orders.save(unpaidOrder({ id: 'order-2', paymentProvider: 'other' }), []);
  const noted: (readonly FailedAttempt[])[] = [];
  const asked: unknown[] = [];
  const providers = {
    named: (name: string) => ({ refusedAttempts: async (id: string) => (asked.push([name, id]), attempts) }),
  } as unknown as PaymentProviders;
  const risk = { noteFailures: async (failures: readonly FailedAttempt[]) => void noted.push(failures) } as unknown as AssessOrders;
  const outcome = await new NoteRefusedAttempts(orders, providers, risk, new PlainTransaction()).run('pi_1', 'stripe');
  expect(asked).toEqual([['stripe', 'pi_1']]);
  return { outcome, noted };
}

test('each refused attempt at an order counts, with who wanted it and by which card', async () => {
  const order = {
    orderId: 'order-1',
    email: 'ada@example.com',
    accountId: 'user-1',
    browserId: 'browser-1',
    address: '192.0.2.1',
    currency: 'Eur',
  };
  const failure = (attemptId: string) => ({ attemptId, order, fingerprint: 'card-1', at, amountMinor: 3600 });
  expect(await noting([attempt('a', 'order-1'), attempt('b', null), attempt('c', 'order-1')])).toEqual({
    outcome: 'attempts counted',
    noted: [[failure('a'), failure('c')]],
  });
});

test('an attempt at no order, an unknown one, or one of another provider does not', async () => {
  for (const attempts of [[], [attempt('a', null)], [attempt('a', 'nobody')], [attempt('a', 'order-2')]])
    expect(await noting(attempts)).toEqual({ outcome: 'attempt at no order', noted: [] });
});
