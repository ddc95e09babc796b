import { expect, type Locator, type Page, test } from '@playwright/test';
import { origins } from '../support/origins.ts';
import { opsKey } from '../support/ops-key.ts';
import { anotherBuyer } from '../support/shop-fixtures.ts';
import { checkOut, gameInStock, storedLine } from '../support/visitor.ts';

const KEYS = 'Ops · Keys and stock';
const ORDERS = 'Ops · Orders';
const PAYMENTS = 'Ops · Payments';
const CATALOGUE = 'Ops · Catalogue';
const ACCESS = 'Ops · Access and audit';

/** Of the demo shop, and in the examples of the console. */
const GAME = 24532;

/** Its payment is disputed at once, as with Stripe in test mode. */
const DISPUTED_CARD = '4000 0000 0000 0259';

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
  const example = block.locator('textarea.body-param__text');
  if (await example.isVisible()) await example.fill((await example.inputValue()).replace('"reason": ""', `"reason": "${reason}"`));
  const reasonInQuery = block.locator('tr[data-param-name="reason"] input');
  if (await reasonInQuery.isVisible()) await reasonInQuery.fill(reason);
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().startsWith(`${origins.api}/ops/`)),
    block.getByRole('button', { name: 'Execute' }).click(),
  ]);
  await expect(block.locator('.live-responses-table tbody .response-col_status').first()).toContainText(String(response.status()));
  const body = (await response.json()) as Answer['body'];
  await expect(block.locator('.live-responses-table tbody .response-col_description code').first()).toHaveText(
    JSON.stringify(body, null, 2),
  );
  return { status: response.status(), body };
}

/** Changes these fields of the body that stands there. */
async function type(page: Page, id: string, typed: Readonly<Record<string, unknown>>): Promise<void> {
  const field = (await operation(page, PAYMENTS, id)).locator('textarea.body-param__text');
  const stands = JSON.parse(await field.inputValue()) as Record<string, unknown>;
  expect(Object.keys(stands), `the body of ${id}`).toEqual(expect.arrayContaining(Object.keys(typed)));
  await field.fill(JSON.stringify({ ...stands, ...typed }, null, 2));
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

test(
  'the staff answers one dispute and accepts another in Swagger UI, with the examples that stand there, and the bank decides',
  { tag: '@prove' },
  async ({ page }) => {
    test.setTimeout(300_000);
    const name = `Ada ${Date.now()}`;
    await page.goto(`${origins.api}/docs`);
    await authorize(page, await opsKey(name, 'support'));
    const [answered, accepted] = [await disputedPurchase(page), await disputedPurchase(page)];

    const { id: dispute, dueAt } = answered;
    expect(Date.parse(String(dueAt))).toBeGreaterThan(Date.now());
    const read = async (id = dispute) => (await ask(page, PAYMENTS, 'getDispute', { dispute: id })).body;
    await expect.poll(async () => (await read()).state, { timeout: 90_000 }).toBe('assembled');
    const { evidence } = await read();
    expect(evidence).toMatchObject({
      customerName: 'Ada Buyer',
      accessLog: expect.stringMatching(/order placed from \S+ with .*Chrome/),
      receipt: expect.stringContaining(`Total: ${Number(answered.amount).toFixed(2)} EUR`),
    });
    expect(await downloaded(page, dispute)).toBe('receipt.pdf');

    const edited = await ask(page, PAYMENTS, 'editEvidence', { dispute });
    expect(edited.body).toMatchObject({
      state: 'edited',
      version: 2,
      evidence: { uncategorizedText: 'The buyer wrote that the key works.' },
    });
    expect(await ask(page, PAYMENTS, 'editEvidence', { dispute })).toMatchObject({
      status: 409,
      body: { details: [{ field: 'version' }] },
    });
    await type(page, 'editEvidence', { version: 2, uncategorizedText: 'winning_evidence' });
    expect((await ask(page, PAYMENTS, 'editEvidence', { dispute })).body).toMatchObject({ version: 3, submittedAt: null });

    const submit = () => ask(page, PAYMENTS, 'submitEvidence', { dispute });
    expect(await submit()).toMatchObject({ status: 409, body: { details: [{ field: 'version' }] } });
    await type(page, 'submitEvidence', { version: 3 });
    expect(await submit()).toMatchObject({ status: 409, body: { details: [{ field: 'confirm' }] } });
    await type(page, 'submitEvidence', { confirm: true });
    expect(await submit()).toMatchObject({ status: 200, body: { submittedBy: name } });
    await expect
      .poll(() => read(), { timeout: 30_000 })
      .toMatchObject({ state: 'closed', outcome: 'won', closedBy: null, orderStatus: 'completed' });

    const close = () => ask(page, PAYMENTS, 'closeDispute', { dispute: accepted.id });
    expect(await close()).toMatchObject({ status: 409, body: { details: [{ field: 'amount' }] } });
    await type(page, 'closeDispute', { amount: accepted.amount });
    expect(await close()).toMatchObject({ status: 200, body: { state: 'closed', outcome: 'lost', closedBy: name } });
    await expect.poll(async () => (await read(accepted.id)).orderStatus, { timeout: 30_000 }).toBe('charged_back');
    expect(await submit()).toMatchObject({ status: 409, body: { message: 'This dispute is closed.' } });
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

/** Somebody buys a game in the shop, and disputes the payment; answers the dispute as the list shows it. */
async function disputedPurchase(page: Page): Promise<Record<string, unknown> & { id: string }> {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  const buyer = await page.context().newPage();
  await checkOut(buyer, [storedLine(await gameInStock(1))], email);
  await buyer.getByRole('button', { name: /^Pay/ }).click();
  await buyer.getByLabel('Card number').fill(DISPUTED_CARD);
  await buyer.getByRole('button', { name: /^Pay / }).first().click();
  await expect(buyer).toHaveURL(/\/success/);
  await buyer.close();
  const { items: [order] = [] } = (await ask(page, ORDERS, 'listOpsOrders', { email })).body;
  const listed = async () =>
    (await ask(page, PAYMENTS, 'listDisputes', { kind: 'dispute' })).body.items?.find(({ orderNumber }) => orderNumber === order?.number);
  await expect.poll(listed, { timeout: 60_000 }).toMatchObject({ reason: 'fraudulent', dispute: { currency: 'EUR', outcome: null } });
  const { dispute } = (await listed()) as { dispute: Record<string, unknown> & { id: string } };
  expect(dispute.amount).toBe(order?.total);
  return dispute;
}

/** The name under which the browser stores the receipt of a dispute. */
async function downloaded(page: Page, dispute: string): Promise<string> {
  const block = await operation(page, PAYMENTS, 'getEvidenceDocument');
  await block.locator('[data-param-name="dispute"] input').fill(dispute);
  await block.getByRole('button', { name: 'Execute' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), block.getByRole('link', { name: 'Download file' }).click()]);
  return download.suggestedFilename();
}

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
