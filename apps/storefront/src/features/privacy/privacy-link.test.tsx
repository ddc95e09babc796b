import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pageOpener } from '../../testing/open-page.tsx';
import { DataRequestPage, PrivacyLinkPage } from './privacy-pages.ts';

const openPage = pageOpener({
  '/privacy/data': <DataRequestPage />,
  '/privacy/data/:token': <PrivacyLinkPage asks="data" />,
  '/privacy/close/:token': <PrivacyLinkPage asks="close" />,
});
const files = { data: { orders: [{ number: 'K1' }] }, page: '<!doctype html>' };
const gone = { status: 404, body: { message: 'This link is no longer valid. Please ask for a new one.' } };

let saved: string[];
beforeEach(() => {
  saved = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('a page that is opened uses no link up, a click saves both files', async () => {
  const shop = openPage('/privacy/data/t0k', { 'POST /privacy/data/t0k': { body: files } });
  const button = await shop.findByRole('button', { name: 'Download my data' });
  expect(shop.callsOf('POST /privacy/data/t0k')).toEqual([]);
  await shop.user.click(button);
  expect(await shop.findByRole('heading', { level: 1, name: 'Your data is saved' })).toBeTruthy();
  expect(saved).toEqual(['my-data.json', 'my-data.html']);
});

test('an account is closed by a click, and what is in the way is said', async () => {
  let isBlocked = true;
  const blocked = { status: 409, body: { message: 'Order K1 is not delivered yet.' } };
  const shop = openPage('/privacy/close/t0k', {
    'POST /privacy/close/t0k': () => (isBlocked ? blocked : { body: { message: 'Closed.' } }),
  });
  await shop.user.click(await shop.findByRole('button', { name: 'Close my account for good' }));
  expect(await shop.findByText('Order K1 is not delivered yet.')).toBeTruthy();
  isBlocked = false;
  await shop.user.click(shop.getByRole('button', { name: 'Close my account for good' }));
  expect(await shop.findByRole('heading', { level: 1, name: 'Your account is closed' })).toBeTruthy();
});

test('a used or old link says so, on both pages', async () => {
  for (const [asks, name] of [
    ['data', 'Download my data'],
    ['close', 'Close my account for good'],
  ] as const) {
    const shop = openPage(`/privacy/${asks}/old`, { [`POST /privacy/${asks}/old`]: gone });
    await shop.user.click(await shop.findByRole('button', { name }));
    expect(await shop.findByRole('heading', { name: 'This link is not valid any more' })).toBeTruthy();
    shop.unmount();
  }
});

test('a guest asks by e-mail and is told what every address is told', async () => {
  const message = 'If we store anything about this address, a link to it is on its way.';
  const shop = openPage('/privacy/data', { 'POST /privacy/data': { body: { message } } });
  await shop.user.type(await shop.findByLabelText('E-mail'), 'ada@example.com');
  await shop.user.click(shop.getByRole('button', { name: 'Send me the link' }));
  expect(await shop.findByText(message)).toBeTruthy();
  expect(shop.callsOf('POST /privacy/data')[0]?.body).toEqual({ email: 'ada@example.com' });
});
