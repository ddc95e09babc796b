import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { limits } from '../../../../platform/limits/limits.ts';
import { callOps, opsKey } from '../../../../testing/ops/staff.ts';
import { addProducts } from '../../../../testing/products.ts';
import { buy } from '../../../../testing/sales.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { PaymentProvider } from '../../../payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../../payments/testing/in-memory-payments.ts';
import { Transaction } from '../../../../shared/ports.ts';
import { IssueOpsKey } from '../../application/issue-ops-key.ts';
import { Audit } from '../../application/ports.ts';
import { RevokeOpsKey } from '../../application/revoke-ops-key.ts';

const DAY_MS = 86_400_000;
const developmentKey = 'a-development-key-of-thirty-two-letters';

export function accessOps(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop({
      environment: { OPS_DEVELOPMENT_KEY: developmentKey },
      fakes: [{ provide: PaymentProvider, useValue: provider }],
    });
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from rate_limit'));

  const me = (key: string | null, address?: string) => callOps(shop, key, 'GET', '/ops/access/me', undefined, address);
  const audit = async (key: string, query = '') =>
    (await callOps(shop, key, 'GET', `/ops/audit${query}`)).json<{
      items: { action: string; subject: { id: string } }[];
      totalPages: number;
    }>();

  test('a call shows whose key it is, and its answer is not cached', async () => {
    const key = await opsKey(shop, 'support');
    const answer = await me(key.text);
    expect([answer.statusCode, answer.json()]).toEqual([200, { id: key.id, name: key.name, role: 'support' }]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('the database contains no secret of a key', async () => {
    const { id, text } = await opsKey(shop, 'owner');
    const token = text.slice(-43);
    const { rows } = await shop.database.query<{ row: string }>('select ops_key::text as row from ops_key where id = $1', [id]);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect((await me(text)).statusCode).toBe(200);
  });

  test.each([
    ['no key', null, 'This needs an ops key'],
    ['no words', '', 'This ops key is not known.'],
    ['any text', 'let me in', 'This ops key is not known.'],
    ['a key that never was', `keyturn_ops_${'0'.repeat(26)}_${'A'.repeat(43)}`, 'This ops key is not known.'],
  ])('%s is a stranger', async (_what, key, sentence) => {
    const answer = await me(key);
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([401, expect.stringContaining(sentence)]);
  });

  test('the secret of one key does not open with the id of another', async () => {
    const [one, other] = [await opsKey(shop, 'owner'), await opsKey(shop, 'viewer')];
    expect((await me(one.text.replace(one.id, other.id))).statusCode).toBe(401);
  });

  test('a key ends by itself on its day, and at once where an owner revokes it', async () => {
    const owner = await opsKey(shop, 'owner', { days: 300 });
    const [short, long] = [await opsKey(shop, 'viewer', { days: 1 }), await opsKey(shop, 'viewer', { days: 200 })];
    shop.clock.advance(DAY_MS - 1);
    expect((await me(short.text)).statusCode).toBe(200);
    shop.clock.advance(1);
    expect((await me(short.text)).json()).toMatchObject({ statusCode: 401, message: expect.stringContaining('This ops key expired on') });
    const revoked = await callOps(shop, owner.text, 'POST', `/ops/access/keys/${long.id}/revoke`, { reason: 'has left' });
    expect([revoked.statusCode, revoked.json<{ revokedAt: string }>().revokedAt]).toEqual([200, shop.clock.now().toISOString()]);
    expect((await me(long.text)).json()).toMatchObject({
      statusCode: 401,
      message: expect.stringContaining('This ops key was revoked on'),
    });
    expect((await callOps(shop, owner.text, 'POST', `/ops/access/keys/${long.id}/revoke`, { reason: 'again' })).statusCode).toBe(404);
  });

  test('two keys of one name are not alive at a time, and the name is free once the first is revoked', async () => {
    const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
    const issue = () => shop.get(IssueOpsKey).run({ name: 'Ada', role: 'support', until: 1 }, by);
    await issue();
    await expect(issue()).rejects.toThrow('There is a key named Ada already');
    await shop.get(RevokeOpsKey).run('ada', by);
    await expect(issue()).resolves.toMatchObject({ key: { name: 'Ada' } });
  });

  test('that a key was used is noted, once a minute', async () => {
    const owner = await opsKey(shop, 'owner');
    const used = async () => {
      const { rows } = await shop.database.query<{ at: Date }>('select last_used_at as at from ops_key where id = $1', [owner.id]);
      return rows[0]?.at?.getTime() ?? null;
    };
    expect(await used()).toBeNull();
    await me(owner.text);
    const first = shop.clock.now().getTime();
    expect(await used()).toBe(first);
    shop.clock.advance(59_000);
    await me(owner.text);
    expect(await used()).toBe(first);
    shop.clock.advance(1000);
    await me(owner.text);
    expect(await used()).toBe(first + 60_000);
  });

  test('unknown keys are rate limited by network, and a valid key from the same network still works', async () => {
    const { text } = await opsKey(shop, 'viewer');
    for (let attempt = 0; attempt < limits.ops.perNetwork; attempt += 1) expect((await me(`guess ${attempt}`)).statusCode).toBe(401);
    const answer = await me('one more guess');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '60']);
    expect((await me('one more guess', '198.51.100.1')).statusCode).toBe(401);
    expect((await me(text)).statusCode).toBe(200);
  });

  test('a valid key has its own rate limit', async () => {
    const [one, other] = [await opsKey(shop, 'viewer'), await opsKey(shop, 'viewer')];
    await me(one.text);
    await shop.database.query('update rate_limit set hits = $1', [limits.ops.perCaller]);
    expect([(await me(one.text)).statusCode, (await me(other.text)).statusCode]).toEqual([429, 200]);
  });

  test('the development key opens everything here', async () => {
    expect((await me(developmentKey)).json()).toMatchObject({ name: 'development', role: 'owner' });
  });

  test('the audit log shows who did what, when, why and from where, and can be searched', async () => {
    const owner = await opsKey(shop, 'owner');
    const gone = await opsKey(shop, 'viewer');
    await callOps(shop, owner.text, 'POST', `/ops/access/keys/${gone.id}/revoke`, { reason: 'lost a laptop' }, '203.0.113.7');
    const { items } = await audit(owner.text, `?subjectId=${gone.id}`);
    expect(items).toEqual([
      {
        id: expect.any(Number),
        at: shop.clock.now().toISOString(),
        by: { keyId: owner.id, name: owner.name, role: 'owner' },
        action: 'access.revoke',
        subject: { type: 'ops-key', id: gone.id },
        before: { name: gone.name, role: 'viewer', revokedAt: null },
        after: { name: gone.name, role: 'viewer', revokedAt: shop.clock.now().toISOString() },
        reason: 'lost a laptop',
        requestId: expect.any(String),
        address: '203.0.113.7',
      },
      expect.objectContaining({ action: 'access.create' }),
    ]);
    expect(await audit(owner.text, `?by=${encodeURIComponent(owner.name)}&action=access&limit=1`)).toMatchObject({ totalPages: 1 });
    expect((await audit(owner.text, '?action=acc')).items).toEqual([]);
    const after = new Date(shop.clock.now().getTime() + 1).toISOString();
    expect((await audit(owner.text, `?from=${after}`)).items).toEqual([]);
    expect((await audit(owner.text, `?to=${after}&limit=1`)).items).toHaveLength(1);
  });

  test('what was done to an order or a product is found by its number or kinguinId as well as by its id', async () => {
    const by = { keyId: 'x', name: 'names', role: 'owner', requestId: null, address: null } as const;
    const [productId = ''] = await addProducts(shop, [{ kinguinId: 24_532, keys: 1 }]);
    const orderId = await buy(shop, provider, { kinguinId: 24_532 });
    const { rows } = await shop.database.query<{ number: string }>('select number from shop_order where id = $1', [orderId]);
    await shop.get(Transaction).run(async () => {
      for (const subject of [
        { type: 'order', id: orderId },
        { type: 'product', id: productId },
      ])
        await shop.get(Audit).record({ by, action: 'test.names', subject });
    });
    const found = async (name: string) =>
      (await audit(developmentKey, `?action=test.names&subjectId=${name}`)).items.map(({ subject }) => subject.id);
    for (const name of [orderId, rows[0]?.number ?? '']) expect([name, await found(name)]).toEqual([name, [orderId]]);
    for (const name of [productId, '24532']) expect([name, await found(name)]).toEqual([name, [productId]]);
    expect(await found('K000000000')).toEqual([]);
  });

  test.each(['?page=0', '?page=1e3', '?limit=201', '?limit=x', '?from=yesterday', '?from=2026-W47', '?page=1&page=2', '?by=a&by=b'])(
    'a list asked for with %s is refused with the field named',
    async (query) => {
      const answer = await callOps(shop, developmentKey, 'GET', `/ops/audit${query}`);
      const field = query.slice(1).split('=')[0];
      expect([answer.statusCode, answer.json<{ details: { field: string }[] }>().details[0]?.field]).toEqual([400, field]);
    },
  );

  test.each([
    ['GET', '/ops/audit?subject=1', 'subject', 'Did you mean "subjectId"?'],
    ['GET', '/ops/audit?limt=1', 'limt', 'Did you mean "limit"?'],
    ['GET', '/ops/access/me?page=1', 'page', 'This call takes no parameters.'],
    ['DELETE', '/ops/blocker/networks?netwrok=203.0.113.0/24', 'netwrok', 'Did you mean "network"?'],
    ['POST', '/ops/stock/24532/burn?dryrun=true', 'dryrun', 'Did you mean "dryRun"?'],
    ['POST', '/ops/orders/K123456789/cancel?dryRun=true', 'dryRun', 'This call takes no parameters.'],
  ] as const)('%s %s has an unknown parameter: it is refused, with the name that was probably meant', async (method, url, field, hint) => {
    const answer = await callOps(shop, developmentKey, method, url, method === 'POST' ? { reason: 'a test' } : undefined);
    const message = `There is no parameter "${field}" here. ${hint}`;
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ message, details: [{ field, message }] })]);
  });

  test('a call without permission does not reveal its parameters', async () => {
    const { text } = await opsKey(shop, 'viewer');
    expect((await callOps(shop, text, 'POST', '/ops/orders/K123456789/cancel?dryRun=true', {})).statusCode).toBe(403);
    expect((await callOps(shop, null, 'GET', '/ops/audit?limt=1')).statusCode).toBe(401);
  });

  test('a rolled back change adds no entry, and no entry is ever changed or deleted', async () => {
    const by = { keyId: 'x', name: 'undone', role: 'owner', requestId: null, address: null } as const;
    const failing = shop.get(Transaction).run(async () => {
      await shop.get(Audit).record({ by, action: 'test.undone', subject: { type: 'test', id: '1' } });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await audit(developmentKey, '?by=undone')).items).toEqual([]);
    for (const change of ["update audit_line set action = ''", 'delete from audit_line', 'truncate audit_line'])
      await expect(shop.database.query(change)).rejects.toThrow('audit_line is only ever added to');
  });
}
