import { expect, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import {
  captchaBox,
  closePopup,
  CORS,
  fillLogin,
  fillSignUp,
  freshEmail,
  newcomer,
  pressSignIn,
  signIn,
  solveCaptcha,
} from './account-desk.ts';
import { origins } from './origins.ts';
import { arrive, arriveWith, checkOut, gameInStock, storedLine } from './visitor.ts';

/**
 * The specification's error catalogue (§8): a test for each row of its table, in its order and named after it. The words of every row are
 * held by the component tests of its screen; here stand first what a component test cannot see, a colour, a place, and the words of the
 * real API, and then, in the campaign gate, the other rows in the real shop. The row that no visitor can bring about, the popup helper
 * outside its provider, is held by src/shop/popups.test.tsx, and the unknown page name by pages.e2e.ts.
 */

const main = (page: Page) => page.getByRole('main');
const footer = (page: Page) => page.getByRole('contentinfo');
const DANGER = 'rgb(255, 138, 138)';

test('Newsletter: its three errors come in their order, in red under the input', async ({ page }) => {
  await arrive(page, '/guide');
  const input = footer(page).getByLabel(/by e-mail/);
  const told = async (words: string) => {
    await footer(page).getByRole('button', { name: 'Subscribe' }).click();
    const alert = footer(page).getByRole('alert');
    await expect(alert).toHaveText(words);
    await expect(alert).toHaveCSS('color', DANGER);
    const [above, below] = [await input.boundingBox(), await alert.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  };
  await told('Email is required');
  await input.fill(freshEmail('reader'));
  await told('You must agree to the terms');
  await footer(page).getByRole('checkbox').check();
  await page.route('**/news', (route) => route.fulfill({ status: 503, json: {}, headers: CORS }));
  await told('Failed to submit form');
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
  test('Newsletter success popup: it says so, and the field is empty', async ({ page }) => {
    await arrive(page, '/guide');
    await footer(page)
      .getByLabel(/by e-mail/)
      .fill(freshEmail('reader'));
    await footer(page).getByRole('checkbox').check();
    await footer(page).getByRole('button', { name: 'Subscribe' }).click();
    const popup = page.getByRole('dialog', { name: 'Newsletter' });
    await expect(popup).toContainText('You have successfully subscribed to our newsletter, we will keep you updated through emails');
    await popup.getByRole('button', { name: 'Close' }).click();
    await expect(footer(page).getByLabel(/by e-mail/)).toHaveValue('');
  });

  test('Login, generic: without an answer an error is told', async ({ page }) => {
    await arrive(page, '/auth/login');
    await page.route('**/user/login', (route) => route.abort());
    await signIn(page, 'ada@example.com');
    await closePopup(page, 'An error occurred during login. Please try again.');
  });

  test('Captcha missing or failed: a login asks to verify it, and says that its validation failed', async ({ page }) => {
    await arrive(page, '/auth/login');
    await fillLogin(page, 'nobody@example.com');
    await captchaBox(page).waitFor();
    await pressSignIn(page);
    await closePopup(page, 'Please verify the captcha.');
    await page.route('**/user/verifyCaptcha', (route) => route.fulfill({ json: { success: false }, headers: CORS }));
    await solveCaptcha(page);
    await pressSignIn(page);
    await closePopup(page, 'Captcha validation failed. Please try again.');
  });

  test('Signup failure: the server message in a popup', async ({ page }) => {
    await arrive(page, '/auth/signup');
    await fillSignUp(page, freshEmail('weak'), 'password');
    const answer = page.waitForResponse('**/user/signup');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    const { message } = (await (await answer).json()) as { message: string };
    await closePopup(page, message);
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  });

  test('Forgot password: the server message, or that an error occurred', async ({ page }) => {
    await arrive(page, '/auth/forgot');
    await page.route('**/user/forgot-password', (route) => route.abort(), { times: 1 });
    await main(page).getByLabel('E-mail').fill(freshEmail('forgetful'));
    const send = () => page.getByRole('button', { name: 'Send the link' }).click();
    await send();
    await closePopup(page, 'An error occurred while processing your request.');
    const answer = page.waitForResponse('**/user/forgot-password');
    await send();
    const { message } = (await (await answer).json()) as { message: string };
    await closePopup(page, message);
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

  test('Contact: a failed submit and a good one are told, and the form is then empty', async ({ page }) => {
    await arrive(page, '/contact');
    const form = page.getByRole('form', { name: 'Contact' });
    await form.getByLabel('Full name').fill('Ada Buyer');
    await form.getByLabel('E-mail').fill(freshEmail('ada'));
    await form.getByLabel('Message').fill('My key does not open.');
    await page.route('**/contact/contacts', (route) => route.abort(), { times: 1 });
    await solveCaptcha(page);
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(form.getByRole('alert')).toHaveText('Form submission failed. Please try again.');
    await expect(form.getByLabel('Message')).toHaveValue('My key does not open.');
    await solveCaptcha(page);
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(form.getByText('Form submitted successfully!', { exact: true })).toBeVisible();
    for (const label of ['Full name', 'E-mail', 'Message']) await expect(form.getByLabel(label)).toHaveValue('');
  });

  test('Checkout validation: its three messages', async ({ page }) => {
    await checkOut(page, [storedLine(await gameInStock(1))]);
    // The server would say the same: the form says it before anything is sent.
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const pay = page.getByRole('button', { name: /^Pay/ });
    const told = async (words: string) => {
      await pay.click();
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    };
    await page.getByRole('checkbox').uncheck();
    await told('You must accept the Terms and Privacy policy.');
    await page.getByRole('checkbox').check();
    await page.getByLabel('E-mail').fill('ada@nowhere');
    await told('Please enter a valid email address.');
    await page.getByLabel('Full name').fill('');
    await told('Full name and email are required!');
    expect(sent).toEqual([]);
    await expect(page).toHaveURL(/\/checkout$/);
  });

  test('Checkout stock: the alert tells what is gone and what is short, before anything is paid', async ({ page }) => {
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

  test('Empty search suggestions: "No Product Found ! "', async ({ page }) => {
    await arrive(page, '/guide');
    await page.getByRole('combobox', { name: /^Search/ }).fill('zzqqxx');
    const words = page.getByRole('banner').getByText('No Product Found !', { exact: true }).filter({ visible: true });
    await expect(words.first()).toBeVisible();
  });

  test('Empty lists: "No results found !"', async ({ page }) => {
    await arrive(page, '/search/zzqqxx');
    await expect(main(page).getByRole('heading', { name: 'No results found !', exact: true })).toBeVisible();
  });

  test('Empty cart: "You Cart Is Empty !"', async ({ page }) => {
    await arriveWith(page, {}, '/my-cart');
    await expect(main(page).getByRole('heading', { name: 'You Cart Is Empty !', exact: true })).toBeVisible();
  });

  test('Empty wishlist: "No WishList items"', async ({ page }) => {
    await newcomer(page);
    await arrive(page, '/account/favs');
    await expect(main(page).getByText('No WishList items', { exact: true })).toBeVisible();
  });

  test('No orders: "no orders yet"', async ({ page }) => {
    await newcomer(page);
    await arrive(page, '/account/orders');
    await expect(main(page).getByText('no orders yet', { exact: true })).toBeVisible();
  });

  test('Unknown route or platform: "Page Not Found!", with a link home', async ({ page }) => {
    for (const address of ['/no/such/page', '/products/Atari']) {
      await arrive(page, address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found!');
      await expect(main(page).getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/home');
    }
  });

  test('Router failure: "Unexpected Application Error!"', async ({ page }) => {
    await page.route(`${origins.api}/blog`, (route) => route.fulfill({ json: [null, null], headers: CORS }));
    await arrive(page, '/guide');
    await footer(page).getByRole('link', { name: 'Blogs' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  });

  test('Other fetch failures: no popup is opened; the failure is logged, and the place offers another try', async ({ page }) => {
    await arrive(page, '/guide');
    // Not the browser's own line, which stands there whatever the shop does.
    const isOfTheShop = (words: string) => words.startsWith('listPlatformProducts failed: FETCH_ERROR');
    const logged = page.waitForEvent('console', (message) => message.type() === 'error' && isOfTheShop(message.text()));
    await page.route(`${origins.api}/products/**`, (route) => route.abort('connectionrefused'));
    await footer(page).getByRole('link', { name: 'Xbox' }).click();
    await logged;
    await expect(main(page).getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
