import { expect, test } from '@jest/globals';
import { type EarlierPayment, priorPayments, windowOfPriors } from './prior-payments.ts';

const DAY_MS = 86_400_000;
const disputed = {
  email: 'ada@example.com',
  userId: 'ada',
  address: '192.0.2.1',
  deviceId: 'browser-1',
  paidAt: new Date('2026-11-25T10:00:00Z'),
};
/** Matches in nothing. */
const stranger = { email: 'eve@example.com', userId: null, address: '192.0.2.9', deviceId: 'browser-9' };

let count = 0;
function paid(daysBefore: number, change: Partial<EarlierPayment> = {}): EarlierPayment {
  return {
    ...stranger,
    orderNumber: `K${(count += 1)}`,
    paymentId: `pi_${count}`,
    paidAt: new Date(disputed.paidAt.getTime() - daysBefore * DAY_MS),
    description: '1 × Half Moon',
    refundedMinor: 0,
    chargedBackMinor: 0,
    wasDisputed: false,
    ...change,
  };
}

const { address, email, userId, deviceId } = disputed;
const linked = { address, email };

test.each<[string, Partial<EarlierPayment>, number, readonly string[] | null]>([
  ['119 days old', linked, 119, null],
  ['120 days old', linked, 120, ['address', 'email']],
  ['365 days old', linked, 365, ['address', 'email']],
  ['366 days old', linked, 366, null],
  ['matching in address only', { address }, 200, null],
  ['matching in device only', { deviceId }, 200, null],
  ['matching in e-mail and account only', { email, userId }, 200, null],
  ['matching in address and device', { address, deviceId }, 200, ['address', 'device']],
  ['matching in address and account', { address, userId }, 200, ['address', 'account']],
  ['matching in device and e-mail', { deviceId, email }, 200, ['device', 'email']],
  ['disputed once', { ...linked, wasDisputed: true }, 200, null],
  ['refunded in part', { ...linked, refundedMinor: 1 }, 200, null],
  ['charged back in part', { ...linked, chargedBackMinor: 1 }, 200, null],
  ['without a payment at the provider', { ...linked, paymentId: null }, 200, null],
])('two payments, one of them %s', (_what, change, days, matches) => {
  const found = priorPayments(disputed, [paid(150, { address, email, userId, deviceId }), paid(days, change)]);
  expect(found?.matches ?? null).toEqual(matches);
});

test('one payment does not suffice, and of more than two the newest are taken', () => {
  const [old, young, middle] = [paid(300, linked), paid(130, linked), paid(200, linked)];
  expect(priorPayments(disputed, [old])).toBeNull();
  expect(priorPayments(disputed, [old, young, middle])?.payments).toEqual([young, middle]);
});

test('both must match in the same elements', () => {
  expect(priorPayments(disputed, [paid(130, { address, email }), paid(200, { deviceId, userId })])).toBeNull();
  const [first, odd, third] = [paid(130, { address, email }), paid(140, { deviceId, email }), paid(150, { address, email })];
  expect(priorPayments(disputed, [first, odd, third])?.payments).toEqual([first, third]);
});

test('guests are not one account', () => {
  expect(priorPayments({ ...disputed, userId: null }, [paid(130, { address }), paid(140, { address })])).toBeNull();
});

test('addresses and devices that were erased are nobody’s', () => {
  for (const erased of [{ address: '' }, { deviceId: '' }])
    expect(priorPayments({ ...disputed, ...erased }, [paid(130, { email, ...erased }), paid(140, { email, ...erased })])).toBeNull();
});

test('the window counts days, not hours', () => {
  expect(windowOfPriors(disputed.paidAt)).toEqual({
    from: new Date('2025-11-25T00:00:00.000Z'),
    to: new Date('2026-07-28T23:59:59.999Z'),
  });
  expect(
    priorPayments(
      disputed,
      [new Date('2025-11-25T00:00:00Z'), new Date('2026-07-28T23:59:59Z')].map((paidAt) => paid(0, { ...linked, paidAt })),
    ),
  ).not.toBeNull();
});
