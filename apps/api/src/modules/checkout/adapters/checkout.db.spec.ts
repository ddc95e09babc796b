import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { brokenInvariants } from '../../../testing/invariants.ts';
import { addProducts, buyer, cartLine } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { EndUnpaidOrder } from '../../orders/index.ts';
import { PaymentProvider } from '../application/ports.ts';
import { Settle } from '../application/settle.ts';
import { InMemoryPaymentProvider } from '../testing/in-memory-payments.ts';

const provider = new InMemoryPaymentProvider();
let shop: TestShop;

beforeAll(async () => {
  shop = await testShop({
    fakes: [{ provide: PaymentProvider, useValue: provider }],
    environment: { MOST_OPEN_CHECKOUTS_PER_ADDRESS: '6', MOST_OPEN_CHECKOUTS_PER_EMAIL: '2', MOST_RESERVED_PIECES_PER_PRODUCT: '8' },
  });
  await addProducts(shop, [
    { kinguinId: 1, sellPrice: 10, keys: 12 },
    { kinguinId: 2, sellPrice: 20, keys: 1 },
    { kinguinId: 3, sellPrice: 0.2, keys: 5 },
    { kinguinId: 4, sellPrice: 30, keys: 9, limt_per_basket: 2 },
    { kinguinId: 5, sellPrice: 40 },
  ]);
});
afterAll(() => shop.close());
beforeEach(async () => {
  provider.isDown = false;
  const { rows } = await shop.database.query<{ id: string }>(`select id from shop_order where status = 'pending'`);
  for (const { id } of rows) await shop.get(EndUnpaidOrder).run(id, 'expired', 'test');
});

interface Sent {
  cart?: unknown;
  data?: unknown;
  currency?: unknown;
  expectedTotal?: unknown;
}

function pay(body: Sent = {}, { key, cookie, address }: { key?: string; cookie?: string; address?: string } = {}) {
  return shop.app.inject({
    method: 'POST',
    url: '/products/payment_checkout',
    remoteAddress: address ?? '192.0.2.1',
    headers: { ...(key ? { 'idempotency-key': key } : {}), ...(cookie ? { cookie } : {}) },
    payload: { cart: [cartLine(1)], data: buyer, currency: 'EUR', ...body },
  });
}

function validate(cart: unknown, { currency = 'EUR', cookie = '' }: { currency?: string; cookie?: string } = {}) {
  return shop.app.inject({
    method: 'POST',
    url: '/cart-validation',
    headers: cookie === '' ? {} : { cookie },
    payload: { cart, currency },
  });
}

const cookieOf = (answer: Awaited<ReturnType<typeof pay>>) => `browser=${answer.cookies.find(({ name }) => name === 'browser')?.value}`;
const openOrders = async () => (await shop.database.query(`select id from shop_order where status = 'pending'`)).rowCount;

test('a cart becomes an unpaid order with reserved keys and a payment session', async () => {
  const answer = await pay({ cart: [cartLine(1, 2), cartLine(2)], expectedTotal: 40 });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({ id: expect.stringContaining('session-'), url: expect.stringContaining('https://pay.example/') });
  const { rows } = await shop.database.query(
    `select total_minor, currency, email, terms_accepted_at from shop_order where status = 'pending'`,
  );
  expect(rows).toEqual([{ total_minor: 4000, currency: 'Eur', email: 'ada@example.com', terms_accepted_at: shop.clock.now() }]);
  expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
});

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
  ['no e-mail', { data: { fullName: 'Ada' } }, 'data.email'],
  ['an e-mail that is none', { data: { ...buyer, email: 'ada@' } }, 'data.email'],
  ['an unknown field', { data: { ...buyer, isAdmin: true } }, 'data.isAdmin'],
  ['a NUL character', { data: { ...buyer, company: 'a\0b' } }, 'data.company'],
  ['a total as text', { expectedTotal: '10' }, 'expectedTotal'],
  ['details as an empty list', { data: [] }, 'data'],
  ['details in a list', { data: [buyer] }, 'data'],
  ['no details', { data: null }, 'data'],
  [
    'lists within lists without end',
    { cart: [{ ...cartLine(1), prices: JSON.parse('['.repeat(1000) + ']'.repeat(1000)) }] },
    'cart.0.prices',
  ],
])('%s is refused with the field named, and nothing is stored', async (_what, body, field) => {
  const { rowCount: before } = await shop.database.query('select 1 from shop_order');
  const answer = await pay(body as Sent);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<{ details: { field: string }[] }>().details.map((detail) => detail.field)).toContain(field);
  expect((await shop.database.query('select 1 from shop_order')).rowCount).toBe(before);
});

