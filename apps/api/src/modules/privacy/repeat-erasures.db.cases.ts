import { createHmac } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { derivedSecret } from '../../platform/config/derived-secret.ts';
import { RecordingMailer } from '../../testing/fakes.ts';
import { addUser } from '../../testing/people.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { until, waiting } from '../../testing/until.ts';
import { Mailer } from '../../shared/ports.ts';
import { PaymentEvents } from '../payments/application/ports.ts';
import { SqlErasures } from './adapters/sql-erasures.ts';
import { ErasePerson } from './application/erase-person.ts';
import { Erasures } from './application/ports.ts';
import { RepeatErasures } from './application/repeat-erasures.ts';

export function repeatErasures(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop({ fakes: [{ provide: Mailer, useValue: new RecordingMailer() }] });
  });
  afterAll(() => shop.close());

  const message = (id: string, email: string) =>
    shop.database.query(`insert into contact_message (id, full_name, email, message, created_at) values ($1, 'A', $2, 'm', now())`, [
      id,
      email,
    ]);
  const messages = async () =>
    (await shop.database.query<{ id: string }>('select id from contact_message order by id')).rows.map(({ id }) => id);
  const open = async (id: string) =>
    (await shop.database.query<{ email: string | null }>('select email from shop_user where id = $1', [id])).rows[0]?.email;

  const order = (id: string, email: string, session = `cs_${id}`, intent = `pi_${id}`) =>
    shop.database.query(
      `insert into shop_order (id, number, status, email, currency, total_minor, lines, customer, client_address, browser_id, request_hash,
        session_id, payment_intent_id, created_at, expires_at)
      values ($1, 'K-' || $1, 'completed', $2, 'Eur', 100, '[]', '{}', '', '', '', $3, $4, now(), now())`,
      [id, email, session, intent],
    );

  test('a restored database erases again whom the list names and it does not know, by account and by address, and nobody else', async () => {
    const ada = await addUser(shop, 'ada');
    const bo = await addUser(shop, 'bo');
    await shop.get(ErasePerson).run({ accountId: ada.id, emails: [ada.email] }, 'owner', async () => undefined);
    await shop.get(ErasePerson).run({ accountId: null, emails: ['guest@example.com'] }, 'staff', async () => undefined);
    const list = await shop.get(Erasures).since(new Date(0));
    // As a backup brings it back that was made before: rows there, erasures unknown.
    await shop.database.query(`update shop_user set email = $2, username = 'Ada', changed_by = 'test', closed_at = null where id = $1`, [
      ada.id,
      ada.email,
    ]);
    await message('of-ada', 'Ada@example.com');
    await message('of-guest', 'guest@example.com');
    await message('of-bo', bo.email);
    await shop.database.query('delete from erasure');

    expect(await shop.get(RepeatErasures).ofList(list)).toEqual({ count: 2, unfound: [] });
    expect([await open(ada.id), await open(bo.id), await messages()]).toEqual([null, bo.email, ['of-bo']]);
    expect((await shop.get(Erasures).since(new Date(0))).map(({ pseudonym }) => pseudonym).toSorted()).toEqual(
      list.map(({ pseudonym }) => pseudonym).toSorted(),
    );
    // A guest who came back later is not in the way of a second run.
    await message('of-guest-again', 'guest@example.com');
    expect(await shop.get(RepeatErasures).ofList(list)).toEqual({ count: 0, unfound: [] });
    await shop.get(RepeatErasures).run();
    expect(await messages()).toEqual(['of-bo', 'of-guest-again']);
  });

  test('what its owner writes into an account while it is being erased is refused, and names that were written all the same go', async () => {
    const { id, email, token } = await addUser(shop, 'cy');
    const write = async (method: 'PATCH' | 'PUT', url: string, payload: object) =>
      (await shop.app.inject({ method, url, headers: { authorization: token }, payload })).statusCode;
    // Its session is stored: the calls below wait for the account, and not to note that they were made.
    expect((await shop.app.inject({ url: '/user/profile', headers: { authorization: token } })).statusCode).toBe(200);
    const [erased, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const erasing = shop.get(ErasePerson).run({ accountId: id, emails: [email] }, 'owner', () => {
      erased.resolve();
      return mayCommit.promise;
    });
    await erased.promise;
    const writes = [
      write('PATCH', '/user/profile', { username: 'Late', lastname: 'Late' }),
      write('PUT', '/user/wishlist', { items: ['1'] }),
    ];
    await until(async () => (await waiting(shop.database)) === writes.length).finally(mayCommit.resolve);
    await erasing;
    expect(await Promise.all(writes)).toEqual([401, 401]);
    const names = async () => (await shop.database.query('select username, lastname from shop_user where id = $1', [id])).rows;
    expect(await names()).toEqual([{ username: '', lastname: '' }]);
    await shop.database.query(`update shop_user set username = 'Late', lastname = 'Late' where id = $1`, [id]);
    await shop.get(RepeatErasures).run();
    expect(await names()).toEqual([{ username: '', lastname: '' }]);
  });

  test('a list is read after JWT_SECRET was changed, and those of whom it finds no address are named', async () => {
    const hashOf = (email: string, jwtSecret: string) =>
      createHmac('sha256', derivedSecret({ jwtSecret }, 'erasures')).update(email).digest('base64url');
    const erasure = (id: string, hash: string) => ({
      pseudonym: `erased-${id}@erased.invalid`,
      accountId: null,
      addressHashes: [hash],
      askedBy: 'owner' as const,
      at: shop.clock.now(),
    });
    const rotated = new SqlErasures({ ...shop.config, jwtSecret: 'another' }, shop.get(EntityManager));
    const list = [
      erasure('now', rotated.hashOf('now@example.com')),
      erasure('before', hashOf('before@example.com', shop.config.jwtSecret)),
      erasure('lost', hashOf('lost@example.com', 'that of before')),
    ];
    for (const { pseudonym } of list) await message(`of-${pseudonym}`, pseudonym.replace(/^erased-(\w+)@.*/, '$1@example.com'));
    await message('of-others', 'others@example.com');
    const unfound = ['erased-lost@erased.invalid'];
    expect(await shop.get(RepeatErasures).ofList(list)).toEqual({ count: 3, unfound });
    const left = async () => (await messages()).filter((id) => /now|before|lost|others/.test(id));
    expect(await left()).toEqual(['of-erased-lost@erased.invalid', 'of-others']);
    // With the former secret, which the list is read with once more.
    const former = { ...list[2], addressHashes: [hashOf('lost@example.com', shop.config.jwtSecret)] } as (typeof list)[number];
    expect(await shop.get(RepeatErasures).ofList([former])).toEqual({ count: 0, unfound: [] });
    expect(await shop.get(RepeatErasures).ofList([former], { again: true })).toEqual({ count: 1, unfound: [] });
    expect(await left()).toEqual(['of-others']);
  });

  test('what comes of an erased order later stays while it is open: a dispute, with its alerts and what the staff did', async () => {
    await order('disputed', 'disputed@example.com');
    const alert = (id: string) =>
      shop.database.query(`insert into alert (kind, id, about, detail, raised_at) values ('dispute', $1, 'K-disputed', 'd', $2)`, [
        id,
        shop.clock.now(),
      ]);
    const line = (action: string) =>
      shop.database.query(
        `insert into audit_line (at, key_id, key_name, key_role, action, subject_type, subject_id, after, reason)
          values ($2, 'k', 'bo', 'support', $1, 'order', 'disputed', '{"amount": 5}', 'why')`,
        [action, shop.clock.now()],
      );
    const refund = (id: string) =>
      shop.database.query(
        `insert into order_refund (id, order_id, kind, lines, amount_minor, is_whole, asked_by, asked_at, done_at, reason)
          values ($1, 'disputed', 'goodwill', '{}', 1, false, 'bo', $2, $2, 'why')`,
        [id, shop.clock.now()],
      );
    const all = async (when: string) => {
      await alert(when);
      await line(`test.${when}`);
      await refund(`re_${when}`);
    };
    await all('early');
    await shop.get(ErasePerson).run({ accountId: null, emails: ['disputed@example.com'] }, 'owner', async () => undefined);
    shop.clock.advance(60_000);
    await shop.database.query(
      `insert into payment_dispute (id, provider, id_at_provider, order_id, payment_id, reason, amount_minor, currency, opened_at, state, version, evidence)
        values ('du_late', 'stripe', 'du_late', 'disputed', 'pi', 'fraudulent', 1, 'EUR', $1, 'edited', 2, '{"texts": {"customerName": "edited"}}')`,
      [shop.clock.now()],
    );
    await all('late');
    const left = async () => ({
      disputes: (await shop.database.query(`select version, evidence from payment_dispute where id = 'du_late'`)).rows,
      alerts: (await shop.database.query<{ id: string }>(`select id from alert where about = 'K-disputed'`)).rows.map(({ id }) => id),
      lines: (await shop.database.query(`select action, after, reason from audit_line where subject_id = 'disputed' order by id`)).rows,
      refunds: (await shop.database.query(`select id, reason from order_refund where order_id = 'disputed' order by id`)).rows,
    });
    const stays = {
      alerts: ['late'],
      lines: [
        { action: 'test.early', after: null, reason: null },
        { action: 'test.late', after: { amount: 5 }, reason: 'why' },
      ],
      refunds: [
        { id: 're_early', reason: null },
        { id: 're_late', reason: 'why' },
      ],
    };
    await shop.get(RepeatErasures).run();
    expect(await left()).toEqual({ ...stays, disputes: [{ version: 2, evidence: { texts: { customerName: 'edited' } } }] });
    await shop.database.query('update payment_dispute set ended_at = $1', [shop.clock.now()]);
    await shop.get(RepeatErasures).run();
    expect(await left()).toEqual({ ...stays, disputes: [] });
    await shop.database.query(`delete from order_refund; delete from shop_order where id = 'disputed'`);
  });

  test.each([
    ['a payment', null, 'pi_late', {}],
    ['a session', 'cs_late', null, {}],
    ['the order alone', null, 'pi_refused', { order_id: 'late' }],
  ])(
    'an event that the payment provider sends about an erased order is deleted, too, where it names %s',
    async (_what, session, intent, metadata) => {
      await order('late', 'late@example.com');
      await shop.get(ErasePerson).run({ accountId: null, emails: ['late@example.com'] }, 'owner', async () => undefined);
      await shop.database.query(
        `insert into payment_event (id, type, session_id, intent_id, payload, received_at, processed_at)
          values ('evt_late', 'charge.failed', $1, $2, $3, now(), now())`,
        [session, intent, { data: { object: { email: 'late@example.com', metadata } } }],
      );
      await shop.get(RepeatErasures).run();
      expect((await shop.database.query(`select from payment_event where id = 'evt_late'`)).rowCount).toBe(0);
      await shop.database.query(`delete from shop_order where id = 'late'`);
    },
  );

  test('an event that is not processed yet outlives an erasure and its repetition, and is deleted by the next one once it is processed', async () => {
    await order('disputed-later', 'later@example.com', 'cs_later', 'pi_later');
    await shop.database.query(
      `insert into payment_event (id, type, intent_id, signal, signal_reason, payload, received_at)
        values ('evt_dispute', 'charge.dispute.created', 'pi_later', 'dispute', 'fraudulent', '{}', now())`,
    );
    const isStored = async () => (await shop.database.query(`select from payment_event where id = 'evt_dispute'`)).rowCount === 1;
    await shop.get(ErasePerson).run({ accountId: null, emails: ['later@example.com'] }, 'owner', async () => undefined);
    expect(await isStored()).toBe(true);
    await shop.get(RepeatErasures).run();
    expect(await isStored()).toBe(true);
    await shop.get(PaymentEvents).done('evt_dispute', 'frozen');
    await shop.get(RepeatErasures).run();
    expect(await isStored()).toBe(false);
  });
}
