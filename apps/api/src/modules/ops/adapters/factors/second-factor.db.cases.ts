import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type TOTP, URI } from 'otpauth';
import { audited } from '../../../../testing/operators.ts';
import { callOps, opsKey } from '../../../../testing/ops/staff.ts';
import { addProducts } from '../../../../testing/products.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { openApiDocument } from '../../../../platform/http/openapi/openapi.ts';
import type { RefusalAnswer } from '../access/access-ops.dto.ts';
import { EncryptFactorsAnew } from '../../application/second-factor.ts';

const KEYS = '/ops/access/keys';
const STEP_MS = 30_000;
const reason = 'a test';
/** What shows, gives or ends keys, and what sends money or keys to somebody. */
const SENSITIVE = [
  'burnKey',
  'burnProductStock',
  'burnUpload',
  'buyKeyAgain',
  'cancelOrder',
  'changeOrderEmail',
  'closeCustomer',
  'closeDispute',
  'createOpsKey',
  'erasePerson',
  'exportOrders',
  'exportPerson',
  'exportSubscribers',
  'giveUpRefund',
  'limitOpsKey',
  'linkSupplierProduct',
  'lookAtKey',
  'planSale',
  'planSales',
  'recordNotMade',
  'refundOrder',
  'releaseKey',
  'releaseOrder',
  'releaseProductStock',
  'releaseStock',
  'replaceOrderKey',
  'returnPurchase',
  'revokeOpsKey',
  'setMargin',
  'setPrice',
  'setPricing',
  'setRiskPolicy',
  'startImport',
  'submitEvidence',
  'verifyCustomer',
];
const material = () => randomBytes(32).toString('base64');

