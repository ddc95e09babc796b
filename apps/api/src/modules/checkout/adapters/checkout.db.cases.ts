import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { brokenInvariants } from '../../../testing/invariants/invariants.ts';
import { buyer, cartLine } from '../../../testing/products.ts';
import { until } from '../../../testing/until.ts';
import { cancelAddress } from '../../payments/index.ts';
import { Settle } from '../../payments/application/settle.ts';
import { CheckoutTestShop, cookieOf } from '../testing/checkout-test-shop.ts';

export function checkout(): void {
  const fixture = new CheckoutTestShop();
  beforeAll(() => fixture.open());
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  test('a cart becomes an unpaid order with reserved keys and a payment session', async () => {
    const answer = await fixture.pay({ cart: [cartLine(1, 2), cartLine(2)], expectedTotal: 40 });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ id: expect.stringContaining('session-'), url: expect.stringContaining('https://pay.example/') });
    const { rows } = await fixture.shop.database.query(
      `select total_minor, currency, email, terms_accepted_at from shop_order where status = 'pending'`,
    );
    expect(rows).toEqual([{ total_minor: 4000, currency: 'Eur', email: 'ada@example.com', terms_accepted_at: fixture.shop.clock.now() }]);
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
  });

  test('the prices stored by a browser are not charged', async () => {
    const cheap = {
      item: { _id: '1', type: 'game', price: 0.01, is_discounted: true, new_price: 0.01 },
      prices: { Eur: 0.01 },
      quantity: 1,
    };
    expect((await fixture.pay({ cart: [cheap] })).statusCode).toBe(201);
    const { rows } = await fixture.shop.database.query(`select total_minor from shop_order where status = 'pending'`);
    expect(rows).toEqual([{ total_minor: 1000 }]);
  });

  test('a buyer who saw another total gets the current lines, and decides', async () => {
    const answer = await fixture.pay({ expectedTotal: 9.99 });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ total: 10, currency: 'EUR', lines: [{ _id: '1', quantity: 1, product: { sellPrice: 10 } }] });
    expect((await fixture.pay({ expectedTotal: 10 })).statusCode).toBe(201);
  });

  test('a cart line whose stored price changed is `repriced`', async () => {
    const remembered = { item: { _id: '1', type: 'game' }, prices: { Eur: 12, Usd: 13, Pln: 50, Gbp: 10 }, quantity: 1 };
    expect((await fixture.validate([remembered])).json()).toMatchObject({ total: 10, lines: [{ status: 'repriced' }] });
  });

  test('ten clicks on Pay under one key are one order and one session', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => fixture.pay({}, { key: 'click-0000001' })));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json<{ id: string }>().id)).size).toBe(1);
    expect(await fixture.openOrders()).toBe(1);
  });

  test('the same key for another cart is refused', async () => {
    await fixture.pay({}, { key: 'click-0000002' });
    const answer = await fixture.pay({ cart: [cartLine(1, 2)] }, { key: 'click-0000002' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ details: [{ field: 'Idempotency-Key' }] });
  });

  test('an idempotency key with other details at the same moment, from other networks, is refused like one that comes later', async () => {
    const answers = await Promise.all(
      ['192.0.2.1', '198.51.100.1', '203.0.113.1'].map((address) =>
        fixture.pay({ data: { ...buyer, email: `${address}@example.com` } }, { key: 'one-key-of-three-networks', address }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(await fixture.openOrders()).toBe(1);
  });

  test('checking out again in the same browser ends the earlier session and frees its keys', async () => {
    const first = await fixture.pay({ cart: [cartLine(2)] });
    expect((await fixture.pay({ cart: [cartLine(2)] }, { address: '192.0.2.9' })).statusCode).toBe(409);
    const second = await fixture.pay({ cart: [cartLine(2)] }, { cookie: cookieOf(first) });
    expect(second.statusCode).toBe(201);
    expect(fixture.provider.sessions.get(first.json<{ id: string }>().id)?.outcome).toBe('expired');
    expect(await fixture.openOrders()).toBe(1);
  });

  test('the keys that a browser has reserved itself count as free for its cart', async () => {
    const first = await fixture.pay({ cart: [cartLine(2)] });
    expect((await fixture.validate([cartLine(2)])).json()).toMatchObject({ lines: [{ status: 'removed' }] });
    expect((await fixture.validate([cartLine(2)], { cookie: cookieOf(first) })).json()).toMatchObject({ lines: [{ status: 'ok' }] });
  });

  test('keys that wait for the buyer’s own bank transfer can be bought neither by the check of the cart nor by the checkout, and both say why', async () => {
    const first = await fixture.pay({ cart: [cartLine(2)] });
    const id = first.json<{ id: string }>().id;
    fixture.provider.become(id, { outcome: 'processing' });
    await fixture.shop.get(Settle).run(id, 'test', 'stripe');
    const held = { status: 'removed', quantity: 0, heldByOwnTransfer: true };
    expect((await fixture.validate([cartLine(2)], { cookie: cookieOf(first) })).json()).toMatchObject({ lines: [held] });
    const refused = await fixture.pay({ cart: [cartLine(2)] }, { cookie: cookieOf(first) });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ lines: [held] });
    const stranger = (await fixture.validate([cartLine(2)])).json<{ lines: object[] }>();
    expect(stranger.lines[0]).toEqual({ _id: '2', type: 'game', status: 'removed', quantity: 0 });
  });

  test('cancelling at the payment page releases the keys and redirects to the form', async () => {
    await fixture.pay({ cart: [cartLine(2)] });
    const back = await fixture.cancel(await fixture.newestOrder());
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe(`${fixture.shop.config.storefrontOrigin}/checkout`);
    expect((await fixture.validate([cartLine(2)])).json()).toMatchObject({ lines: [{ status: 'ok' }] });
  });

  test.each([
    ['without a signature', () => ''],
    [
      'with the signature of another order',
      (order: string) => new URL(cancelAddress('another', fixture.shop.config)).search.replace('another', order),
    ],
    ['with a signature of nothing', (order: string) => `?order=${order}&signature=x`],
  ])('a link %s cancels nothing, although the browser is that of the buyer', async (_what, query) => {
    const first = await fixture.pay({ cart: [cartLine(2)] });
    const back = await fixture.shop.app.inject({
      url: `/products/payment_checkout/cancel${query(await fixture.newestOrder())}`,
      headers: { cookie: cookieOf(first) },
    });
    expect([back.statusCode, back.headers.location]).toEqual([303, `${fixture.shop.config.storefrontOrigin}/checkout`]);
    expect(await fixture.openOrders()).toBe(1);
  });

  test('a stale token gets 401, so that the browser can continue as a visitor', async () => {
    const answer = await fixture.shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      headers: { authorization: 'Bearer stale' },
      payload: { cart: [cartLine(1)], data: buyer, currency: 'EUR' },
    });
    expect(answer.statusCode).toBe(401);
    expect(await fixture.openOrders()).toBe(0);
  });

  test('a session that opens late, when its order was replaced already, is ended: no page is payable without keys behind it', async () => {
    let go = () => {};
    fixture.provider.slowness = new Promise((resolve) => (go = resolve));
    const cookie = `browser=${'b'.repeat(43)}`;
    const { openings } = fixture.provider;
    const late = fixture.pay({ cart: [cartLine(2)] }, { cookie });
    await until(() => fixture.provider.openings > openings);
    fixture.provider.slowness = Promise.resolve();
    const newer = await fixture.pay({ cart: [cartLine(2)] }, { cookie });
    go();
    const refused = await late;
    expect([newer.statusCode, refused.statusCode]).toEqual([201, 409]);
    expect([...fixture.provider.sessions.values()].filter(({ outcome }) => outcome === 'open').map(({ id }) => id)).toContain(
      newer.json<{ id: string }>().id,
    );
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
    const orders = await fixture.shop.database.query<{ session_id: string | null; status: string }>(
      `select session_id, status from shop_order where browser_id = '${'b'.repeat(43)}'`,
    );
    expect(orders.rows.filter(({ status }) => status === 'pending')).toHaveLength(1);
  });

  test('a repeat whose first answer was lost gets its order under the new cookie', async () => {
    await fixture.pay({ cart: [cartLine(2)] }, { key: 'lost-answer-1' });
    const again = await fixture.pay({ cart: [cartLine(2)] }, { key: 'lost-answer-1' });
    expect(again.statusCode).toBe(201);
    const { rows } = await fixture.shop.database.query(`select browser_id from shop_order where status = 'pending'`);
    expect(rows.map(({ browser_id: id }) => `browser=${id}`)).toEqual([cookieOf(again)]);
  });

  test('the idempotency key of a finished checkout does not return an expired payment page', async () => {
    const first = await fixture.pay({}, { key: 'over-00000001' });
    fixture.provider.become(first.json<{ id: string }>().id, { outcome: 'paid' });
    await fixture.shop.get(Settle).run(first.json<{ id: string }>().id, 'stripe', 'stripe');
    const again = await fixture.pay({}, { key: 'over-00000001' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ message: expect.stringContaining('This checkout is over') });
  });

  test('many visits of the link that cancels a checkout ask the provider once', async () => {
    expect((await fixture.pay()).statusCode).toBe(201);
    const order = await fixture.newestOrder();
    const expired = jest.spyOn(fixture.provider, 'expireSession');
    const visits = await Promise.all(Array.from({ length: 20 }, () => fixture.cancel(order)));
    expect(visits.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 303));
    expect(expired).toHaveBeenCalledTimes(1);
    expired.mockRestore();
  });

  test('cancelling while the provider is down redirects to the form as well', async () => {
    await fixture.pay();
    const order = await fixture.newestOrder();
    fixture.provider.isDown = true;
    expect((await fixture.cancel(order)).statusCode).toBe(303);
  });

  test('a missing expected total is the same as null', async () => {
    expect((await fixture.pay({ expectedTotal: null })).statusCode).toBe(201);
  });

  test('a provider that is down leaves no reservation, and the same click works afterwards', async () => {
    fixture.provider.isDown = true;
    const refused = await fixture.pay({ cart: [cartLine(2)] }, { key: 'click-0000003' });
    expect(refused.statusCode).toBe(503);
    expect(await fixture.openOrders()).toBe(0);
    fixture.provider.isDown = false;
    expect((await fixture.pay({ cart: [cartLine(2)] }, { key: 'click-0000003', cookie: cookieOf(refused) })).statusCode).toBe(201);
  });

  test('many concurrent buyers of the last keys: each key is sold once and every invariant holds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        fixture.pay(
          { cart: [cartLine(2), cartLine(1)].slice(0, 1 + (index % 2)), data: { ...buyer, email: `storm${index}@example.com` } },
          { address: `198.51.100.${index}` },
        ),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(29);
    expect(await brokenInvariants(fixture.shop.database, fixture.shop.clock.now())).toEqual([]);
  });
}
