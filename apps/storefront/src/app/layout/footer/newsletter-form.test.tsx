import { expect, test } from '@jest/globals';
import { within } from '@testing-library/react';
import type { FakeRoutes } from '../../../testing/fake-api.ts';
import { pageOpener } from '../../../testing/open-page.tsx';
import { Footer } from './footer.tsx';

const openPage = pageOpener({ '/404': <Footer /> });

const SUBSCRIBED = 'You have successfully subscribed to our newsletter, we will keep you updated through emails';

async function newsletter(routes: FakeRoutes = {}) {
  const shop = openPage('/404', routes);
  await shop.user.click(await shop.findByRole('button', { name: 'Newsletter' }));
  const footer = within(shop.getByRole('contentinfo'));
  const email = footer.getByRole<HTMLInputElement>('textbox', { name: /by e-mail/ });
  const terms = footer.getByRole('checkbox');
  const submit = () => shop.user.click(footer.getByRole('button', { name: 'Subscribe' }));
  return { ...shop, footer, email, terms, submit };
}

test('Newsletter: "Email is required", then "You must agree to the terms", then "Failed to submit form", under the input', async () => {
  const form = await newsletter({ 'POST /news': { status: 400, body: { message: 'No.' } } });
  const problem = () => {
    const id = form.email.getAttribute('aria-describedby') ?? '';
    return document.getElementById(id)?.textContent;
  };
  expect(problem()).toBe('');
  await form.submit();
  expect(problem()).toBe('Email is required');
  await form.user.type(form.email, 'ada@example.com');
  await form.submit();
  expect(problem()).toBe('You must agree to the terms');
  expect(form.callsOf('POST /news')).toEqual([]);
  await form.user.click(form.terms);
  await form.submit();
  expect(await form.findByText('Failed to submit form')).toBeTruthy();
  expect(problem()).toBe('Failed to submit form');
  expect(form.email.value).toBe('ada@example.com');
});

test('a newsletter that gets no answer has failed, too', async () => {
  const form = await newsletter({ 'POST /news': 'no answer' });
  await form.user.type(form.email, 'ada@example.com');
  await form.user.click(form.terms);
  await form.submit();
  expect(await form.findByText('Failed to submit form')).toBeTruthy();
});

test('Newsletter success popup: titled "Newsletter", and the field is empty again', async () => {
  const form = await newsletter({ 'POST /news': { body: { message: 'ok' } } });
  await form.submit();
  await form.user.type(form.email, ' ada@example.com ');
  await form.user.click(form.terms);
  await form.submit();
  const popup = await form.findByRole('dialog', { name: 'Newsletter' });
  expect(within(popup).getByText(SUBSCRIBED)).toBeTruthy();
  expect(form.callsOf('POST /news')[0]?.body).toEqual({ email: 'ada@example.com' });
  expect(form.email.value).toBe('');
  expect(form.queryByText('Email is required')).toBeNull();
  await form.user.click(within(popup).getByRole('button', { name: 'Close' }));
  expect(form.queryByRole('dialog', { name: 'Newsletter' })).toBeNull();
});

test('the agreement names both pages and links to them; the field is one for e-mail', async () => {
  const { email, footer, terms } = await newsletter();
  expect(email.type).toBe('email');
  expect(terms.closest('label')?.textContent).toBe('I agree to the Terms and Conditions and Privacy Policy.');
  expect(footer.getByRole('link', { name: 'Terms and Conditions' }).getAttribute('href')).toBe('/about/Terms%20and%20Conditions');
  expect(footer.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/about/Privacy%20Policy');
});

test.each([null, 'token'])('Newsletter: with %p as session the call carries just that', async (token) => {
  document.cookie = token === null ? 'tk=; Max-Age=0; Path=/' : `tk=${token}; Path=/`;
  const form = await newsletter({ 'POST /news': { body: { message: SUBSCRIBED } } });
  await form.user.type(form.email, 'ada@example.com');
  await form.user.click(form.terms);
  await form.submit();
  expect(await form.findByText(SUBSCRIBED)).toBeTruthy();
  expect(form.callsOf('POST /news').map(({ headers }) => headers.get('Authorization'))).toEqual([token]);
});
