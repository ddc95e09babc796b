import { expect, test } from '@jest/globals';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { checked, line, openCheckout, PAY, VALIDATE } from '../../testing/open-checkout.tsx';
import { game } from '../../testing/products.ts';

test.each([
  [{ name: '', email: '' }, 'Full name and email are required!'],
  [{ name: '' }, 'Full name and email are required!'],
  [{ email: '' }, 'Full name and email are required!'],
  [{ email: 'ada@nowhere' }, 'Please enter a valid email address.'],
  [{ terms: false }, 'You must accept the Terms and Privacy policy.'],
])('a form of %j gets "%s", and nothing is sent', async (form, message) => {
  const page = openCheckout();
  await page.fill(form);
  await page.pay();
  const alert = await page.findByRole('alert');
  expect(within(alert).getByText(message)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(alert));
  expect(page.callsOf(VALIDATE)).toHaveLength(0);
});

test('the cart is checked before a session is made, and then the browser leaves for the payment page', async () => {
  const page = openCheckout();
  await page.fill();
  await page.pay();
  await waitFor(() => expect(page.leave).toHaveBeenCalledWith('https://pay.example/cs_1'));
  expect(page.callsOf(VALIDATE)).toHaveLength(1);
  expect(page.callsOf(PAY)[0]?.body).toMatchObject({
    currency: 'EUR',
    expectedTotal: 72,
    data: { fullName: 'Ada Buyer', email: 'ada@example.com', termsAccepted: true },
    cart: [{ item: { _id: '7', type: 'game' }, quantity: 2 }],
  });
});

test('two presses of Pay make one session', async () => {
  const page = openCheckout();
  await page.fill();
  await page.user.dblClick(page.payButton());
  await waitFor(() => expect(page.leave).toHaveBeenCalledTimes(1));
  expect(page.callsOf(PAY)).toHaveLength(1);
});

test('a repeat after no answer came carries the same Idempotency-Key, so that one cart makes one session', async () => {
  let isDown = true;
  const page = openCheckout({
    [PAY]: () => (isDown ? 'no answer' : { status: 201, body: { id: 'cs_1', url: 'https://pay.example/cs_1' } }),
  });
  await page.fill();
  await page.pay();
  await page.findByText(/could not reach the shop/);
  isDown = false;
  await page.pay();
  await waitFor(() => expect(page.leave).toHaveBeenCalled());
  const [first, second] = page.callsOf(PAY).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toMatch(/^[\w-]{8,}$/);
  expect(second).toBe(first);
  const traces = page.callsOf(PAY).map(({ headers }) => headers.get('traceparent'));
  expect(traces).toEqual(Array(2).fill(expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)));
});

test('what is no longer there is removed, and the buyer sees a message before paying', async () => {
  const page = openCheckout({ [VALIDATE]: { body: checked({ _id: '7', type: 'game', status: 'removed', quantity: 0 }) } });
  await page.fill();
  await page.pay();
  const dialog = await page.findByRole('alertdialog');
  expect(within(dialog).getByRole('heading', { name: 'some products has been removed' })).toBeTruthy();
  expect(page.store.getState().cart.lines).toEqual([]);
  expect(page.callsOf(PAY)).toHaveLength(0);
});

test('a quantity above the stock becomes what there is', async () => {
  const page = openCheckout({ [VALIDATE]: { body: checked(line({ status: 'adjusted', quantity: 1 })) } });
  await page.fill();
  await page.pay();
  await page.findByText('Half-Life: only 1 left, you had 2.');
  expect(page.store.getState().cart.lines[0]?.quantity).toBe(1);
});

test('a price that changed while paying is shown, and the next press pays the new one', async () => {
  const dearer = line({ status: 'repriced', product: game({ new_price: 40 }) });
  let isFirst = true;
  const page = openCheckout({
    [PAY]: () => {
      if (!isFirst) return { status: 201, body: { id: 'cs_2', url: 'https://pay.example/cs_2' } };
      isFirst = false;
      return { status: 409, body: { statusCode: 409, error: 'Conflict', message: 'Your cart has changed.', ...checked(dearer) } };
    },
    [VALIDATE]: ({ body }) => ({ body: checked(JSON.stringify(body).includes('"new_price":40') ? dearer : line()) }),
  });
  await page.fill();
  await page.pay();
  expect(await page.findByText('Half-Life costs €40.00 now, it was €36.00.')).toBeTruthy();
  await page.user.click(page.getByRole('button', { name: 'Continue' }));
  await page.pay();
  await waitFor(() => expect(page.leave).toHaveBeenCalledWith('https://pay.example/cs_2'));
  expect(page.callsOf(PAY)[1]?.body).toMatchObject({ expectedTotal: 80 });
});

test('a stale token is forgotten, and the checkout goes on as a visitor’s', async () => {
  document.cookie = 'tk=stale; Path=/';
  const page = openCheckout({
    [PAY]: ({ headers }) =>
      headers.has('Authorization')
        ? { status: 401, body: { message: 'Expired.' } }
        : { status: 201, body: { id: 'cs_1', url: 'https://pay.example/cs_1' } },
  });
  await page.fill();
  await page.pay();
  await waitFor(() => expect(page.leave).toHaveBeenCalled());
  expect(document.cookie).not.toContain('tk=');
  expect(page.store.getState().session.isLoggedIn).toBe(false);
  expect(page.getByDisplayValue('ada@example.com')).toBeTruthy();
});

