import { expect, type Request, test } from '@playwright/test';
import { ask } from '../support/shop-fixtures.ts';
import { arriveWith, DEMO, settled } from '../support/visitor.ts';

/** The first script, which the parser fetches: what comes after it is asked for by scripts. */
const FIRST_SCRIPT = /\/assets\/start-[^/]*\.js$/;

test('the token of a sign-in is in no request of the page that it leads to, and out of the address before any other script runs', async ({
  page,
}) => {
  const { tk } = await ask<{ tk: string }>('/user/login', DEMO);
  const departure = JSON.stringify({ at: Date.now(), returnTo: null });
  await arriveWith(page, { 'sign-in-departure': departure }, '/favicon.svg');

  const made: Request[] = [];
  page.on('request', (request) => made.push(request));
  const addresses: string[] = [];
  await page.route('**/*', async (route, request) => {
    const isOfScript = ['script', 'fetch', 'xhr'].includes(request.resourceType()) && !FIRST_SCRIPT.test(request.url());
    // The request waits for the answer: so the address is that of the moment at which it is made, or later.
    if (isOfScript) addresses.push(await page.evaluate(() => window.location.href));
    await route.continue();
  });
  await page.goto(`/home?token=${tk}&name=Demo`);
  await settled(page);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(page.getByRole('link', { name: 'Account of Demo' })).toBeVisible();
  await page.waitForLoadState('networkidle');

  await expect(page).toHaveURL(/\/home$/);
  expect((await page.context().cookies()).find(({ name }) => name === 'tk')?.value).toBe(tk);
  expect(addresses.length).toBeGreaterThan(1);
  expect(addresses.filter((address) => address.includes(tk))).toEqual([]);
  const [first, ...others] = made;
  expect(first?.url()).toContain(tk);
  const kinds = new Set(others.map((request) => request.resourceType()));
  expect([...kinds]).toEqual(expect.arrayContaining(['script', 'stylesheet', 'image', 'fetch']));
  const carrying = await Promise.all(
    others.map(async (request) => [request.url(), (await request.allHeaders()).referer ?? ''].filter((text) => text.includes(tk))),
  );
  expect(carrying.flat()).toEqual([]);
});
