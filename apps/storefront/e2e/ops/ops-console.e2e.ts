import { expect, type Locator, type Page, test } from '@playwright/test';
import { origins } from '../support/origins.ts';
import { opsKey } from '../support/ops-key.ts';
import { anotherBuyer } from '../support/shop-fixtures.ts';
import { gameInStock, storedLine } from '../support/visitor.ts';

const KEYS = 'Ops · Keys and stock';
const ORDERS = 'Ops · Orders';
const CATALOGUE = 'Ops · Catalogue';
const ACCESS = 'Ops · Access and audit';

/** Of the demo shop, and in the examples of the console. */
const GAME = 24532;

/** What a line of text in an answer is compared with. */
type Answer = { status: number; body: Record<string, unknown> & { items?: Record<string, unknown>[] } };

async function authorize(page: Page, key: string): Promise<void> {
  await page.locator('.auth-wrapper .authorize').click();
  const scheme = page.locator('.auth-container').filter({ hasText: 'X-Ops-Key' });
  const logout = scheme.getByRole('button', { name: 'Remove authorization' });
  if (await logout.isVisible()) await logout.click();
  await scheme.locator('input').fill(key);
  await scheme.getByRole('button', { name: 'Apply credentials' }).click();
  await page.locator('.auth-btn-wrapper .btn-done').first().click();
}

/** An operation with its form, opened under its task. */
async function operation(page: Page, task: string, id: string): Promise<Locator> {
  const block = page.locator(`.opblock[id$="-${id}"]`);
  if (!(await block.isVisible())) await page.locator(`.opblock-tag[data-tag="${task}"]`).click();
  if (!/is-open/.test((await block.getAttribute('class')) ?? '')) await block.locator('.opblock-summary-control').click();
  return block;
}

/** Fills in what is given, and `reason` where one is asked for, leaves the examples otherwise, and presses Execute. */
async function ask(page: Page, task: string, id: string, given: Readonly<Record<string, string>> = {}, reason = 'a test'): Promise<Answer> {
  const block = await operation(page, task, id);
  for (const [name, value] of Object.entries(given)) {
    const field = block.locator(`[data-param-name="${name}"], [data-property-name="${name}"]`).locator('input, textarea, select').first();
    if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  const body = block.locator('textarea.body-param__text');
  if (await body.isVisible()) await body.fill((await body.inputValue()).replace('"reason": ""', `"reason": "${reason}"`));
  const reasonInQuery = block.locator('tr[data-param-name="reason"] input');
  if (await reasonInQuery.isVisible()) await reasonInQuery.fill(reason);
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().startsWith(`${origins.api}/ops/`)),
    block.getByRole('button', { name: 'Execute' }).click(),
  ]);
  await expect(block.locator('.live-responses-table tbody .response-col_status').first()).toContainText(String(response.status()));
  return { status: response.status(), body: (await response.json()) as Answer['body'] };
}

test(
  'the staff signs in to Swagger UI, sets a price with the example that stands there, and the audit log shows it',
  { tag: '@alone' },
  async ({ page }) => {
    const name = `Ada ${Date.now()}`;
    await page.goto(`${origins.api}/docs`);
    expect((await ask(page, ACCESS, 'getOperator')).status).toBe(401);
    await authorize(page, await opsKey(name, 'owner'));
    expect((await ask(page, ACCESS, 'getOperator')).body).toMatchObject({ name, role: 'owner' });
    const filter = page.locator('.operation-filter-input');
    await filter.fill('payment MISMATCHES');
    await expect(page.locator('.opblock')).toHaveCount(1);
    await expect(page.locator('.opblock[id$="-listMismatches"]')).toBeVisible();
    await filter.fill('');
    const untouched = await ask(page, CATALOGUE, 'setPrice', {}, '');
    expect(untouched).toMatchObject({ status: 400, body: { details: [{ field: 'reason', message: 'The reason is needed.' }] } });
    expect((await ask(page, CATALOGUE, 'setPrice')).status).toBe(200);
    const audit = await ask(page, ACCESS, 'listAudit', { by: name, action: '', subjectType: '' });
    expect((audit.body.items ?? []).map(({ action, reason }) => [action, reason])).toEqual([['products.price', 'a test']]);
  },
);

