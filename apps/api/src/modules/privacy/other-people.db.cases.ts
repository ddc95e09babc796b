import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PurgeExpired } from '../../platform/scheduler/purge-expired.ts';
import { audited, operator } from '../../testing/operators.ts';
import { addUser } from '../../testing/people.ts';
import { addProducts } from '../../testing/products.ts';
import { buy } from '../../testing/sales.ts';
import { salesShop } from '../../testing/sales-shop.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { GuestLinks } from '../orders/application/guest-links.ts';
import { InMemoryPaymentProvider } from '../payments/testing/in-memory-payments.ts';
import type { DataFiles } from './adapters/privacy.dto.ts';
import { ErasePerson } from './application/erase-person.ts';
import { RepeatErasures } from './application/repeat-erasures.ts';

const ADDRESS_OF_ADA = '203.0.113.1';
const ADDRESS_OF_BO = '198.51.100.9';
const DAY_MS = 86_400_000;

/** One order may be about two people: who ordered, and whose address it has. */
export function otherPeople(): void {
  const provider = new InMemoryPaymentProvider();
  let shop: TestShop;
  beforeAll(async () => {
    shop = await salesShop({ provider });
    await addProducts(shop, [{ kinguinId: 1, keys: 20 }]);
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.database.query('delete from rate_limit; delete from payment_dispute'));

  const exported = async (token: string) =>
    (await shop.app.inject({ url: '/user/personal-data', headers: { authorization: token } })).json<DataFiles>().data;

  async function dispute(id: string, orderId: string, evidence: object): Promise<void> {
    await shop.database.query(
      `insert into payment_dispute (id, provider, id_at_provider, order_id, payment_id, reason, amount_minor, currency, opened_at, state, version, evidence)
        values ($1, 'stripe', $1, $2, 'pi', 'fraudulent', 1, 'EUR', $3, 'assembled', 1, $4)`,
      [id, orderId, shop.clock.now(), evidence],
    );
  }
  /** Evidence in which an earlier order of somebody else stands. */
  const naming = ({ number, email, accountId }: { number: string; email: string; accountId: string | null }) => ({
    texts: { customerName: 'Ada', accessLog: `viewed from ${ADDRESS_OF_BO}`, uncategorizedText: `order ${number} by ${email}` },
    prior: {
      disputed: { orderNumber: 'K1', email: 'ada@example.com', accountId: null },
      earlier: [{ orderNumber: number, email, accountId, address: ADDRESS_OF_BO }],
      matches: ['address', 'device'],
    },
  });
  const numberOf = async (id: string) =>
    (await shop.database.query<{ number: string }>('select number from shop_order where id = $1', [id])).rows[0]?.number ?? '';

  test('who orders with the address of somebody else exports nothing of where and by whom that one looked at it', async () => {
    const ada = await addUser(shop, 'ada');
    const bo = await addUser(shop, 'bo');
    const id = await buy(shop, provider, { token: ada.token, email: bo.email });
    const link = `/order/guest/${shop.get(GuestLinks).tokenOf({ id, linkRound: 0 })}`;
    const views = [
      { url: link, remoteAddress: ADDRESS_OF_BO },
      { url: '/order', remoteAddress: ADDRESS_OF_BO, headers: { authorization: bo.token, 'user-agent': 'Firefox/144.0' } },
      { url: '/order', remoteAddress: ADDRESS_OF_ADA, headers: { authorization: ada.token } },
    ];
    for (const view of views) expect((await shop.app.inject(view)).statusCode).toBe(200);
    await dispute('du_ada', id, naming({ number: 'K2', email: bo.email, accountId: bo.id }));

    const { orders, ...ofAda } = await exported(ada.token);
    expect(orders).toHaveLength(1);
    expect(ofAda.disputes).toMatchObject([{ evidence: { customerName: 'Ada' } }]);
    const text = JSON.stringify(ofAda);
    expect(text).toContain(ADDRESS_OF_ADA);
    for (const trace of [ADDRESS_OF_BO, `user ${bo.id}`, bo.email, 'order K2']) expect(text).not.toContain(trace);
    expect(ofAda.viewsOfKeys).toEqual([{ orderId: id, at: expect.any(String), viewer: null, networkAddress: null }]);

    const ofBo = await exported(bo.token);
    expect(ofBo.viewsOfKeys).toMatchObject([{ viewer: 'guest', networkAddress: ADDRESS_OF_BO }]);
    expect(ofBo.visitsOfOrders).toEqual(
      expect.arrayContaining([expect.objectContaining({ shown: 'list', viewer: `user ${bo.id}`, networkAddress: ADDRESS_OF_BO })]),
    );
    expect(JSON.stringify(ofBo.visitsOfOrders)).not.toContain(ADDRESS_OF_ADA);
  });

  test.each([
    ['number', (number: string) => ({ number, email: 'before@example.com', accountId: null })],
    ['address', () => ({ number: 'K3', email: 'prior@example.com', accountId: null })],
  ])('an erasure finds an earlier order by its %s in the evidence about the payment of somebody else', async (_by, named) => {
    const earlier = await buy(shop, provider, { email: 'prior@example.com' });
    const disputed = await buy(shop, provider, { email: 'other@example.com' });
    await dispute('du_names', disputed, naming(named(await numberOf(earlier))));
    await dispute('du_other', disputed, naming({ number: 'K4', email: 'third@example.com', accountId: null }));
    await shop.get(ErasePerson).run({ accountId: null, emails: ['prior@example.com'] }, 'owner', async () => undefined);
    const { rows } = await shop.database.query('select id, version, evidence from payment_dispute order by id');
    const { texts } = naming({ number: '', email: '', accountId: null });
    expect(rows).toEqual([
      { id: 'du_names', version: 2, evidence: { texts: { ...texts, uncategorizedText: '' }, prior: null } },
      { id: 'du_other', version: 1, evidence: naming({ number: 'K4', email: 'third@example.com', accountId: null }) },
    ]);
  });

  test('why staff exported and erased a guest, which may name the guest, goes with the erasure', async () => {
    const owner = await operator(shop, 'owner');
    const reason = 'Letter of Cleo';
    for (const email of ['cleo@example.com', 'dan@example.com'])
      expect((await owner.call('POST', '/ops/privacy/export', { email, reason })).status).toBe(200);
    await owner.call('POST', '/ops/privacy/erase', { email: 'Cleo@example.com', confirm: true, reason });
    shop.clock.advance(DAY_MS);
    await shop.get(RepeatErasures).run();
    const reasons = async (action: string) => (await audited(shop, action)).map((line) => line.reason);
    expect(await reasons('privacy.export')).toEqual([null, reason]);
    expect(await reasons('privacy.erase')).toEqual([null]);
    expect(JSON.stringify(await audited(shop, 'privacy.export'))).not.toContain('example.com');
  });

  test('reasons about what no erasure finds any more go after the years of accounting, and not a day before', async () => {
    // The clock stands in 2026, as in purge-expired.db.cases.ts.
    for (const [id, at] of [
      ['over', '2015-12-31T23:59:59Z'],
      ['kept', '2016-01-01T00:00:00Z'],
    ])
      await shop.database.query(
        `insert into audit_line (at, key_id, key_name, key_role, action, subject_type, subject_id, reason)
          select $2::timestamptz, 'k', 'bo', 'owner', 'test.reason', type, $1 || ' ' || type, 'Ada wrote' from unnest(array['guest', 'message', 'product']) type`,
        [id, at],
      );
    await shop.get(PurgeExpired).run();
    const { rows } = await shop.database.query<{ id: string }>(
      `select subject_id as id from audit_line where action = 'test.reason' and reason is not null order by 1`,
    );
    expect(rows.map(({ id }) => id)).toEqual(['kept guest', 'kept message', 'kept product', 'over product']);
  });
}
