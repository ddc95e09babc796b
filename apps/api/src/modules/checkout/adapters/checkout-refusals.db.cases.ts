import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { buyer, cartLine } from '../../../testing/products.ts';
import { CheckoutTestShop, type Sent } from '../testing/checkout-test-shop.ts';

export function checkoutRefusals(): void {
  const fixture = new CheckoutTestShop();
  beforeAll(() => fixture.open());
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  test.each([
    ['a quantity of none', { cart: [cartLine(1, 0)] }, 'cart.0.quantity'],
    ['a negative quantity', { cart: [cartLine(1, -1)] }, 'cart.0.quantity'],
    ['a part of a piece', { cart: [cartLine(1, 1.5)] }, 'cart.0.quantity'],
    ['a huge quantity', { cart: [cartLine(1, 1e12)] }, 'cart.0.quantity'],
    ['a quantity as text', { cart: [{ item: { _id: '1', type: 'game' }, quantity: '2' }] }, 'cart.0.quantity'],
    ['a line without an item', { cart: [{ quantity: 1 }] }, 'cart.0.item'],
    ['an id that is no id', { cart: [{ item: { _id: { $ne: 1 }, type: 'game' }, quantity: 1 }] }, 'cart.0.item._id'],
    ['a type that is no type', { cart: [{ item: { _id: '1', type: 'sofa' }, quantity: 1 }] }, 'cart.0.item.type'],
    ['a cart that is no list', { cart: { length: 1 } }, 'cart'],
    ['an empty cart', { cart: [] }, 'cart'],
    ['an unknown currency', { currency: 'JPY' }, 'currency'],
    ['a currency as a list', { currency: ['EUR'] }, 'currency'],
    ['a cart under the least card payment', { cart: [cartLine(3, 2)] }, 'cart'],
    ['no name', { data: { ...buyer, fullName: ' ' } }, 'data.fullName'],
    ['a name of two lines', { data: { ...buyer, fullName: 'Ada\r\nBcc: x@y.z' } }, 'data.fullName'],
    ['a name that turns what follows around', { data: { ...buyer, fullName: 'Ada\u202ereyuB' } }, 'data.fullName'],
    ['a company of two lines', { data: { ...buyer, company: 'Ada\u2028refunded' } }, 'data.company'],
    ['no e-mail', { data: { fullName: 'Ada' } }, 'data.email'],
    ['an e-mail that is none', { data: { ...buyer, email: 'ada@' } }, 'data.email'],
    ['an unknown field', { data: { ...buyer, isAdmin: true } }, 'data.isAdmin'],
    ['a NUL character', { data: { ...buyer, company: 'a\0b' } }, 'data.company'],
    ['a total as text', { expectedTotal: '10' }, 'expectedTotal'],
    ['details as an empty list', { data: [] }, 'data'],
    ['details in a list', { data: [buyer] }, 'data'],
    ['no details', { data: null }, 'data'],
    ['lists within lists', { cart: [{ ...cartLine(1), prices: JSON.parse('['.repeat(40) + ']'.repeat(40)) }] }, 'body'],
  ])('%s is refused with the field named, and nothing is stored', async (_what, body, field) => {
    const { rowCount: before } = await fixture.shop.database.query('select 1 from shop_order');
    const answer = await fixture.pay(body as Sent);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ details: { field: string }[] }>().details.map((detail) => detail.field)).toContain(field);
    expect((await fixture.shop.database.query('select 1 from shop_order')).rowCount).toBe(before);
  });

  test.each([
    [{ ...buyer, fullName: '' }, 'Full name and email are required!'],
    [{ ...buyer, email: '' }, 'Full name and email are required!'],
    [{ ...buyer, email: 'ada at example' }, 'Please enter a valid email address.'],
  ])('the form gets its own message: %j', async (data, message) => {
    expect((await fixture.pay({ data })).json()).toMatchObject({ message });
  });

  test.each([
    ['more than there is', [cartLine(2, 3)], { status: 'adjusted', quantity: 1 }],
    ['more than one basket may hold', [cartLine(4, 3)], { status: 'adjusted', quantity: 2 }],
    ['lines of one product that add up to more', [cartLine(4, 1), cartLine(4, 2)], { status: 'adjusted', quantity: 2 }],
    ['a product that the shop does not know', [cartLine(999)], { status: 'removed', quantity: 0 }],
    ['a product that is sold out', [cartLine(5)], { status: 'removed', quantity: 0 }],
  ])('%s: the answer is 409 with the line as it can be bought, and nothing is reserved', async (_what, cart, line) => {
    const answer = await fixture.pay({ cart });
    expect(answer.statusCode).toBe(409);
    expect(answer.json<{ lines: unknown[] }>().lines).toEqual([expect.objectContaining(line)]);
    expect(await fixture.openOrders()).toBe(0);
  });

  test.each([
    ['a body of 10 MB', JSON.stringify({ cart: 'x'.repeat(10_000_000) }), 413],
    ['broken JSON', '{"cart": [', 400],
    ['a prototype key', '{"cart": [], "currency": "EUR", "__proto__": {"isAdmin": true}}', 400],
  ])('%s is refused with a message', async (_what, payload, status) => {
    const answer = await fixture.shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ statusCode: status, message: expect.stringMatching(/\.$/) });
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  test.each([
    ['/products/search/%ff%', 400],
    [`/products/search/${'x'.repeat(600)}`, 414],
    ['/nowhere', 404],
  ])("the address %s is refused in the shop's own shape", async (url, status) => {
    const answer = await fixture.shop.app.inject({ method: 'GET', url });
    expect(answer.json()).toEqual({ statusCode: status, error: expect.any(String), message: expect.stringMatching(/\.$/) });
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  test.each(['', 'signed-by-somebody-else'])('a webhook with the signature "%s" is refused and not stored', async (signature) => {
    const payload = JSON.stringify({ id: 'evt_forged', type: 'checkout.session.completed', sessionId: null, payload: {} });
    const answer = await fixture.shop.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect((await fixture.shop.database.query('select 1 from payment_event')).rowCount).toBe(0);
  });
}