test.each([
  [{ ...buyer, fullName: '' }, 'Full name and email are required!'],
  [{ ...buyer, email: '' }, 'Full name and email are required!'],
  [{ ...buyer, email: 'ada at example' }, 'Please enter a valid email address.'],
])('the form is answered in its own words: %j', async (data, message) => {
  expect((await pay({ data })).json()).toMatchObject({ message });
});

test.each([
  ['more than there is', [cartLine(2, 3)], { status: 'adjusted', quantity: 1 }],
  ['more than one basket may hold', [cartLine(4, 3)], { status: 'adjusted', quantity: 2 }],
  ['lines of one product that add up to more', [cartLine(4, 1), cartLine(4, 2)], { status: 'adjusted', quantity: 2 }],
  ['a product that the shop does not know', [cartLine(999)], { status: 'removed', quantity: 0 }],
  ['a product that is sold out', [cartLine(5)], { status: 'removed', quantity: 0 }],
])('%s: the answer is 409 with the line as it can be bought, and nothing is reserved', async (_what, cart, line) => {
  const answer = await pay({ cart });
  expect(answer.statusCode).toBe(409);
  expect(answer.json<{ lines: unknown[] }>().lines).toEqual([expect.objectContaining(line)]);
  expect(await openOrders()).toBe(0);
});

test('the prices that a browser remembers are not charged', async () => {
  const cheap = { item: { _id: '1', type: 'game', price: 0.01, is_discounted: true, new_price: 0.01 }, prices: { Eur: 0.01 }, quantity: 1 };
  expect((await pay({ cart: [cheap] })).statusCode).toBe(201);
  const { rows } = await shop.database.query(`select total_minor from shop_order where status = 'pending'`);
  expect(rows).toEqual([{ total_minor: 1000 }]);
});

test('a buyer who saw another total is told the lines as they are, and decides', async () => {
  const answer = await pay({ expectedTotal: 9.99 });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ total: 10, currency: 'EUR', lines: [{ _id: '1', quantity: 1, product: { sellPrice: 10 } }] });
  expect((await pay({ expectedTotal: 10 })).statusCode).toBe(201);
});

test('a cart line whose remembered price changed is told as repriced', async () => {
  const remembered = { item: { _id: '1', type: 'game' }, prices: { Eur: 12, Usd: 13, Pln: 50, Gbp: 10 }, quantity: 1 };
  expect((await validate([remembered])).json()).toMatchObject({ total: 10, lines: [{ status: 'repriced' }] });
});

test('ten clicks on Pay under one key are one order and one session', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay({}, { key: 'click-0000001' })));
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.json<{ id: string }>().id)).size).toBe(1);
  expect(await openOrders()).toBe(1);
});

test('the same key for another cart is refused', async () => {
  await pay({}, { key: 'click-0000002' });
  const answer = await pay({ cart: [cartLine(1, 2)] }, { key: 'click-0000002' });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ details: [{ field: 'Idempotency-Key' }] });
});