export function secondFactor(): void {
  let shop: TestShop;
  let plain: string;
  let count = 0;
  const [first, second] = [material(), material()];

  beforeAll(async () => {
    shop = await testShop({ environment: { KEY_ENCRYPTION_KEYS: `1:${first}` } });
  });
  beforeEach(async () => {
    await shop.database.query('delete from ops_key');
    await shop.database.query('delete from rate_limit');
    plain = (await opsKey(shop, 'owner')).text;
    shop.clock.advance(STEP_MS * 10);
  });
  afterAll(() => shop.close());

  /** An owner's key with a second factor, and what its app shows so many steps from now. */
  async function withFactor() {
    const body = { name: `factor ${(count += 1)}`, role: 'owner', totp: true, reason };
    const made = (await callOps(shop, plain, 'POST', KEYS, body)).json<{ id: string; key: string; otpauth: string }>();
    const app = URI.parse(made.otpauth) as TOTP;
    const code = (steps = 0) => app.generate({ timestamp: shop.clock.now().getTime() + steps * STEP_MS });
    return { ...made, code };
  }
  /** A sensitive call, which answers 404 once the code is not what it fails at. */
  async function sensitive(key: string, code?: string, { at = shop, remoteAddress = '192.0.2.10' } = {}) {
    const headers = { 'x-ops-key': key, ...(code !== undefined && { 'x-ops-code': code }) };
    const answer = await at.app.inject({ method: 'POST', url: '/ops/keys/nothing/burn', remoteAddress, headers, payload: { reason } });
    const { codeRequired, message } = answer.json<{ codeRequired?: boolean; message: string }>();
    return { status: answer.statusCode, codeRequired, message };
  }
  const refused = { status: 403, codeRequired: true, message: expect.stringContaining('A code is required') };
  const passed = { status: 404, codeRequired: undefined, message: 'There is no such key.' };

  test('a sensitive call asks a key with a second factor for a code, which opens ten minutes for this key', async () => {
    const { key, code } = await withFactor();
    const other = await withFactor();
    expect(await sensitive(key)).toEqual(refused);
    expect((await callOps(shop, key, 'GET', KEYS)).statusCode).toBe(200);
    const used = code();
    expect(await sensitive(key, used)).toEqual(passed);
    expect(await sensitive(other.key)).toEqual(refused);
    shop.clock.advance(599_999);
    expect([await sensitive(key), await sensitive(key, used)]).toEqual([passed, passed]);
    shop.clock.advance(1);
    expect([await sensitive(key), await sensitive(key, used)]).toEqual([refused, refused]);
    expect(await sensitive(key, code())).toEqual(passed);
  });

  test('a code opens its key for the network that sent it alone, and calls without one from elsewhere are noted', async () => {
    const { id, key, code } = await withFactor();
    const [office, thief] = [{ remoteAddress: '2001:db8:1:2::3' }, { remoteAddress: '198.51.100.7' }];
    const used = code();
    expect(await sensitive(key, used, office)).toEqual(passed);
    expect([await sensitive(key, undefined, thief), await sensitive(key, used, thief)]).toEqual([refused, refused]);
    // The same /64.
    expect(await sensitive(key, undefined, { remoteAddress: '2001:db8:1:2:ffff::1' })).toEqual(passed);
    shop.clock.advance(600_000);
    expect(await sensitive(key, undefined, office)).toEqual(refused);
    expect(await sensitive(key, code(), thief)).toEqual(passed);
    const { items } = (await callOps(shop, plain, 'GET', `/ops/access/refusals?by=${id}`)).json<{ items: RefusalAnswer[] }>();
    expect(items.map(({ reason: why, network }) => [why, network])).toEqual([
      ['wrong-code', '198.51.100.7'],
      ['no-code', '198.51.100.7'],
    ]);
  });

  test('a code opens once, and no earlier one opens after it', async () => {
    const { id, key, code } = await withFactor();
    const close = () => shop.database.query('update ops_factor set open_until = null where key_id = $1', [id]);
    expect(await sensitive(key, code(1))).toEqual(passed);
    await close();
    for (const steps of [1, 0, -1]) expect(await sensitive(key, code(steps))).toEqual(refused);
    shop.clock.advance(STEP_MS * 2);
    expect(await sensitive(key, code())).toEqual(passed);
  });

  test('a code of another key or another time is refused, and after five no code is looked at', async () => {
    const { key, code } = await withFactor();
    const other = await withFactor();
    for (const wrong of [other.code(), code(-2), code(2), other.code(-1), other.code(1)])
      expect(await sensitive(key, wrong)).toEqual(refused);
    for (const malformed of ['', 'abcdef', '12345']) expect(await sensitive(key, malformed)).toMatchObject({ status: 400 });
    expect(await sensitive(key, code())).toMatchObject({ status: 429 });
    // Nobody is locked out of what needs no code, or of another key.
    expect((await callOps(shop, key, 'GET', KEYS)).statusCode).toBe(200);
    expect(await sensitive(other.key, other.code())).toEqual(passed);
    shop.clock.advance(900_000);
    expect(await sensitive(key, code())).toEqual(passed);
  });

  test('the secret is shown once, stored encrypted and never logged; the audit log has which codes opened', async () => {
    const { id, key, otpauth, code } = await withFactor();
    const secret = URI.parse(otpauth).secret;
    await sensitive(key, '000000');
    await sensitive(key, code());
    for (const action of ['access.code', 'access.code-refused'])
      expect([action, (await audited(shop, action)).filter(({ subject_id }) => subject_id === id).length]).toEqual([action, 1]);
    const listed = await callOps(shop, plain, 'GET', KEYS);
    expect(listed.json<{ items: object[] }>().items).toContainEqual(expect.objectContaining({ id, totp: true }));
    const { rows } = await shop.database.query<{ row: string; plain: string }>(
      `select ops_factor::text as row, encode(ciphertext, 'escape') as plain from ops_factor where key_id = $1`,
      [id],
    );
    const log = JSON.stringify((await shop.database.query('select * from audit_line')).rows);
    for (const text of [listed.body, rows[0]?.row, rows[0]?.plain, log]) {
      expect(text).not.toContain(secret.base32);
      expect(text).not.toContain(secret.latin1);
      expect(text).not.toContain(secret.hex.toLowerCase());
    }
  });

  test('where a second factor is required, keys without one make no sensitive call, and every other one', async () => {
    const strict = await testShop({ environment: { OPS_SECOND_FACTOR: 'required' } });
    try {
      const { text: key } = await opsKey(strict, 'owner');
      const operations = Object.entries(openApiDocument(strict.app, 'ops').paths).flatMap(([path, methods]) =>
        Object.entries(methods as Record<string, { operationId: string }>).map(([method, { operationId }]) => ({
          path,
          method,
          operationId,
        })),
      );
      const asked: string[] = [];
      for (const { path, method, operationId } of operations) {
        const url = path.replaceAll(/\{\w+\}/g, 'nothing');
        const answer = await callOps(strict, key, method.toUpperCase() as 'GET', url, method === 'get' ? undefined : {});
        if (answer.body.includes('"codeRequired":true')) asked.push(operationId);
      }
      expect(asked.sort()).toEqual(SENSITIVE);
    } finally {
      await strict.close();
    }
  });

  test('a product is changed without a code, but for what margins and the rules of fraud go by', async () => {
    const strict = await testShop({ environment: { OPS_SECOND_FACTOR: 'required' } });
    try {
      await addProducts(strict, [{ kinguinId: 24532 }]);
      const { text: key } = await opsKey(strict, 'catalogue');
      const answerTo = async (change: object) => {
        const { statusCode, body } = await callOps(strict, key, 'PATCH', '/ops/products/24532', { ...change, reason });
        return [statusCode, body.includes('"codeRequired":true')];
      };
      for (const change of [{ genres: ['FPS'] }, { category: 'Game' }, { limitPerBasket: 3, genres: [] }])
        expect([change, ...(await answerTo(change))]).toEqual([change, 403, true]);
      expect(await answerTo({ limitPerBasket: 3 })).toEqual([200, false]);
    } finally {
      await strict.close();
    }
  });

  test('after a rotation the secrets are encrypted with the new key, and go on opening', async () => {
    const { key, code } = await withFactor();
    // The same database after a restart with another key beside the first one.
    const { database } = shop;
    const later = await testShop({
      environment: () => ({ KEY_ENCRYPTION_KEYS: `1:${first},2:${second}`, DATABASE_URL: shop.config.databaseUrl }),
      clock: shop.clock,
    });
    try {
      await later.get(EncryptFactorsAnew).run();
      const versions = await database.query<{ key_version: number }>('select key_version from ops_factor');
      expect(versions.rows).toEqual([{ key_version: 2 }]);
      expect(await sensitive(key, code(), { at: later })).toEqual(passed);
    } finally {
      await later.close();
    }
  });
}
