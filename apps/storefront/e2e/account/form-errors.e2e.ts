import { expect, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { captchaBox, closePopup, CORS, fillSignUp, freshEmail, newcomer, signIn } from '../support/account-forms.ts';
import { origins } from '../support/origins.ts';
import { arrive, checkOut, gameInStock, storedLine } from '../support/visitor.ts';

/**
 * Errors of the product specification that show in a browser what no component test can see: a colour, a place, and the words
 * of the real API. Every other row is held by the component tests of its screen.
 */

const footer = (page: Page) => page.getByRole('contentinfo');
const DANGER = 'rgb(255, 138, 138)';

test('Newsletter: its three errors come in their order, in red under the input', async ({ page }) => {
  await arrive(page, '/guide');
  const input = footer(page).getByLabel(/by e-mail/);
  const expectMessage = async (words: string) => {
    await footer(page).getByRole('button', { name: 'Subscribe' }).click();
    const alert = footer(page).getByRole('alert');
    await expect(alert).toHaveText(words);
    await expect(alert).toHaveCSS('color', DANGER);
    const [above, below] = [await input.boundingBox(), await alert.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  };
  await expectMessage('Email is required');
  await input.fill(freshEmail('reader'));
  await expectMessage('You must agree to the terms');
  await footer(page).getByRole('checkbox').check();
  await page.route('**/news', (route) => route.fulfill({ status: 503, json: {}, headers: CORS }));
  await expectMessage('Failed to submit form');
});

test('Login failure: the server message in an account popup, and the captcha is reset', async ({ page }) => {
  await arrive(page, '/auth/login');
  const answer = page.waitForResponse('**/user/login');
  await signIn(page, freshEmail('nobody'), 'not the password');
  const { message } = (await (await answer).json()) as { message: string };
  await closePopup(page, message);
  await expect(captchaBox(page)).not.toBeChecked();
});

test.describe('in the real shop', { tag: '@prove' }, () => {
  test('Signup failure: the server message in a popup', async ({ page }) => {
    await arrive(page, '/auth/signup');
    await fillSignUp(page, freshEmail('weak'), 'password');
    const answer = page.waitForResponse('**/user/signup');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    const { message } = (await (await answer).json()) as { message: string };
    await closePopup(page, message);
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  });

  test('Review failure: the server message in an error popup, and what was typed is kept', async ({ page }) => {
    await newcomer(page);
    await arrive(page, productPath(await gameInStock(1)));
    // Far from the view it is the words that the server sent to any visitor.
    await page.getByRole('heading', { name: 'Reviews', exact: true }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Add Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Review' });
    await dialog.getByRole('radio', { name: '1 star' }).check();
    await dialog.getByLabel('Description').fill('Never seen it.');
    const answer = page.waitForResponse((response) => response.url().startsWith(`${origins.api}/review`) && response.status() >= 400);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    const { message } = (await (await answer).json()) as { message: string };
    const popup = page.getByRole('dialog', { name: 'Error' });
    await expect(popup).toContainText(message);
    await popup.getByRole('button', { name: 'Close' }).click();
    await expect(dialog.getByLabel('Description')).toHaveValue('Never seen it.');
  });

  test('Checkout stock: the alert names what is gone and what is short, before anything is paid', async ({ page }) => {
    const game = await gameInStock(2);
    await checkOut(page, [storedLine(game, { quantity: 99 }), storedLine({ ...game, name: 'Gone Game' }, { id: '999999999' })]);
    await page.getByRole('button', { name: /^Pay/ }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('some products has been removed');
    await expect(alert).toContainText('Gone Game is no longer available.');
    await expect(alert).toContainText(`${game.name}: only ${game.mqte} left, you had 99.`);
    await alert.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Buyer');
  });
});