test('checking out again in the same browser ends the earlier session and frees its keys', async () => {
  const first = await pay({ cart: [cartLine(2)] });
  expect((await pay({ cart: [cartLine(2)] }, { address: '192.0.2.9' })).statusCode).toBe(409);
  const second = await pay({ cart: [cartLine(2)] }, { cookie: cookieOf(first) });
  expect(second.statusCode).toBe(201);
  expect(provider.sessions.get(first.json<{ id: string }>().id)?.outcome).toBe('expired');
  expect(await openOrders()).toBe(1);
});

test('the keys that a browser has reserved itself count as free for its cart', async () => {
  const first = await pay({ cart: [cartLine(2)] });
  expect((await validate([cartLine(2)])).json()).toMatchObject({ lines: [{ status: 'removed' }] });
  expect((await validate([cartLine(2)], { cookie: cookieOf(first) })).json()).toMatchObject({ lines: [{ status: 'ok' }] });
});

test('turning back at the payment page frees the keys and leads to the form', async () => {
  const first = await pay({ cart: [cartLine(2)] });
  const back = await shop.app.inject({ method: 'GET', url: '/products/payment_checkout/cancel', headers: { cookie: cookieOf(first) } });
  expect(back.statusCode).toBe(303);
  expect(back.headers.location).toBe(`${shop.config.storefrontOrigin}/checkout`);
  expect((await validate([cartLine(2)])).json()).toMatchObject({ lines: [{ status: 'ok' }] });
});

test('one e-mail cannot hold more than its share of open checkouts', async () => {
  expect((await pay({}, { address: '192.0.2.21' })).statusCode).toBe(201);
  expect((await pay({}, { address: '192.0.2.22' })).statusCode).toBe(201);
  const third = await pay({}, { address: '192.0.2.23' });
  expect(third.statusCode).toBe(429);
  expect(third.headers['retry-after']).toBeDefined();
});

test('one network address cannot hold more than its share, whatever e-mails it brings', async () => {
  const answers = [];
  for (let index = 0; index < 7; index += 1) answers.push(await pay({ data: { ...buyer, email: `buyer${index}@example.com` } }));
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201, 201, 201, 429]);
});

test('one network address cannot hold all pieces of a product', async () => {
  expect((await pay({ cart: [cartLine(1, 8)], data: { ...buyer, email: 'a@example.com' } })).statusCode).toBe(201);
  expect((await pay({ cart: [cartLine(1, 1)], data: { ...buyer, email: 'b@example.com' } })).statusCode).toBe(429);
  expect((await pay({ cart: [cartLine(1, 1)], data: { ...buyer, email: 'c@example.com' } }, { address: '192.0.2.31' })).statusCode).toBe(
    201,
  );
});

test('a stale token is told with 401, so that the browser can go on as a visitor', async () => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/products/payment_checkout',
    headers: { authorization: 'Bearer stale' },
    payload: { cart: [cartLine(1)], data: buyer, currency: 'EUR' },
  });
  expect(answer.statusCode).toBe(401);
  expect(await openOrders()).toBe(0);
});

test('bank transfers on their way count too: one browser cannot pile them up', async () => {
  let cookie = '';
  const answers = [];
  for (let index = 0; index < 3; index += 1) {
    const answer = await pay({}, { cookie });
    answers.push(answer.statusCode);
    cookie = cookieOf(answer);
    if (answer.statusCode === 201) provider.become(answer.json<{ id: string }>().id, { outcome: 'processing' });
  }
  expect(answers).toEqual([201, 201, 429]);
});

test('an e-mail in another letter case is the same e-mail', async () => {
  const spelled = ['ADA@example.com', 'Ada@Example.com', 'ada@EXAMPLE.COM'].map((email, index) =>
    pay({ data: { ...buyer, email } }, { address: `192.0.2.4${index}` }),
  );
  expect((await Promise.all(spelled)).map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 429]);
});

