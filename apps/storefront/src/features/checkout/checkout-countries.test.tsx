import { expect, test } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import type { FakeRoutes } from '../../testing/fake-api.ts';
import { checked, line, openCheckout, PAY, VALIDATE } from '../../testing/open-checkout.tsx';

const excluded = (otherRegionAllowed: boolean) => ({ ...checked(line({ status: 'region', activation: 'no' })), otherRegionAllowed });

test('a game that the chosen country excludes is not paid, and the sentence names both', async () => {
  const page = openCheckout({ [VALIDATE]: { body: excluded(false) } });
  await page.fill();
  await page.user.selectOptions(page.getByLabelText('Country'), 'US');
  await page.pay();
  const alert = await page.findByRole('alert');
  expect(alert.textContent).toContain('Half-Life cannot be activated in United States. Nothing has been paid');
  expect(page.callsOf(VALIDATE)[0]?.body).toMatchObject({ country: 'US' });
  expect([page.queryByLabelText(/^It is for somebody/), page.callsOf(PAY)]).toEqual([null, []]);
  expect([localStorage.getItem('country'), page.store.getState().country.chosen]).toEqual([null, 'US']);
  await page.user.selectOptions(page.getByLabelText('Country'), 'PL');
  expect(page.queryByRole('alert')).toBeNull();
});

test('where the shop permits it, a box says that the game is for somebody elsewhere, and the purchase goes on', async () => {
  const page = openCheckout({ [VALIDATE]: { body: excluded(true) } });
  await page.fill();
  await page.user.selectOptions(page.getByLabelText('Country'), 'US');
  await page.pay();
  await page.user.click(await page.findByLabelText(/^It is for somebody in another country/));
  await page.pay();
  await waitFor(() => expect(page.leave).toHaveBeenCalledTimes(1));
  expect(page.callsOf(PAY).map(({ body }) => body)).toMatchObject([{ regionAccepted: true, data: { selectedCountry: 'US' } }]);
});

test('the country that was chosen on a product’s page is the form’s', () => {
  localStorage.setItem('country', 'PL');
  expect(openCheckout().getByLabelText('Country')).toMatchObject({ value: 'PL' });
});

const ofProxy: FakeRoutes = { 'GET /visitor': { body: { country: 'PL' } } };
const countryOf = (page: ReturnType<typeof openCheckout>) => (page.getByLabelText('Country') as HTMLSelectElement).value;

test('the country that the proxy names is the form’s though it comes late, until the buyer names another one', async () => {
  const page = openCheckout(ofProxy);
  expect(countryOf(page)).toBe('');
  await waitFor(() => expect(countryOf(page)).toBe('PL'));
  expect([page.store.getState().country.chosen, localStorage.getItem('country')]).toEqual([null, null]);
  await page.user.selectOptions(page.getByLabelText('Country'), '');
  expect(countryOf(page)).toBe('');
  await page.user.selectOptions(page.getByLabelText('Country'), 'DE');
  expect(countryOf(page)).toBe('DE');
});

test('what was typed before the proxy’s country was known does not keep it out of the form after a reload', async () => {
  const page = openCheckout();
  await page.fill();
  page.unmount();
  const again = openCheckout(ofProxy);
  expect(again.getByDisplayValue('Ada Buyer')).toBeTruthy();
  await waitFor(() => expect(countryOf(again)).toBe('PL'));
});

test.each([
  ['the proxy’s country', ofProxy, 'Half-Life cannot be activated in Poland.'],
  ['a country that the browser does not know', {}, 'Half-Life cannot be activated in your country.'],
])('a game that %s excludes is not paid where the form names no country', async (_what, routes, sentence) => {
  const page = openCheckout({ ...routes, [VALIDATE]: { body: excluded(false) } });
  await page.fill();
  if (routes === ofProxy) await waitFor(() => expect(countryOf(page)).toBe('PL'));
  await page.user.selectOptions(page.getByLabelText('Country'), '');
  await page.pay();
  expect((await page.findByRole('alert')).textContent).toContain(sentence);
  expect(page.callsOf(PAY)).toEqual([]);
});

test('a blocked country is not in the list', async () => {
  const page = openCheckout();
  const countries = page.getByLabelText(/^Country/);
  expect(within(countries).getByRole('option', { name: 'Poland' })).toBeTruthy();
  await waitFor(() => expect(within(countries).queryByRole('option', { name: 'North Korea' })).toBeNull());
});
