import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { Mailer } from '../../shared/ports.ts';
import { RecordingMailer } from '../../testing/fakes.ts';
import { brokenInvariants } from '../../testing/invariants/invariants.ts';
import { callOps, opsKey } from '../../testing/ops/staff.ts';
import { addUser } from '../../testing/people.ts';
import { addProducts } from '../../testing/products.ts';
import { buy, refundWhole } from '../../testing/sales.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { PurgeExpired } from '../scheduler/purge-expired.ts';
import { grantAppRole } from './app-role.ts';

/** Of the throw-away server, which several files of tests may share. */
const ROLE = 'keyturn_app';
const PASSWORD = `it's "quoted"`;
const provider = new InMemoryPaymentProvider();
const mailer = new RecordingMailer();

async function onServer<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function appRole(): void {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: provider },
        { provide: Mailer, useValue: mailer },
      ],
      environment: async (ownersUrl) => {
        // Twice, as with each upgrade.
        for (const password of [PASSWORD, null]) await onServer(ownersUrl, (owner) => grantAppRole(owner, { name: ROLE, password }));
        const url = new URL(ownersUrl);
        url.username = ROLE;
        url.password = encodeURIComponent(PASSWORD);
        return { DATABASE_URL: url.href };
      },
    });
  });
  afterAll(() => shop.close());

  const asApp = (statement: string) => onServer(shop.config.databaseUrl, (client) => client.query(statement));

  test('a shop runs as a role that owns nothing: it imports, sells, delivers, shows keys, refunds and forgets', async () => {
    const { rows } = await asApp(
      `select current_user as name, (select count(*)::int from pg_class where relowner = current_user::regrole) as owned`,
    );
    expect(rows).toEqual([{ name: ROLE, owned: 0 }]);
    await addProducts(shop, [{ kinguinId: 1, keys: 3 }]);
    const buyer = await addUser(shop, 'ada');
    const id = await buy(shop, provider, { token: buyer.token, email: buyer.email });
    expect(mailer.sent.at(-1)?.text).toContain('KEY-1-');
    const url = `/order/${id}/keys`;
    const headers = { authorization: buyer.token };
    expect((await shop.app.inject({ url, headers })).body).toContain('KEY-1-');
    await refundWhole(shop, await buy(shop, provider));
    const { text } = await opsKey(shop, 'owner');
    expect((await callOps(shop, text, 'GET', '/ops/audit')).json<{ items: object[] }>().items.length).toBeGreaterThan(0);
    await shop.get(PurgeExpired).run();
    expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
  });

  test.each([
    ['blank_audit_lines', 2, (ids: string) => `blank_audit_lines(${ids})`],
    ['blank_audit_lines_until', 3, (ids: string) => `blank_audit_lines_until(${ids}, now())`],
  ])('personal columns of the evidence are blanked by the functions of the owner, lines by %s', async (_name, kinguinId, blank) => {
    await addProducts(shop, [{ kinguinId, keys: 1 }]);
    const id = await buy(shop, provider, { kinguinId });
    await asApp(`insert into key_reveal (order_id, viewer, address, at) values ('${id}', 'ada', '192.0.2.1', now())`);
    await asApp(`insert into audit_line (at, key_id, key_name, key_role, action, subject_type, subject_id, reason)
      values (now(), 'k', 'bo', 'support', 'orders.note', 'order', '${id}', 'Ada asked')`);
    await asApp(`select blank_key_reveals(array['${id}']), ${blank(`array['${id}']`)}`);
    const { rows: views } = await asApp(`select viewer, address from key_reveal where order_id = '${id}'`);
    const { rows: lines } = await asApp(`select key_name, action, reason from audit_line where subject_id = '${id}'`);
    expect([views, lines]).toEqual([[{ viewer: 'erased', address: '' }], [{ key_name: 'bo', action: 'orders.note', reason: null }]]);
  });

  test.each([
    'create table planted (id int)',
    'create schema planted',
    'alter table audit_line disable trigger all',
    'alter table shop_order add column planted text',
    'drop table key_reveal',
    'drop function refuse_change',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'truncate audit_line',
    `update audit_line set reason = ''`,
    'delete from audit_line',
    `update key_reveal set viewer = ''`,
    'delete from key_reveal',
    'truncate key_reveal',
    'delete from migration',
    'create role planted',
    'create table bullmq.planted (id int)',
  ])('the role may not: %s', async (statement) => {
    // As the functions of the owner do: the refusal is the missing right's, not the trigger's.
    await expect(asApp(`set keyturn.erases = 'audit_line'; ${statement}`)).rejects.toThrow(/permission denied|must be owner/);
  });
}
