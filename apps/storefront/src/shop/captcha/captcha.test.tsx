import { afterEach, expect, test } from '@jest/globals';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { pageOpener } from '../../testing/open-page.tsx';
import { AuthPage } from '../../features/auth/auth-pages.ts';

const openPage = pageOpener({ '/auth/:type': <AuthPage /> });

/** Options passed to a service's script. */
interface Drawn {
  sitekey: string;
  callback: (answer: string) => void;
  'expired-callback': () => void;
}

const SERVICES = [
  ['recaptcha', 'grecaptcha', 'https://www.google.com/recaptcha/api.js?render=explicit'],
  ['hcaptcha', 'hcaptcha', 'https://js.hcaptcha.com/1/api.js?render=explicit'],
  ['turnstile', 'turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'],
] as const;

afterEach(() => {
  document.head.querySelectorAll('script').forEach((script) => script.remove());
  for (const [, name] of SERVICES) Reflect.deleteProperty(globalThis, name);
});

async function openLogin(provider: string) {
  const shop = openPage('/auth/login', {
    'GET /home': { body: [] },
    'GET /user/captcha-challenge': { body: { provider, siteKey: 'site key' } },
    'POST /user/verifyCaptcha': { body: { success: true } },
    'POST /user/login': { body: { succes: true, tk: 'token', username: 'Ada', message: 'Hello' } },
  });
  fireEvent.input(await shop.findByLabelText('E-mail'), { target: { value: 'ada@example.com' } });
  fireEvent.input(shop.getByLabelText('Password'), { target: { value: 'correct horse' } });
  const script = await waitFor(() => {
    const found = document.head.querySelector<HTMLScriptElement>('script[src]');
    if (!found) throw new Error('No script was asked for.');
    return found;
  });
  return { ...shop, script, submit: () => shop.user.click(shop.getByRole('button', { name: 'Sign in' })) };
}

test.each(SERVICES)('the widget of %s comes from its own site and hands its answer to the shop', async (provider, name, address) => {
  const { script, submit, callsOf, at, findByText, user, getByRole } = await openLogin(provider);
  expect(script.src).toBe(address);
  const drawn: Drawn[] = [];
  Object.assign(globalThis, { [name]: { render: (_place: HTMLElement, options: Drawn) => drawn.push(options) } });
  const [widget] = await waitFor(() => {
    expect(drawn).toHaveLength(1);
    return drawn;
  });
  expect(widget?.sitekey).toBe('site key');

  act(() => widget?.callback('stale'));
  act(() => widget?.['expired-callback']());
  await submit();
  expect(await findByText('Please verify the captcha.')).toBeTruthy();
  await user.click(getByRole('button', { name: 'Close' }));

  act(() => widget?.callback('the answer'));
  await submit();
  await waitFor(() => expect(at.path).toBe('/home'));
  expect(callsOf('POST /user/verifyCaptcha').map(({ body }) => body)).toEqual([{ captchaValue: 'the answer' }]);
});

test('a captcha service whose script does not load is reported', async () => {
  const { script, findByText } = await openLogin('turnstile');
  act(() => void script.dispatchEvent(new Event('error')));
  expect(await findByText(/The captcha could not be loaded/)).toBeTruthy();
  expect(document.head.contains(script)).toBe(false);
});

test('a box that is ticked the moment it is there counts as ticked', async () => {
  const shop = openPage('/auth/login', {
    'GET /home': { body: [] },
    'GET /user/captcha-challenge': { body: { provider: 'altcha', parameters: {}, signature: 'x' } },
    'POST /user/verifyCaptcha': { body: { success: true } },
    'POST /user/login': { body: { succes: true, tk: 'token', username: 'Ada', message: 'Hello' } },
  });
  const ticking = new MutationObserver(() => {
    const box = shop.queryByRole('checkbox', { name: "I'm not a robot" });
    if (!box) return;
    ticking.disconnect();
    box.click();
  });
  ticking.observe(document.body, { childList: true, subtree: true });
  fireEvent.input(await shop.findByLabelText('E-mail'), { target: { value: 'ada@example.com' } });
  fireEvent.input(shop.getByLabelText('Password'), { target: { value: 'correct horse' } });
  await waitFor(() => expect(shop.getByRole('checkbox', { name: "I'm not a robot" })).toHaveProperty('checked', true));
  await shop.user.click(shop.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(shop.at.path).toBe('/home'));
});
