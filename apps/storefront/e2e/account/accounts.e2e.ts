import { expect, type Page, type Response, test } from '@playwright/test';
import { closePopup, CORS, fillSignUp, freshEmail, newcomer, PASSWORD, signIn } from '../support/account-forms.ts';
import { origins } from '../support/origins.ts';
import { ask } from '../support/shop-fixtures.ts';
import { arrive, checkOut, gameInStock, mailsTo, storedLine } from '../support/visitor.ts';

/** Four by four pixels of the shop's green. */
const GREEN_PIXELS =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWPgKo6AIwbiOABVgw1R3WN8dQAAAABJRU5ErkJggg==';

/** The address behind the link of a mail, on the storefront's own origin. */
async function linkInMail(email: string, path: RegExp): Promise<string> {
  const found = async () => {
    const mails = await mailsTo(email);
    const links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
    return links.filter((link) => link.startsWith(`${origins.storefront}/`) && path.test(link)).at(-1) ?? '';
  };
  await expect.poll(found, { timeout: 20_000, intervals: [100] }).not.toBe('');
  return found();
}

const cookiesOf = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);

test('a new account is verified by the link of its mail, which logs in for a day; Logout ends the login, and a forgotten password is set anew by mail', async ({
  page,
}) => {
  const email = freshEmail('new');
  await arrive(page, '/auth/signup');
  await fillSignUp(page, email);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await closePopup(page, 'look into your mailbox');
  await expect(page).toHaveURL(/\/auth\/login$/);

  await page.goto(await linkInMail(email, /\/auth\/verify\//));
  await expect(page.getByRole('link', { name: 'Account of Ada' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('is verified');
  const cookies = (await page.context().cookies()).filter(({ name }) => name === 'tk' || name === 'username');
  expect(cookies).toHaveLength(2);
  for (const { expires, sameSite } of cookies) {
    expect(Math.abs(expires - Date.now() / 1000 - 86_400)).toBeLessThan(120);
    expect(sameSite).toBe('Lax');
  }
  await page.getByRole('link', { name: 'To your account' }).click();
  await expect(page.getByRole('main').getByLabel('E-mail')).toHaveValue(email);
  const authorization = decodeURIComponent(cookies.find(({ name }) => name === 'tk')?.value ?? '');
  const status = async () => (await page.request.get(`${origins.api}/user/profile`, { headers: { authorization } })).status();
  expect(await status()).toBe(200);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  expect(await cookiesOf(page)).not.toContain('tk');
  expect(await cookiesOf(page)).not.toContain('username');
  expect(await status()).toBe(401);

  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The login, which asks for an address as well, stands until the script of the next page is there.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await closePopup(page, 'is on its way');
  await page.goto(await linkInMail(email, /\/auth\/reset\//));
  await expect(page.getByRole('main').getByLabel('E-mail')).toHaveValue(email);
  await expect(page.getByRole('main').getByLabel('E-mail')).not.toBeEditable();
  await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD} again`);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await closePopup(page, 'Your password is changed');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await signIn(page, email, `${PASSWORD} again`);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('link', { name: 'Account of Ada' })).toBeVisible();
});

test('on another device a verification link asks for a login and comes back by itself, and the wishlist is there, too, and what is removed from it', async ({
  page,
  browser,
}) => {
  const email = await newcomer(page);
  await arrive(page, '/home');
  const wishlistButton = page.getByRole('button', { name: /^Add to Wishlist/ }).first();
  const name = (await wishlistButton.getAttribute('aria-label'))?.replace('Add to Wishlist: ', '') ?? '';
  const isChange = (response: Response) => response.url().endsWith('/user/wishlist') && response.request().method() === 'PUT';
  const answered = page.waitForResponse(isChange);
  await wishlistButton.click();
  await answered;

  const other = await (await browser.newContext({ baseURL: origins.storefront })).newPage();
  await arrive(other, await linkInMail(email, /\/auth\/verify\//));
  await expect(other.getByRole('main').getByRole('status')).toContainText('Please log in');
  await other.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(other, email);
  await expect(other).toHaveURL(/\/auth\/verify\//);
  await expect(other.getByRole('main')).toContainText('is verified');

  await other.goto('/account/favs');
  await expect(other.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible();
  const gone = other.waitForResponse(isChange);
  await other.getByRole('button', { name: `Remove From Wishlist: ${name}` }).click();
  await gone;
  await expect(other.getByRole('main')).toContainText('No WishList items');
  await page.goto('/account/favs');
  await expect(page.getByRole('main')).toContainText('No WishList items');
  await other.context().close();
});

test(
  'after three failures the API insists on a captcha, and the one of the form is what it takes',
  { tag: '@prove' },
  async ({ page, request }) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) violations.push(message.text());
    });
    const email = freshEmail('guessed');
    await ask('/user/signup', { username: 'Ada', lastname: 'Byron', email, password: PASSWORD });
    const bare = (password: string) => request.post(`${origins.api}/user/login`, { data: { email, password } });
    for (let attempt = 1; attempt <= 3; attempt += 1) expect((await bare('not the password')).status()).toBe(401);
    const refused = await bare(PASSWORD);
    expect([refused.status(), await refused.json()]).toEqual([403, expect.objectContaining({ captchaNeeded: true })]);
    await arrive(page, '/auth/login');
    await signIn(page, email);
    await expect(page).toHaveURL(/\/home$/);
    expect(violations).toEqual([]);
  },
);

for (const [site, tag] of [
  ['Google', []],
  ['Facebook', ['@prove']],
  ['Steam', ['@prove']],
] as const) {
  test(`the login menu leads to ${site} and comes back logged in, with a clean address`, { tag: [...tag] }, async ({ page }) => {
    await arrive(page, '/home');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('link', { name: `Connect with ${site}` }).click();
    // The stand-in's page: it asks who one wants to be.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Log in with ${site}`);
    await page
      .getByRole('button', { name: /continue|sign in|allow|log in/i })
      .first()
      .click();
    await expect(page).toHaveURL(`${origins.storefront}/home`);
    await expect(page.getByRole('link', { name: /^Account of/ })).toBeVisible();
    expect(await cookiesOf(page)).toContain('tk');
  });
}

test(
  'a new account has no orders; what its owner buys is there with the key behind a click, and is sent again',
  { tag: '@alone' },
  async ({ page }) => {
    const email = await newcomer(page);
    await page.goto(await linkInMail(email, /\/auth\/verify\//));
    await expect(page.getByRole('main')).toContainText('is verified');
    await arrive(page, '/account/orders');
    await expect(page.getByRole('main')).toContainText('no orders yet');

    const game = await gameInStock(1);
    await checkOut(page, [storedLine(game)], email);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('button', { name: /^Pay / }).first().click();
    await expect(page).toHaveURL(/\/success/);

    await expect(async () => {
      await page.goto('/account/orders');
      await expect(page.getByRole('article')).toContainText('Completed', { timeout: 2000 });
    }).toPass({ timeout: 20_000 });
    const order = page.getByRole('article');
    await expect(order).toContainText(game.name);
    await order.getByRole('button', { name: /^Show keys/ }).click();
    const key = await order.locator('code').first().innerText();
    expect(key).toMatch(/^[\w-]{8,}$/);
    await expect.poll(async () => (await mailsTo(email)).some(({ text }) => text.includes(key)), { timeout: 20_000 }).toBe(true);
    await order.getByRole('button', { name: /^Send again/ }).click();
    await expect(order.getByRole('status')).not.toBeEmpty();
  },
);

test('a key that is a picture is drawn as it is, under the policy of the page', async ({ page }) => {
  const order = {
    _id: 'x',
    createdAt: '2026-03-05T10:00:00Z',
    kinguinOrderId: 'K1',
    currency: 'EUR',
    total: 36,
    status: 'Completed',
    products: [],
  };
  const image = `data:image/png;base64,${GREEN_PIXELS}`;
  await newcomer(page);
  await page.route(`${origins.api}/order`, (route) => route.fulfill({ json: [order], headers: CORS }));
  await page.route(`${origins.api}/order/x/keys*`, (route) =>
    route.fulfill({ json: { order, keys: [{ name: 'Half Moon', platform: 'Steam', kind: 'image', image }] }, headers: CORS }),
  );
  await arrive(page, '/account/orders');
  await page.getByRole('button', { name: /^Show keys/ }).click();
  const drawn = page.getByRole('img', { name: 'Key of Half Moon, a picture' });
  const pixel = () =>
    drawn.evaluate((canvas: HTMLCanvasElement) => [canvas.width, ...(canvas.getContext('2d')?.getImageData(1, 1, 1, 1).data ?? [])]);
  await expect.poll(pixel).toEqual([4, 10, 115, 88, 255]);
});
