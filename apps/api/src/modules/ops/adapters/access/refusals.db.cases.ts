import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { opsKey } from '../../../../testing/ops/staff.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { IssueOpsKey } from '../../application/issue-ops-key.ts';
import { LimitOpsKey } from '../../application/limit-ops-key.ts';
import { RevokeOpsKey } from '../../application/revoke-ops-key.ts';
import type { RefusalAnswer } from './access-ops.dto.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;

export function refusalsOfKeys(): void {
  let shop: TestShop;
  let owner: string;
  beforeAll(async () => {
    shop = await testShop();
    owner = (await opsKey(shop, 'owner')).text;
  });
  afterAll(() => shop.close());

  const call = (key: string, url = '/ops/access/me', { ip = '192.0.2.10', headers = {} } = {}) =>
    shop.app.inject({ url, remoteAddress: ip, headers: { 'x-ops-key': key, 'user-agent': FIREFOX, ...headers } });
  const list = async (query = '') => (await call(owner, `/ops/access/refusals${query}`)).json<{ items: RefusalAnswer[] }>().items;

  test('an owner sees refused keys with reason, network and browser, and no good call is among them', async () => {
    const bound = await opsKey(shop, 'support');
    await shop.get(LimitOpsKey).run(bound.id, { networks: ['198.51.100.0/24'] }, { by, reason: 'a test' });
    const gone = await opsKey(shop, 'support');
    await shop.get(RevokeOpsKey).run(gone.id, by, 'a test');
    const old = await opsKey(shop, 'support', { days: 1 });
    const { key, text } = await shop.get(IssueOpsKey).run({ name: 'coded', role: 'owner', until: 30, hasFactor: true }, by);

    expect((await call('let me in', undefined, { ip: '2001:db8:1:2:3::4' })).statusCode).toBe(401);
    expect((await call(bound.text)).statusCode).toBe(403);
    expect((await call(bound.text, undefined, { ip: '198.51.100.7' })).statusCode).toBe(200);
    expect((await call(gone.text)).statusCode).toBe(401);
    expect((await call('no key', '/ops/queue/board', { headers: { 'user-agent': 'curl/8' } })).statusCode).toBe(401);
    const sensitive = await shop.app.inject({
      method: 'POST',
      url: '/ops/privacy/export',
      headers: { 'x-ops-key': text, 'x-ops-code': '000000' },
      payload: { email: 'a@b.co', reason: 'a test' },
    });
    expect(sensitive.statusCode).toBe(403);
    const before = await list();
    shop.clock.advance(2 * 86_400_000);
    expect((await call(old.text)).statusCode).toBe(401);

    const linux = { network: '192.0.2.10', browser: 'Firefox 144 on Linux' };
    const at = before[0]?.at;
    expect(before).toEqual([
      { at, reason: 'wrong-code', key: { id: key.id, name: 'coded' }, network: '127.0.0.1', browser: null },
      { at, reason: 'unknown', key: null, network: '192.0.2.10', browser: null },
      { at, reason: 'revoked', key: { id: gone.id, name: gone.name }, ...linux },
      { at, reason: 'elsewhere', key: { id: bound.id, name: bound.name }, ...linux },
      { at, reason: 'unknown', key: null, network: '2001:db8:1:2', browser: 'Firefox 144 on Linux' },
    ]);
    expect((await list())[0]).toMatchObject({ reason: 'expired', key: { id: old.id } });
    expect((await list(`?by=${bound.name.replace(' ', '%20')}`)).map(({ reason }) => reason)).toEqual(['elsewhere']);
    expect((await list('?reason=unknown')).map(({ key: none }) => none)).toEqual([null, null]);
    expect((await call((await opsKey(shop, 'support')).text, '/ops/access/refusals')).statusCode).toBe(403);
  });

  test('of one key 30 refusals an hour are stored, however many there are', async () => {
    const { id, text } = await opsKey(shop, 'support');
    await shop.get(LimitOpsKey).run(id, { networks: ['198.51.100.0/24'] }, { by, reason: 'a test' });
    for (let time = 0; time < 32; time += 1) await call(text);
    const { rows } = await shop.database.query<{ count: number }>('select count(*)::int as count from ops_refusal where key_id = $1', [id]);
    expect(rows[0]?.count).toBe(30);
  });
}
