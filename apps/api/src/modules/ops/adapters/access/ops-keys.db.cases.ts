import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { audited } from '../../../../testing/operators.ts';
import { callOps, opsKey } from '../../../../testing/ops/staff.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';

const DAY_MS = 86_400_000;
const KEYS = '/ops/access/keys';
const reason = 'a test';
type Made = { id: string; key: string; expiresAt: string; createdBy: string; networks: string[] };

/** Ops keys, created, restricted and revoked by an owner. */
export function opsKeys(): void {
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof opsKey>>;
  let count = 0;

  beforeAll(async () => {
    shop = await testShop();
  });
  beforeEach(async () => {
    await shop.database.query('delete from ops_key');
    await shop.database.query('delete from rate_limit');
    owner = await opsKey(shop, 'owner', { days: 300 });
  });
  afterAll(() => shop.close());

  const call = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) => callOps(shop, owner.text, method, url, body);
  const make = async (body: object = {}) => {
    const answer = await call('POST', KEYS, { name: `key ${(count += 1)}`, role: 'support', reason, ...body });
    expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
    return answer.json<Made>();
  };
  const me = async (key: string, address?: string) => (await callOps(shop, key, 'GET', '/ops/access/me', undefined, address)).statusCode;
  const refusal = (answer: Awaited<ReturnType<typeof call>>) => [
    answer.statusCode,
    answer.json<{ details?: { field: string }[] }>().details?.[0]?.field,
  ];

  test.each(['what?', '?? $1 :name'])('no key has the name %s', async (name) => {
    expect((await call('POST', `${KEYS}/${encodeURIComponent(name)}/revoke`, { reason })).json()).toMatchObject({ statusCode: 404 });
  });

  test('a key that an owner makes opens, is shown once, and is stored as a hash', async () => {
    const made = await make({ name: 'Grace' });
    expect(made).toMatchObject({ name: 'Grace', role: 'support', createdBy: owner.name, networks: [], revokedAt: null });
    expect(Date.parse(made.expiresAt) - shop.clock.now().getTime()).toBe(90 * DAY_MS);
    expect(await me(made.key)).toBe(200);
    const listed = await call('GET', KEYS);
    expect(listed.json<{ items: object[] }>().items).toContainEqual(expect.objectContaining({ id: made.id, name: 'Grace' }));
    const { rows } = await shop.database.query<{ row: string }>('select ops_key::text as row from ops_key where id = $1', [made.id]);
    const lines = await audited(shop, 'access.create');
    expect(lines.at(-1)).toMatchObject({ subject_id: made.id, key_name: owner.name, reason, after: { name: 'Grace', role: 'support' } });
    for (const text of [listed.body, rows[0]?.row, JSON.stringify(lines)]) expect(text).not.toContain(made.key.slice(-43));
    expect((await call('POST', KEYS, { name: 'grace', role: 'viewer', reason })).statusCode).toBe(409);
  });

  test('a key ends when its date is over, and opens from its networks alone', async () => {
    const day = new Date(shop.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
    const made = await make({ expiresAt: day, networks: ['203.0.113.7/24', '2001:DB8::1'] });
    expect(made.expiresAt).toBe(new Date(Date.parse(day) + DAY_MS).toISOString());
    expect(made.networks).toEqual(['203.0.113.7/24', '2001:db8::1/128']);
    expect([await me(made.key, '203.0.113.200'), await me(made.key, '2001:db8::1'), await me(made.key, '192.0.2.1')]).toEqual([
      200, 200, 403,
    ]);
    shop.clock.advance(Date.parse(made.expiresAt) - shop.clock.now().getTime() - 1);
    expect(await me(made.key, '203.0.113.200')).toBe(200);
    shop.clock.advance(1);
    expect(await me(made.key, '203.0.113.200')).toBe(401);
  });

  test('a key is limited from the next call on; what is not named stays, and the log shows both', async () => {
    const made = await make();
    const answer = await call('PATCH', `${KEYS}/${made.id}`, { role: 'viewer', networks: ['203.0.113.0/24'], reason });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ role: 'viewer', networks: ['203.0.113.0/24'], expiresAt: made.expiresAt }),
    ]);
    expect([await me(made.key), await me(made.key, '203.0.113.1')]).toEqual([403, 200]);
    await call('PATCH', `${KEYS}/${made.id}`, { networks: [], reason });
    expect((await callOps(shop, made.key, 'GET', '/ops/access/me')).json()).toMatchObject({ role: 'viewer' });
    expect((await audited(shop, 'access.limit'))[0]).toMatchObject({
      subject_id: made.id,
      reason,
      before: { role: 'support', networks: [] },
      after: { role: 'viewer', networks: ['203.0.113.0/24'] },
    });
    await call('POST', `${KEYS}/${made.id}/revoke`, { reason });
    expect((await call('PATCH', `${KEYS}/${made.id}`, { role: 'owner', reason })).statusCode).toBe(404);
  });

  test('the last key of an owner is neither ended nor made less by a call; with a second one it is', async () => {
    const own = `${KEYS}/${owner.id}`;
    for (const attempt of [call('POST', `${own}/revoke`, { reason }), call('PATCH', own, { role: 'viewer', reason })])
      expect((await attempt).json()).toMatchObject({ statusCode: 409, message: expect.stringContaining('the last key of an owner') });
    const expired = await make({ role: 'owner', expiresAt: new Date(shop.clock.now().getTime() + 1).toISOString() });
    shop.clock.advance(1);
    expect([await me(expired.key), (await call('POST', `${own}/revoke`, { reason })).statusCode]).toEqual([401, 409]);
    await make({ role: 'owner' });
    expect((await call('POST', `${own}/revoke`, { reason })).statusCode).toBe(200);
  });

  test('two owners who end each other at the same moment leave one of them', async () => {
    const other = await make({ role: 'owner' });
    const answers = await Promise.all([
      call('POST', `${KEYS}/${other.id}/revoke`, { reason }),
      callOps(shop, other.key, 'POST', `${KEYS}/${owner.id}/revoke`, { reason }),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { rows } = await shop.database.query('select 1 from ops_key where revoked_at is null');
    expect(rows).toHaveLength(1);
  });

  test('an owner does not shut out the very key that calls', async () => {
    const own = `${KEYS}/${owner.id}`;
    expect(refusal(await call('PATCH', own, { networks: ['203.0.113.0/24'], reason }))).toEqual([400, 'networks']);
    expect((await call('PATCH', own, { networks: ['192.0.2.10'], reason })).statusCode).toBe(200);
    expect(await me(owner.text)).toBe(200);
  });

  test.each([
    [{ role: 'admin' }, 'role'],
    [{ name: '' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ expiresAt: '2001-01-01' }, 'expiresAt'],
    [{ expiresAt: '2099-01-01' }, 'expiresAt'],
    [{ expiresAt: 'soon' }, 'expiresAt'],
    [{ networks: ['0.0.0.0/0'] }, 'networks'],
    [{ networks: ['everywhere'] }, 'networks'],
    [{ networks: '203.0.113.7' }, 'networks'],
    [{ networks: Array.from({ length: 21 }, () => '203.0.113.7') }, 'networks'],
    [{ reason: '' }, 'reason'],
    [{ days: 3 }, 'days'],
  ])('a key with %j is refused by the name of the field', async (body, field) => {
    expect(refusal(await call('POST', KEYS, { name: 'new', role: 'support', reason, ...body }))).toEqual([400, field]);
  });
}
