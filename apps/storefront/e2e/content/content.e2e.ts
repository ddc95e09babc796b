import { expect, type Page, test } from '@playwright/test';
import { productPath } from '@keyturn/shop-rules';
import { origins } from '../support/origins.ts';
import { arrive, checkOut, DEMO, gameInStock, loggedIn, type Mail, mailsTo, settled, storedLine } from '../support/visitor.ts';
import { watch } from '../support/page-errors.ts';

const SUPPORT = 'support@keyturn.example';
/** The smallest picture there is: one pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const fresh = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** The first address in a mail to somebody that has this path; waits for the mail. */
async function linkTo(email: string, path: string): Promise<string> {
  const pattern = new RegExp(`${origins.storefront}${path}[\\w.~-]+`);
  const find = async () => (await mailsTo(email)).flatMap(({ text }) => pattern.exec(text) ?? [])[0];
  await expect.poll(find, { timeout: 20_000, intervals: [100] }).toBeTruthy();
  return String(await find());
}

/** Buys one piece with the form filled in, up to the page that says so. */
async function buy(page: Page, email: string) {
  const game = await gameInStock(1);
  await checkOut(page, [storedLine(game)], email);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).not.toHaveURL(/\/checkout$/);
  await page.getByRole('button', { name: /^Pay €/ }).click();
  await expect(page).toHaveURL(/\/success/);
  return game;
}

test('a message with a file reaches the mailbox of support, and the form says so and is empty', async ({ page }) => {
  const problems = watch(page);
  const email = fresh('ada');
  await arrive(page, '/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  await form.getByLabel('Full name').fill('Ada Buyer');
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Message').fill('My key does not open.');
  await form.getByLabel('File').setInputFiles({ name: 'error.png', mimeType: 'image/png', buffer: PNG });
  await form.getByRole('checkbox').press('Space');
  await expect(form.getByText('Verified', { exact: true })).toBeVisible({ timeout: 30_000 });
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByText('Form submitted successfully!')).toBeVisible();
  await expect(form.getByLabel('Message')).toHaveValue('');
  await expect(form.getByLabel('File')).toHaveValue('');

  const mine = async () => (await mailsTo(SUPPORT)).find(({ text }) => text.includes(email));
  await expect.poll(mine, { timeout: 20_000 }).toBeTruthy();
  expect(await mine()).toMatchObject({ attachments: [{ filename: 'error.png', mimeType: 'image/png', size: PNG.length }] });
  expect(problems).toEqual([]);
});

test('the newsletter is opted in by mail and a click, and ended by one click of the mail program', async ({ page }) => {
  const problems = watch(page);
  const email = fresh('reader');
  await arrive(page, '/guide');
  const footer = page.getByRole('contentinfo');
  await footer.getByLabel(/by e-mail/).fill(email);
  await footer.getByRole('checkbox').check();
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('dialog', { name: 'Newsletter' })).toBeVisible();

  await page.goto(await linkTo(email, '/newsletter/confirm/'));
  await page.getByRole('button', { name: 'Yes, subscribe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are in');

  const [mail] = await mailsTo(email);
  const oneClick = /<([^>]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const ended = await fetch(oneClick, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(ended.status).toBe(200);

  await page.goto(await linkTo(email, '/newsletter/unsubscribe/'));
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed');
  expect(problems).toEqual([]);
});

test(
  'a buyer of a game reviews it: by keyboard, and the page comes back with the review at the same place',
  { tag: '@alone' },
  async ({ page }) => {
    await loggedIn(page);
    const earlier = await mailsTo(DEMO.email);
    const game = await buy(page, DEMO.email);
    const words = `Opened at once ${crypto.randomUUID()}`;
    const about = (mails: readonly Mail[]) => mails.filter(({ text }) => text.includes(game.name)).length;
    await expect.poll(async () => about(await mailsTo(DEMO.email)), { timeout: 20_000 }).toBeGreaterThan(about(earlier));

    await page.goto(productPath(game));
    await settled(page);
    // Far from the view it is the words that the server sent to any visitor.
    await page.getByRole('heading', { name: 'Reviews', exact: true }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Add Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Review' });
    await dialog.getByRole('radio', { name: '3 stars' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await dialog.getByLabel('Description').fill(words);
    const top = await page.evaluate(() => Math.round(window.scrollY));
    const reloaded = page.waitForEvent('load');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await reloaded;
    await expect(page.getByText(words)).toBeAttached();
    // Its own review has come above what was in view: the browser holds on to that.
    const moved = () => page.evaluate((before) => Math.abs(window.scrollY - before), top);
    await expect.poll(moved).toBeLessThan(100);
  },
);

test(
  'a guest opens the order by the link of the mail, reads and copies the key, and has it sent again',
  { tag: '@alone' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: origins.storefront });
    const email = fresh('guest');
    const game = await buy(page, email);
    const problems = watch(page);
    const link = await linkTo(email, '/order/guest/');
    const response = await page.goto(link);
    expect(response?.headers()['referrer-policy']).toBe('no-referrer');
    expect(await response?.text()).toContain('<meta name="robots" content="noindex"');

    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: /^Copy key/ })).toHaveCount(0);
    await main.getByRole('button', { name: 'Show order and keys' }).click();
    await expect(main.getByText('Completed')).toBeVisible();
    const key = await main.locator('code').first().innerText();
    expect((await mailsTo(email)).map(({ text }) => text).join('\n')).toContain(key);
    await main.getByRole('button', { name: `Copy key of ${game.name}` }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

    const before = (await mailsTo(email)).length;
    await main.getByRole('button', { name: 'Send the keys again' }).click();
    await expect(main.getByText('The keys are on their way to the e-mail of this order.')).toBeVisible();
    await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(before + 1);
    expect(problems).toEqual([]);
  },
);
