import { expect, test } from '@playwright/test';
import { newcomer, PASSWORD } from '../support/account-forms.ts';
import { origins } from '../support/origins.ts';
import { arrive, becomes } from '../support/visitor.ts';

test('a user sees both devices, ends the other by keyboard, which is logged out, and finds it in the recent activity', async ({
  page,
  browser,
}) => {
  const email = await newcomer(page);
  const other = await (await browser.newContext({ baseURL: origins.storefront })).newPage();
  await becomes(other, { email, password: PASSWORD });
  await arrive(other, '/account/info');
  await expect(other.getByLabel('First name')).toHaveValue('Ada');

  await arrive(page, '/account/info');
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('This device')).toHaveCount(1);
  // Both began as calls of the test; what they were seen with last is the browser.
  const there = devices.getByRole('listitem').filter({ hasNotText: 'This device' });
  await expect(there).toContainText(/Chrom.* on /);
  await there.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('heading', { name: 'Devices' })).toBeFocused();
  await expect(devices.getByRole('status')).toContainText('is logged out');
  await other.reload();
  await expect(other).toHaveURL(/\/auth\/login$/);

  await page.getByRole('button', { name: 'Show recent activity' }).click();
  const activity = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem');
  await expect(activity).toHaveCount(3);
  await expect(activity.first()).toContainText('Logged out on other devices');
  await devices.getByRole('button', { name: /^Log out Headless|^Log out Chrom/ }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await other.context().close();
});
