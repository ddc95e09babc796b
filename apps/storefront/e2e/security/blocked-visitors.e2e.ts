import { expect, test } from '@playwright/test';
import { opsKey } from '../support/ops-key.ts';
import { origins } from '../support/origins.ts';
import { ownStorefront } from '../support/own-storefront.ts';

/** Nobody's (RFC 5737): the other tests come from this machine. */
const ADDRESS = '203.0.113.66';

test(
  'a visitor from a blocked network sees one page that says so, with status 403, and the shop again once that is over',
  { tag: '@alone' },
  async ({ page }) => {
    const shop = await ownStorefront({ TRUST_PROXY: '1' });
    try {
      const key = await opsKey(`Blocker ${Date.now()}`, 'owner');
      const networks = `${origins.api}/ops/blocker/networks`;
      const block = () =>
        fetch(networks, {
          method: 'PUT',
          headers: { 'X-Ops-Key': key, 'Content-Type': 'application/json' },
          body: JSON.stringify({ network: ADDRESS, reason: 'A test of the shop' }),
        });
      const free = () => fetch(`${networks}?network=${ADDRESS}&reason=a+test`, { method: 'DELETE', headers: { 'X-Ops-Key': key } });
      // What a proxy would tell of the visitor, to the storefront's server alone.
      await page.route(`${shop.origin}/**`, (route) =>
        route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': ADDRESS } }),
      );
      const answered = async () => (await fetch(`${shop.origin}/home`, { headers: { 'x-forwarded-for': ADDRESS } })).status;
      const opened = async () => (await page.goto(`${shop.origin}/home`, { waitUntil: 'domcontentloaded' }))?.status();
      try {
        expect(await answered()).toBe(200);
        expect((await block()).ok).toBe(true);
        await expect.poll(answered, { timeout: 15_000, intervals: [100] }).toBe(403);
        expect(await opened()).toBe(403);
        await expect(page.getByRole('heading', { name: 'This shop is not available to you' })).toBeVisible();
        await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
        await expect(page).toHaveTitle('Not available | Keyturn');
      } finally {
        expect((await free()).ok).toBe(true);
      }
      await expect.poll(answered, { timeout: 15_000, intervals: [100] }).toBe(200);
      expect(await opened()).toBe(200);
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    } finally {
      await shop.stop();
    }
  },
);
