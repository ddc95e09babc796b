import { expect, jest, test } from '@jest/globals';
import { BuyerBlocked, CartIsEmpty, CountryBlocked, TooManyOpenCheckouts, TotalOutOfBounds } from '../domain/checkout-errors.ts';
import { cartOf, checkoutShop, GRACE, line, MINUTE, offer } from '../testing/checkout-on-fakes.ts';

test('an order has what the buyer entered and saw, and its keys for the session and a grace', async () => {
  const { run, all, clock, stock, visits } = await checkoutShop({
    cart: cartOf(line(2), line(1, { offer: null, unitMinor: 0, quantity: 0 })),
  });
  const answer = await run({ userId: 'ada', idempotencyKey: 'key-12345678', expectedTotalMinor: 1600 });
  const [order] = all();
  expect(answer).toMatchObject({ session: { id: `session-${order?.id}` } });
  expect(order).toMatchObject({
    email: 'ada-1@example.com',
    userId: 'ada',
    currency: 'Eur',
    totalMinor: 1600,
    lines: [
      {
        productId: 'product-1',
        ref: offer.ref,
        name: 'Half Moon',
        platform: 'Steam',
        coverImage: 'images/00-320.webp',
        listMinor: 1000,
        unitMinor: 800,
        quantity: 2,
      },
    ],
    customer: { fullName: 'Ada', country: null },
    termsAcceptedAt: clock.now(),
    termsVersion: 'terms-1',
    clientAddress: '192.0.1.1',
    browserId: 'browser-1',
    idempotencyKey: 'key-12345678',
    requestHash: 'hash',
    paymentProvider: 'stripe',
    expiresAt: new Date(clock.now().getTime() + 31 * MINUTE),
  });
  expect(order?.lines).toHaveLength(1);
  const visit = { shown: 'checkout', viewer: 'user ada', address: '192.0.1.1', browser: 'Firefox 144 on Windows', isBuyingBrowser: true };
  expect(await visits.ofOrder(order?.id ?? '')).toEqual([{ ...visit, revealId: null, at: clock.now() }]);
  const free = async () => (await stock.available(['product-1'])).get('product-1');
  clock.advance(31 * MINUTE + GRACE - 1);
  expect(await free()).toBe(8);
  clock.advance(1);
  expect(await free()).toBe(10);
});

test('who did not accept the terms has not', async () => {
  const { run, all } = await checkoutShop();
  await run({ termsAccepted: false });
  expect(all()[0]).toMatchObject({ termsAcceptedAt: null, termsVersion: null });
});

test.each([
  ['an empty cart', {}, { lines: [] }, CartIsEmpty],
  ['a buyer of a blocked country', { blocked: ['XX'] }, { customer: { country: 'XX' } as never }, CountryBlocked],
  ['a request from one', { blocked: ['XX'] }, { fromCountry: 'XX' }, CountryBlocked],
  ['a buyer who is blocked', { blockedBuyers: ['ada'] }, { userId: 'ada' }, BuyerBlocked],
  ['a total below the provider’s least', { cart: cartOf(line(1, { unitMinor: 49 })) }, {}, TotalOutOfBounds],
  ['more pieces than one may reserve', { cart: cartOf(line(5)) }, {}, TooManyOpenCheckouts],
])('%s is refused, and nothing is placed', async (_what, setting, change, error) => {
  const { run, all } = await checkoutShop(setting);
  await expect(run(change)).rejects.toThrow(error);
  expect(all()).toEqual([]);
});

test('of one address two checkouts are open, and no third, whatever captchas are solved', async () => {
  const { run, captcha, all } = await checkoutShop();
  const same = { clientAddress: '192.0.2.9', pass: 'pass' };
  captcha.passes.add('pass');
  await run(same);
  await run(same);
  captcha.passes.add('pass');
  await expect(run(same)).rejects.toThrow(expect.objectContaining({ extra: { retryAfterSeconds: 31 * 60 } }));
  expect([all().length, captcha.passes.size]).toEqual([2, 1]);
});

test('who names an e-mail address with two open checkouts solves a captcha, and is not refused', async () => {
  const { run, captcha, all } = await checkoutShop();
  const same = { email: 'ada@example.com' };
  await run(same);
  await run(same);
  await expect(run(same)).rejects.toThrow('Please verify the captcha.');
  captcha.passes.add('pass');
  await run({ ...same, pass: 'pass' });
  expect(all()).toHaveLength(3);
});

test('where limits are lifted nothing is counted, and neither a captcha nor 3-D Secure is asked for', async () => {
  const { run, all, orders } = await checkoutShop({ limits: { isLifted: true, mostPiecesPerProduct: 1 }, cart: cartOf(line(2)) });
  const counted = jest.spyOn(orders, 'openOf');
  for (let count = 0; count < 5; count += 1) await run({ clientAddress: '192.0.2.9', email: 'ada@example.com' });
  expect(all().map(({ threeDSecure }) => threeDSecure)).toEqual([null, null, null, null, null]);
  expect(counted).not.toHaveBeenCalled();
});

test('3-D Secure is asked for with further open checkouts of a network, and not with its first', async () => {
  const { run, all, captcha } = await checkoutShop();
  captcha.passes.add('pass');
  for (const clientAddress of ['192.0.2.1', '192.0.2.2']) await run({ clientAddress, pass: 'pass' });
  expect(all().map(({ threeDSecure }) => threeDSecure)).toEqual([null, 'any']);
});

test.each([
  ['with a line that does not activate for him', true, ['yes', 'no'], true],
  ['that activates for him', true, ['yes', 'unknown'], false],
  ['without saying so', false, ['no'], false],
])('who buys for somebody elsewhere a cart %s has accepted that: %s', async (_what, isForElsewhere, activations, isAccepted) => {
  const { run, all, clock } = await checkoutShop({ cart: cartOf(...activations.map((activation) => line(1, { activation }))) });
  await run({ isForElsewhere });
  expect(all()[0]?.regionAcceptedAt).toEqual(isAccepted ? clock.now() : null);
});

test('the checkout of a visitor is noted as that of a guest', async () => {
  const { run, all, visits } = await checkoutShop();
  await run();
  expect(await visits.ofOrder(all()[0]?.id ?? '')).toMatchObject([{ shown: 'checkout', viewer: 'guest' }]);
});

test.each([
  ['removed', cartOf(line(1, { status: 'removed' })), null],
  ['adjusted', cartOf(line(1), line(1, { status: 'adjusted' })), null],
  ['not to be activated in the buyer’s country', cartOf(line(1, { status: 'region' }), line(1)), null],
  ['of another total', cartOf(line(1)), 801],
])('a cart with what is %s is sent back, and nothing placed', async (_what, cart, expectedTotalMinor) => {
  const { run, all } = await checkoutShop({ cart });
  expect(await run({ expectedTotalMinor })).toEqual({ changed: cart });
  expect(all()).toEqual([]);
});
