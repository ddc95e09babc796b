import { expect, type Page } from '@playwright/test';
import { origins } from './origins.ts';
import { ask } from './shop-fixtures.ts';
import { becomes } from './visitor.ts';

/** Actions of visitors on the account forms. */

export const PASSWORD = 'a long walk by the sea';
export const freshEmail = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** Its name changes with its state. */
export const captchaBox = (page: Page) => page.locator('altcha-widget').getByRole('checkbox');

async function solveCaptcha(page: Page): Promise<void> {
  const box = captchaBox(page);
  // The widget itself ticks the box, once the work is done.
  await box.click();
  await expect(box).toBeChecked({ timeout: 30_000 });
}

async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

const pressSignIn = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await fillLogin(page, email, password);
  await solveCaptcha(page);
  await pressSignIn(page);
}

export async function fillSignUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Byron');
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

/** The account popup says this, and is closed. */
export async function closePopup(page: Page, words: string | RegExp): Promise<void> {
  const popup = page.getByRole('dialog', { name: 'Account Status' });
  await expect(popup).toContainText(words);
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toBeHidden();
}

/** Logs the visitor in to an empty account. */
export async function newcomer(page: Page): Promise<string> {
  const email = freshEmail('newcomer');
  await ask('/user/signup', { username: 'Ada', lastname: 'Byron', email, password: PASSWORD });
  await becomes(page, { email, password: PASSWORD });
  return email;
}

/** Headers of a faked API answer to a call with cookies. */
export const CORS = { 'Access-Control-Allow-Origin': origins.storefront, 'Access-Control-Allow-Credentials': 'true' };