test('a session that opens late, when its order was replaced already, is ended: no page is payable without keys behind it', async () => {
  let go = () => {};
  provider.slowness = new Promise((resolve) => (go = resolve));
  const cookie = `browser=${'b'.repeat(43)}`;
  const late = pay({ cart: [cartLine(2)] }, { cookie });
  while ((await openOrders()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  provider.slowness = Promise.resolve();
  const newer = await pay({ cart: [cartLine(2)] }, { cookie });
  go();
  const refused = await late;
  expect([newer.statusCode, refused.statusCode]).toEqual([201, 409]);
  expect([...provider.sessions.values()].filter(({ outcome }) => outcome === 'open').map(({ id }) => id)).toContain(
    newer.json<{ id: string }>().id,
  );
  expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  const orders = await shop.database.query<{ session_id: string | null; status: string }>(
    `select session_id, status from shop_order where browser_id = '${'b'.repeat(43)}'`,
  );
  expect(orders.rows.filter(({ status }) => status === 'pending')).toHaveLength(1);
});

test('a repeat whose first answer was lost owns its order under the new cookie', async () => {
  await pay({ cart: [cartLine(2)] }, { key: 'lost-answer-1' });
  const again = await pay({ cart: [cartLine(2)] }, { key: 'lost-answer-1' });
  expect(again.statusCode).toBe(201);
  await shop.app.inject({ method: 'GET', url: '/products/payment_checkout/cancel', headers: { cookie: cookieOf(again) } });
  expect(await openOrders()).toBe(0);
});

test('the key of a checkout that is over leads to no dead payment page', async () => {
  const first = await pay({}, { key: 'over-00000001' });
  provider.become(first.json<{ id: string }>().id, { outcome: 'paid' });
  await shop.get(Settle).run(first.json<{ id: string }>().id, 'stripe');
  const again = await pay({}, { key: 'over-00000001' });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ message: expect.stringContaining('This checkout is over') });
});

test('turning back while the provider is away leads to the form all the same', async () => {
  const first = await pay();
  provider.isDown = true;
  const back = await shop.app.inject({ method: 'GET', url: '/products/payment_checkout/cancel', headers: { cookie: cookieOf(first) } });
  expect(back.statusCode).toBe(303);
});

test('no expected total is none, whether it is left out or null', async () => {
  expect((await pay({ expectedTotal: null })).statusCode).toBe(201);
});

test('a provider that is down leaves no reservation, and the same click works afterwards', async () => {
  provider.isDown = true;
  const refused = await pay({ cart: [cartLine(2)] }, { key: 'click-0000003' });
  expect(refused.statusCode).toBe(503);
  expect(await openOrders()).toBe(0);
  provider.isDown = false;
  expect((await pay({ cart: [cartLine(2)] }, { key: 'click-0000003', cookie: cookieOf(refused) })).statusCode).toBe(201);
});

test.each([
  ['a body of 10 MB', JSON.stringify({ cart: 'x'.repeat(10_000_000) }), 413],
  ['broken JSON', '{"cart": [', 400],
  ['a prototype key', '{"cart": [], "currency": "EUR", "__proto__": {"isAdmin": true}}', 400],
])('%s is refused with a sentence', async (_what, payload, status) => {
  const answer = await shop.app.inject({
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
  const answer = await shop.app.inject({ method: 'GET', url });
  expect(answer.json()).toEqual({ statusCode: status, error: expect.any(String), message: expect.stringMatching(/\.$/) });
  expect(answer.headers['x-request-id']).toBeDefined();
});

test.each(['', 'signed-by-somebody-else'])('a webhook with the signature "%s" is refused and not stored', async (signature) => {
  const payload = JSON.stringify({ id: 'evt_forged', type: 'checkout.session.completed', sessionId: null, payload: {} });
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    payload,
  });
  expect(answer.statusCode).toBe(400);
  expect((await shop.database.query('select 1 from payment_event')).rowCount).toBe(0);
});

test('a storm of buyers for the last keys sells each once and keeps every promise', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      pay(
        { cart: [cartLine(2), cartLine(1)].slice(0, 1 + (index % 2)), data: { ...buyer, email: `storm${index}@example.com` } },
        { address: `198.51.100.${index}` },
      ),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(29);
  expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
});
