import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { line, order, sandboxForTest, type TestSandbox } from '../testing/sandbox-for-test.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await sandboxForTest({ transferAfterMs: null });
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('/reset'));

const base = () => sandbox.stripeOrigin.replace('localhost', '127.0.0.1');
const open = async (path: string) => {
  const response = await fetch(base() + path, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const press = async (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const response = await fetch(base() + path, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
};
const card = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };
const create = async (change = {}) => (await sandbox.stripe.checkout.sessions.create(order(change))).id;
const session = (id: string) => sandbox.stripe.checkout.sessions.retrieve(id);

test('the page shows lines, total and e-mail, escaped, under a policy without scripts', async () => {
  const id = await create({ line_items: [line(1250, 2, 'gbp')], customer_email: 'b&b@example.org' });
  const page = await open(`/pay/${id}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Stand-in: no money moves');
  expect(page.text).toContain('Elden Ring &lt;key&gt;');
  expect(page.text).toContain('£25.00');
  expect(page.text).toContain('b&amp;b@example.org');
  expect(page.text).not.toContain('<script');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:4200");
});

test('paying leads to the shop with the session’s id, and a second click pays nothing more', async () => {
  const id = await create();
  const [first, second] = await Promise.all([press(`/pay/${id}/card`, card), press(`/pay/${id}/card`, card)]);
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(first.location).toBe(`http://localhost:4200/success?session=${id}`);
  expect(second.location).toBe(first.location);
  expect((await sandbox.stripe.charges.list()).data).toHaveLength(1);
  expect((await open(`/pay/${id}`)).text).toContain('This payment is done');
});

test.each([
  ['a declined card', { number: '4000000000000002' }, 'Your card was declined.'],
  ['a card without funds', { number: '4000 0000 0000 9995' }, 'Your card has insufficient funds.'],
  ['a mistyped number', { number: '4242424242424241' }, 'Your card number is incorrect.'],
  ['a card number of real life', { number: '4111111111111111' }, 'non test card'],
  ['a month that is none', { expiry: '13/34' }, 'expiration date is incomplete'],
  ['a card of last century', { expiry: '01/2019' }, 'in the past'],
  ['no security code', { cvc: '' }, 'security code is incomplete'],
])('%s is reported, and the session stays open', async (_what, change, message) => {
  const id = await create();
  const answer = await press(`/pay/${id}/card`, { ...card, ...change });
  expect(answer).toMatchObject({ status: 303, location: expect.stringContaining(`/pay/${id}?declined=`) });
  const page = await open(answer.location ?? '');
  expect(page.status).toBe(200);
  expect(page.text).toContain(message.replaceAll("'", '&#39;'));
  expect((await session(id)).status).toBe('open');
});

test('without the shop’s e-mail the buyer is asked for it, and it ends up in the session', async () => {
  const id = await create({ customer_email: undefined });
  const answer = await press(`/pay/${id}/card`, { ...card, email: 'me@' });
  const page = await open(answer.location ?? '');
  expect(page.text).toContain('Enter a valid e-mail address.');
  expect(page.text).toContain('value="me@"');
  expect((await press(`/pay/${id}/card`, { ...card, email: 'me@example.org' })).status).toBe(303);
  expect((await session(id)).customer_details?.email).toBe('me@example.org');
});

test('a reason that is made up puts no words on the page', async () => {
  const id = await create();
  for (const reason of ['Call+this+number', 'toString', '__proto__', '']) {
    expect((await open(`/pay/${id}?declined=${reason}`)).text).not.toContain('role="alert"');
  }
});

test.each([
  ['usd', '$26.80', /US\$/],
  ['pln', '26.80\u00a0zł', /PLN/],
  ['eur', '€26.80', /EUR/],
  ['gbp', '£26.80', /GBP/],
])('a price in %s reads %s as in a shop', async (currency, price, never) => {
  const { text } = await open(`/pay/${await create({ line_items: [line(2680, 1, currency)] })}`);
  expect(text).toContain(`Pay ${price}</h1>`);
  expect(text).not.toMatch(never);
});

test('a price of four digits has its thousands apart, as in the shop', async () => {
  expect((await open(`/pay/${await create({ line_items: [line(517_075, 1, 'pln')] })}`)).text).toContain('Pay 5,170.75\u00a0zł</h1>');
});

test('declining by button leads back to the page, cancelling goes back to the shop, and both leave the session open', async () => {
  const id = await create();
  expect(await press(`/pay/${id}/decline`)).toMatchObject({ status: 303, location: `/pay/${id}?declined=generic_decline` });
  expect(await press(`/pay/${id}/cancel`)).toMatchObject({ status: 303, location: 'http://localhost:4200/checkout' });
  expect((await session(id)).status).toBe('open');
});

test('a bank transfer goes back to the shop unpaid, and the page can let it arrive', async () => {
  const id = await create();
  expect((await press(`/pay/${id}/transfer`, { outcome: 'succeed' })).location).toContain('/success');
  expect((await session(id)).payment_status).toBe('unpaid');
  expect((await open(`/pay/${id}`)).text).toContain('Let it arrive now');
  await press(`/pay/${id}/settle`, { outcome: 'succeed' });
  expect((await session(id)).payment_status).toBe('paid');
});

test('an expired session says so and takes no payment', async () => {
  const id = await create();
  await sandbox.control('/clock', { advanceMs: 25 * 3_600_000 });
  expect((await open(`/pay/${id}`)).text).toContain('This payment has expired');
  expect(await press(`/pay/${id}/card`, card)).toMatchObject({ status: 303, location: `/pay/${id}` });
  expect((await sandbox.stripe.charges.list()).data).toEqual([]);
});

test('an unknown session gets a page with 404', async () => {
  const page = await open('/pay/cs_test_%3Cscript%3E');
  expect(page.status).toBe(404);
  expect(page.text).toContain('No such payment');
});

test('the overview shows sessions with buttons that work as forms', async () => {
  const id = await create();
  expect((await open('/')).text).toContain(`/sandbox/sessions/${id}/pay`);
  expect(await press(`/sandbox/sessions/${id}/pay`)).toMatchObject({ status: 303, location: '/' });
  expect((await open('/')).text).toContain('checkout.session.completed');
});

test('pages of other sites cannot use the controls', async () => {
  expect((await press('/sandbox/reset', {}, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await press('/sandbox/reset', {}, { origin: 'null' })).status).toBe(403);
  expect((await press('/sandbox/reset', {}, { origin: base() })).status).toBe(303);
});

test('a control refuses what it does not understand', async () => {
  await expect(sandbox.control('/webhooks', { mode: 'sometimes' }, 'PUT')).rejects.toThrow('must be one of');
  await expect(sandbox.control('/clock', { advanceMs: 'soon' })).rejects.toThrow('Invalid integer');
  await expect(sandbox.control('/sessions/cs_none/pay')).rejects.toThrow('No such checkout.session');
});