test(
  'the staff does the work of a day in Swagger UI, with the examples that stand there, and the audit log shows it',
  { tag: '@prove' },
  async ({ page }) => {
    test.setTimeout(180_000);
    const name = `Ada ${Date.now()}`;
    await page.goto(`${origins.api}/docs`);
    expect((await ask(page, ACCESS, 'getOperator')).status).toBe(401);
    await authorize(page, await opsKey(name, 'owner'));
    expect((await ask(page, ACCESS, 'getOperator')).body).toMatchObject({ name, role: 'owner' });
    await page.reload();
    expect((await ask(page, ACCESS, 'getOperator')).status).toBe(200);

    const { items: products } = (await ask(page, CATALOGUE, 'opsListProducts', { q: 'ARK' })).body;
    expect(products).toContainEqual(expect.objectContaining({ kinguinId: GAME }));
    expect((await ask(page, CATALOGUE, 'setPrice')).status).toBe(200);

    const lines = [1, 2].map((line) => `CONSOLE-${Date.now()}-${line}`).join(' ');
    const dry = await ask(page, KEYS, 'uploadKeys', { dryRun: 'true', keys: lines });
    expect(dry.body).toMatchObject({ dryRun: true, accepted: 2 });
    const uploaded = await ask(page, KEYS, 'uploadKeys', { dryRun: 'false', keys: lines });
    expect(uploaded.body).toMatchObject({ dryRun: false, accepted: 2 });
    const { items: levels = [] } = (await ask(page, KEYS, 'listStock', { product: String(GAME) })).body;
    expect(levels).toEqual([expect.objectContaining({ kinguinId: GAME })]);
    const { items: keys = [] } = (await ask(page, KEYS, 'listKeys', { product: String(GAME) })).body;
    const looked = await ask(page, KEYS, 'lookAtKey', { id: String(keys[0]?.id) });
    expect(looked.body).toMatchObject({ key: expect.stringContaining('CONSOLE-') });

    const number = await soldOrder(page);
    const found = await ask(page, ORDERS, 'listOpsOrders', { number });
    expect(found.body.items).toEqual([expect.objectContaining({ number })]);
    await expect
      .poll(async () => JSON.stringify((await ask(page, ORDERS, 'getOpsOrder', { order: number })).body.timeline), { timeout: 30_000 })
      .toContain('mail_sent');
    expect((await ask(page, ORDERS, 'sendOrderAgain', { order: number })).status).toBe(200);
    expect((await ask(page, ORDERS, 'refundOrder', { order: number })).body).toMatchObject({ keys: 'burnt' });

    const audit = await ask(page, ACCESS, 'listAudit', { by: name, action: '', subjectType: '' });
    expect(new Set((audit.body.items ?? []).map(({ action }) => action))).toEqual(
      new Set(['products.price', 'keys.upload', 'keys.look', 'orders.send-again', 'orders.refund']),
    );
  },
);

test('a key without the role gets the name of the needed one, and another tab has no key', { tag: '@prove' }, async ({ page, context }) => {
  await page.goto(`${origins.api}/docs`);
  await authorize(page, await opsKey(`Bob ${Date.now()}`, 'viewer'));
  const refused = await ask(page, CATALOGUE, 'setPrice');
  expect(refused).toMatchObject({
    status: 403,
    body: { message: 'This needs an ops key with the role catalogue; yours has the role viewer.' },
  });
  const other = await context.newPage();
  await other.goto(`${origins.api}/docs`);
  expect((await ask(other, ACCESS, 'getOperator')).status).toBe(401);
});

/** Somebody buys a game; answers the order's number. */
async function soldOrder(page: Page): Promise<string> {
  const session = await anotherBuyer([storedLine(await gameInStock(1))]);
  const buyer = await page.context().newPage();
  await buyer.goto(session.url);
  await buyer.getByRole('button', { name: /^Pay / }).first().click();
  await expect(buyer).toHaveURL(/\/success/);
  await buyer.close();
  const { items } = (await ask(page, ORDERS, 'listOpsOrders', { payment: session.id })).body;
  // The next search is by the number alone.
  await (await operation(page, ORDERS, 'listOpsOrders')).locator('[data-param-name="payment"] input').fill('');
  return String(items?.[0]?.number);
}