test('a refusal of the server is shown in its own words', async () => {
  const page = openCheckout({ [PAY]: { status: 429, body: { statusCode: 429, message: 'Too many open checkouts.' } } });
  await page.fill();
  await page.pay();
  expect(await page.findByText('Too many open checkouts.')).toBeTruthy();
  expect(page.payButton().getAttribute('aria-disabled')).toBe('false');
});

test.each([VALIDATE, PAY])('a failure of the server at %s is called one of the shop, not of the connection', async (call) => {
  const page = openCheckout({ [call]: { status: 500, body: { statusCode: 500, message: 'Internal server error' } } });
  await page.fill();
  await page.pay();
  expect(await page.findByText('Something went wrong on our side. Please try again.')).toBeTruthy();
  expect(page.queryByText(/could not reach the shop/)).toBeNull();
});

test('what was typed is there again after leaving and coming back', async () => {
  const first = openCheckout();
  await first.user.type(first.getByLabelText(/^Full name/), 'Ada Buyer');
  first.unmount();
  const again = openCheckout();
  expect(again.getByDisplayValue('Ada Buyer')).toBeTruthy();
});

test('what is optional goes with the order where it is filled in', async () => {
  const page = openCheckout();
  await page.fill();
  const optional = { phone: '+48 22', company: 'Ada Ltd', taxNumber: 'PL0', zipCode: '00-001', customerNotes: 'Soon, please' };
  for (const [label, text] of [
    [/^Phone/, optional.phone],
    ['Company', optional.company],
    ['Tax number', optional.taxNumber],
    ['Zip code', optional.zipCode],
    ['Notes', optional.customerNotes],
  ] as const)
    fireEvent.input(page.getByLabelText(label), { target: { value: text } });
  await page.user.selectOptions(page.getByLabelText(/^Country/), 'Poland');
  await page.pay();
  await waitFor(() => expect(page.leave).toHaveBeenCalled());
  const data = { fullName: 'Ada Buyer', email: 'ada@example.com', termsAccepted: true, selectedCountry: 'PL', ...optional };
  expect(page.callsOf(PAY)[0]?.body).toMatchObject({ data });
});

test('the countries are about 245, each by its name with its code of two letters', () => {
  const options = within(openCheckout().getByLabelText(/^Country/))
    .getAllByRole<HTMLOptionElement>('option')
    .slice(1);
  expect(Math.abs(options.length - 245)).toBeLessThanOrEqual(6);
  expect(options.filter(({ value, text }) => !/^[A-Z]{2}$/.test(value) || text.length < 3).map(({ text }) => text)).toEqual([]);
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
});

test('the order has no service fee and free shipping by e-mail, and is paid online by card alone', () => {
  const page = openCheckout();
  const rows = page.getAllByRole('term', { hidden: true }).map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(rows).toEqual([
    ['Subtotal', '€72.00'],
    ['Service fee', '€0.00'],
    ['Shipping', 'Free, by e-mail'],
    ['Total', '€72.00'],
  ]);
  expect(page.getAllByRole('radio').map((way) => [(way as HTMLInputElement).checked, way.closest('label')?.textContent])).toEqual([
    [true, expect.stringMatching(/^Card, online/)],
  ]);
});

test('a captcha that the server asks for is shown in the form, which is kept, and the next press pays with its pass', async () => {
  let asks = 2;
  const missing = { status: 403, body: { statusCode: 403, message: 'Please verify the captcha.', captcha: true } };
  const page = openCheckout({
    [PAY]: () => ((asks -= 1) >= 0 ? missing : { status: 201, body: { id: 'cs_1', url: 'https://pay.example/cs_1' } }),
    'GET /user/captcha-challenge': { body: { provider: 'altcha', parameters: {}, signature: 'x' } },
    'POST /user/verifyCaptcha': { body: { success: true } },
  });
  await page.fill();
  expect(page.callsOf('GET /user/captcha-challenge')).toEqual([]);
  await page.pay();
  const solve = async () => page.user.click(await page.findByRole('checkbox', { name: "I'm not a robot" }));
  expect((await page.findByRole('alert')).textContent).toBe('Please verify the captcha.');
  await page.findByRole('checkbox', { name: "I'm not a robot" });
  // Nothing was solved yet: the server is not asked.
  await page.pay();
  expect(page.callsOf(PAY)).toHaveLength(1);
  await solve();
  await page.pay();
  // The pass was used up elsewhere: a new captcha.
  await waitFor(() => expect(page.callsOf(PAY)).toHaveLength(2));
  await waitFor(() => expect(page.getByRole('checkbox', { name: "I'm not a robot" })).toHaveProperty('checked', false));
  await solve();
  await page.pay();
  await waitFor(() => expect(page.leave).toHaveBeenCalledWith('https://pay.example/cs_1'));
  expect(page.callsOf('POST /user/verifyCaptcha')).toHaveLength(2);
  expect(page.getByDisplayValue('ada@example.com')).toBeTruthy();
});
