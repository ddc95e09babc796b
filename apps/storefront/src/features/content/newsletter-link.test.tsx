import { expect, test } from '@jest/globals';
import { pageOpener } from '../../testing/open-page.tsx';
import { NewsletterLinkPage } from './newsletter-link-page.tsx';

const openPage = pageOpener({
  '/newsletter/confirm/:token': <NewsletterLinkPage asks="confirm" />,
  '/newsletter/unsubscribe/:token': <NewsletterLinkPage asks="unsubscribe" />,
});

const gone = { status: 404, body: { message: 'This link is not valid any more. Please subscribe again.' } };

test('a page that is opened subscribes nobody, a click does', async () => {
  const shop = openPage('/newsletter/confirm/t0k', { 'GET /news/confirm/t0k': { body: { status: 'confirmed' } } });
  const button = await shop.findByRole('button', { name: 'Yes, subscribe' });
  expect(shop.callsOf('GET /news/confirm/t0k')).toEqual([]);
  await shop.user.click(button);
  expect(await shop.findByRole('heading', { level: 1, name: 'You are in' })).toBeTruthy();
  expect(shop.callsOf('GET /news/confirm/t0k')).toHaveLength(1);
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
});

test('a confirmation that gets no answer says so and can be tried again', async () => {
  let isDown = true;
  const shop = openPage('/newsletter/confirm/t0k', {
    'GET /news/confirm/t0k': () => (isDown ? 'no answer' : { body: { status: 'confirmed' } }),
  });
  await shop.user.click(await shop.findByRole('button', { name: 'Yes, subscribe' }));
  expect(await shop.findByText('That did not work. Please try again.')).toBeTruthy();
  isDown = false;
  await shop.user.click(shop.getByRole('button', { name: 'Yes, subscribe' }));
  expect(await shop.findByRole('heading', { name: 'You are in' })).toBeTruthy();
});

test('a page that is opened unsubscribes nobody, a click does', async () => {
  const shop = openPage('/newsletter/unsubscribe/t0k', { 'POST /news/unsubscribe/t0k': { body: { status: 'unsubscribed' } } });
  const button = await shop.findByRole('button', { name: 'Unsubscribe' });
  expect(shop.callsOf('POST /news/unsubscribe/t0k')).toEqual([]);
  await shop.user.click(button);
  expect(await shop.findByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeTruthy();
});

test('unsubscribing that gets no answer says so and can be tried again', async () => {
  let isDown = true;
  const shop = openPage('/newsletter/unsubscribe/t0k', {
    'POST /news/unsubscribe/t0k': () => (isDown ? 'no answer' : { body: { status: 'unsubscribed' } }),
  });
  await shop.user.click(await shop.findByRole('button', { name: 'Unsubscribe' }));
  expect(await shop.findByText('That did not work. Please try again.')).toBeTruthy();
  isDown = false;
  await shop.user.click(shop.getByRole('button', { name: 'Unsubscribe' }));
  expect(await shop.findByRole('heading', { name: 'You are unsubscribed' })).toBeTruthy();
});

test('an old link says that it is not valid any more, on both pages', async () => {
  const confirm = openPage('/newsletter/confirm/old', { 'GET /news/confirm/old': gone });
  await confirm.user.click(await confirm.findByRole('button', { name: 'Yes, subscribe' }));
  expect(await confirm.findByRole('heading', { name: 'This link is not valid any more' })).toBeTruthy();
  confirm.unmount();
  const unsubscribe = openPage('/newsletter/unsubscribe/old', { 'POST /news/unsubscribe/old': gone });
  await unsubscribe.user.click(await unsubscribe.findByRole('button', { name: 'Unsubscribe' }));
  expect(await unsubscribe.findByRole('heading', { name: 'This link is not valid any more' })).toBeTruthy();
});
