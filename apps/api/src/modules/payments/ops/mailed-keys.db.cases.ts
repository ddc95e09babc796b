import { expect, test } from '@jest/globals';
import { KeysMailed20270108 } from '../../../migrations/keys-mailed-20270108.ts';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { callOps, opsKey } from '../../../testing/ops/staff.ts';
import { buy } from '../../../testing/sales.ts';
import { opsTestShop } from '../testing/ops-test-shop.ts';

const everything = { everything: true, reason: 'a test' };

/** Keys that were mailed are not sold again, though the records of their mails are gone. */
export function mailedKeys(): void {
  const made = opsTestShop();
  let count = 0;

  const erase = async (email: string) => {
    const owner = (await opsKey(made.shop, 'owner')).text;
    const answer = await callOps(made.shop, owner, 'POST', '/ops/privacy/erase', { email, confirm: true, reason: 'a test' });
    expect(answer.statusCode).toBe(200);
  };
  /** As its age does. */
  const forgetMails = (id: string) => made.shop.database.query('delete from letter where about = $1', [id]);
  const buyAs = async (change: Parameters<typeof buy>[2] = {}) => {
    const email = `mailed-${(count += 1)}@example.com`;
    return { email, id: await buy(made.shop, made.provider, { email, ...change }) };
  };
  const keyStates = async (id: string) => {
    const { rows } = await made.shop.database.query<{ state: string }>(
      `select distinct state from stock_key where id in (select key_id from allocation where order_id = $1) order by state`,
      [id],
    );
    return rows.map(({ state }) => state);
  };
  const free = async () =>
    Number((await made.shop.database.query(`select count(*) as n from stock_key where state = 'available'`)).rows[0]?.n);
  const knownOf = async (id: string) =>
    (await made.shop.database.query('select keys_mailed as known from shop_order where id = $1', [id])).rows[0]?.known as unknown;

  test.each([
    ['an erasure', erase],
    ['its record was deleted by age', async (_email: string, id: string) => void (await forgetMails(id))],
  ])('a key that was mailed is burnt by a lost dispute after %s', async (_what, forget) => {
    const { email, id } = await buyAs();
    await forget(email, id);
    await made.bank.says(id, 'dispute');
    const before = await free();
    await made.bank.says(id, 'dispute-lost');
    expect([await free(), await keyStates(id), await made.statusOf(id)]).toEqual([before, ['burnt'], 'charged_back']);
  });

  test('a fraud warning after an erasure freezes nothing that was mailed', async () => {
    const { email, id } = await buyAs();
    await erase(email);
    expect([await made.bank.says(id, 'fraud-warning'), await made.statusOf(id)]).toEqual(['recorded', 'completed']);
  });

  test('a refund by staff burns a mailed key after the record of its mail was deleted by age', async () => {
    const { id } = await buyAs();
    await forgetMails(id);
    const answer = await made.post(`/orders/${id}/refund`, everything);
    expect([answer.json(), await keyStates(id)]).toEqual([expect.objectContaining({ keys: 'burnt' }), ['burnt']]);
  });

  test('a key whose mail may have arrived is burnt, though its order was released by link and the record is gone', async () => {
    const { id } = await buyAs({ isDelivered: false });
    made.mailer.failure = new Error('The answer was lost.');
    await made.shop.get(SendMail).run(`${id}-keys-1`);
    made.mailer.failure = null;
    await made.shop.database.query('update shop_order set link_only = true where id = $1', [id]);
    await forgetMails(id);
    await made.post(`/orders/${id}/refund`, everything);
    expect([await knownOf(id), await keyStates(id)]).toEqual(['tried', ['burnt']]);
  });

  test('a mail that is being sent while its buyer is erased counts as sent', async () => {
    const { email, id } = await buyAs({ isDelivered: false });
    await made.shop.database.query(`update letter set state = 'sending', claimed_at = now() where about = $1`, [id]);
    await made.shop.database.query(`update shop_order set status = 'partially_refunded' where id = $1`, [id]);
    await erase(email);
    expect(await knownOf(id)).toBe('sent');
  });

  test('a dispute of an order whose buyer was erased ends without another mail', async () => {
    const { email, id } = await buyAs();
    await erase(email);
    for (const kind of ['dispute', 'dispute-won'] as const) await made.bank.says(id, kind);
    const { rows } = await made.shop.database.query('select id from letter where about = $1', [id]);
    expect([await made.statusOf(id), rows]).toEqual(['completed', []]);
  });

  test('a mail of keys that is dropped for want of a buyer plans no other', async () => {
    const { id } = await buyAs();
    await made.shop.database.query(`update shop_order set email = 'erased-1@erased.invalid' where id = $1`, [id]);
    await made.shop.database.query(`update letter set state = 'waiting', closed_at = null, sent_at = null where about = $1`, [id]);
    await made.shop.get(SendMail).run(`${id}-keys-1`);
    const { rows } = await made.shop.database.query('select id, state from letter where about = $1', [id]);
    expect(rows).toEqual([{ id: `${id}-keys-1`, state: 'dropped' }]);
  });

  test('the migration finds what was mailed before by the history, and by the records of mails', async () => {
    const [byHistory, byLink] = [await buyAs(), await buyAs()];
    const [byRecord, unsent] = [await buyAs({ isDelivered: false }), await buyAs({ isDelivered: false })];
    const { database } = made.shop;
    await forgetMails(byHistory.id);
    // An attempt that is not noted yet.
    await database.query(`update letter set state = 'sending', claimed_at = now() where about = $1`, [byRecord.id]);
    await database.query('update shop_order set link_only = true where id = $1', [byLink.id]);
    await database.query('update shop_order set keys_mailed = null');
    const migration = new KeysMailed20270108(undefined as never, undefined as never);
    migration.up();
    for (const query of migration.getQueries()) await database.query(String(query));
    expect(await Promise.all([byHistory, byRecord, byLink, unsent].map(({ id }) => knownOf(id)))).toEqual(['sent', 'tried', null, null]);
  });
}
