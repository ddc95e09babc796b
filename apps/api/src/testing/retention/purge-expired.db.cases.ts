import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PurgeExpired } from '../../platform/scheduler/purge-expired.ts';
import { addUser } from '../people.ts';
import { type TestShop, testShop } from '../test-shop.ts';

export function purgeExpired(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop();
  });
  afterAll(() => shop.close());

  const days = (count: number) => new Date(shop.clock.now().getTime() - count * 86_400_000);
  const purge = () => shop.get(PurgeExpired).run();
  const left = async (table: string, column = 'id') =>
    (await shop.database.query<{ name: string }>(`select ${column} as name from ${table} order by 1`)).rows.map(({ name }) => name);

  test('what people left behind is deleted when its time is over, and not a day before', async () => {
    await addUser(shop, 'ada');
    const add = (text: string, old: number, young: number) => shop.database.query(text, [days(old), days(young)]);
    await add(
      `insert into contact_message (id, full_name, email, message, created_at) values ('old', 'A', 'a@b.co', 'm', $1), ('young', 'A', 'a@b.co', 'm', $2)`,
      731,
      729,
    );
    await add(
      `insert into account_token (id, kind, user_id, created_at, expires_at) values ('old', 'reset', 'ada', $1, $1), ('young', 'reset', 'ada', $2, $2)`,
      8,
      6,
    );
    await add(
      `insert into account_token (id, kind, email, created_at, expires_at) values
    ('old-of-nobody', 'reset', 'nobody@b.co', $1, $1), ('young-of-nobody', 'reset', 'nobody@b.co', $2, $2)`,
      2,
      0.5,
    );
    await add(
      `insert into newsletter_subscription (id, email, state, asked_at, asked_from) values
    ('old', 'a@b.co', 'pending', $1, 'x'), ('young', 'b@b.co', 'pending', $2, 'x'), ('left', 'c@b.co', 'unsubscribed', $1, 'x'), ('reader', 'd@b.co', 'confirmed', $1, 'x')`,
      91,
      89,
    );
    await add(
      `insert into newsletter_token (hash, subscription_id, purpose, created_at) values
    ('a', 'reader', 'confirm', $1), ('b', 'reader', 'confirm', $2), ('c', 'reader', 'unsubscribe', $1)`,
      8,
      6,
    );
    await add(
      `insert into sign_in (user_id, method, is_success, network, at)
        values ('ada', 'password', true, 'old', $1), ('ada', 'password', true, 'young', $2)`,
      91,
      89,
    );
    await add(
      `insert into sign_in (user_id, method, is_success, network, at)
        values (null, 'password', false, 'old of nobody', $1), (null, 'password', false, 'young of nobody', $2)`,
      2,
      0.5,
    );
    await add(`insert into ops_refusal (at, reason, network) values ($1, 'unknown', 'old'), ($2, 'unknown', 'young')`, 91, 89);
    await add(
      `insert into user_session (id, user_id, version, network, started_at, seen_at, expires_at)
        values ('old', 'ada', 1, 'n', $1, $1, $1), ('young', 'ada', 1, 'n', $2, $2, $2)`,
      2,
      0.5,
    );
    await add(
      `insert into staff_note (id, subject_type, subject_id, text, written_by, at)
        values ('old', 'order', 'o', 'A note', 'ada', $1), ('young', 'order', 'o', 'A note', 'ada', $2)`,
      731,
      729,
    );
    await add(`insert into single_use values ('old', $1), ('young', $2)`, 1, -1);
    await add(`insert into rate_limit values ('old', 1, $1), ('young', 1, $2)`, 1, -1);
    await add(
      `insert into payment_event (id, type, payload, received_at, processed_at)
        values ('old', 't', '{}', $1, $1), ('old-open', 't', '{}', $1, null), ('young', 't', '{}', $2, $2)`,
      401,
      399,
    );
    await add(
      `insert into letter (id, about, kind, state, created_at, closed_at)
        values ('old', 'o', 'keys', 'sent', $1, $1), ('old-dead', 'o', 'keys', 'dead', $1, $1), ('young', 'o', 'keys', 'sent', $2, $2)`,
      551,
      549,
    );
    await add(
      `insert into catalog_job (id, kind, state, is_dry_run, created_at, created_by, finished_at)
        values ('old', 'import', 'done', false, $1, 'ada', $1), ('young', 'import', 'done', false, $2, 'ada', $2)`,
      91,
      89,
    );
    await purge();
    expect(await left('payment_event')).toEqual(['old-open', 'young']);
    expect(await left('letter')).toEqual(['old-dead', 'young']);
    expect(await left('catalog_job')).toEqual(['young']);
    expect(await left('contact_message')).toEqual(['young']);
    expect(await left('account_token')).toEqual(['young', 'young-of-nobody']);
    expect(await left('newsletter_subscription')).toEqual(['left', 'reader', 'young']);
    expect(await left('newsletter_token', `encode(hash, 'escape')`)).toEqual(['b', 'c']);
    expect(await left('sign_in', 'network')).toEqual(['young', 'young of nobody']);
    expect(await left('ops_refusal', 'network')).toEqual(['young']);
    expect(await left('user_session')).toEqual(['young']);
    expect(await left('staff_note')).toEqual(['young']);
    expect(await left('single_use', 'name')).toEqual(['young']);
    expect(await left('rate_limit', 'bucket')).toEqual(['young']);
  });

  test('an order stays in the books, and what the buyer wrote beside them goes after two years', async () => {
    const customer = { fullName: 'Ada', phone: '+48 1', company: 'Co', taxNumber: 'T', zipCode: '0', country: 'PL', notes: 'Ring\ntwice' };
    const order = (id: string, entered: object, old: number) =>
      shop.database.query(
        `insert into shop_order (id, number, status, email, currency, total_minor, lines, customer, client_address, browser_id, request_hash, created_at, expires_at)
          values ($1, $1, 'completed', 'a@b.co', 'Eur', 100, '[]', $2, '192.0.2.1', 'b', 'h', $3, $3)`,
        [id, entered, days(old)],
      );
    await order('old', customer, 731);
    await order('old-with-phone', { ...customer, notes: null }, 731);
    await order('young', customer, 729);
    await purge();
    const { rows } = await shop.database.query<{ id: string; customer: object }>('select id, customer from shop_order order by id');
    const inTheBooks = { ...customer, phone: null, notes: null };
    expect(rows).toEqual([
      { id: 'old', customer: inTheBooks },
      { id: 'old-with-phone', customer: inTheBooks },
      { id: 'young', customer },
    ]);
  });

  test('when the years of accounting are over, of an order stay amounts, lines and dates, which lead to nobody, and not a day before', async () => {
    // The clock stands in 2026: orders of 2015 were accounting records until the end of 2025.
    const order = (id: string, status: string, at: string) =>
      shop.database.query(
        `insert into shop_order (id, number, status, email, user_id, currency, total_minor, lines, customer, from_country, client_address, browser_id,
            request_hash, session_id, payment_intent_id, created_at, expires_at, paid_at)
          values ($1, $1, $2, $1 || '@b.co', 'ada', 'Eur', 100, '[{"name": "Half Moon"}]', '{"fullName": "Ada", "country": "PL"}', 'PL', '192.0.2.1',
            'b', 'h', 's-' || $1, 'pi-' || $1, $3, $3, $3)`,
        [id, status, at],
      );
    await order('books-over', 'completed', '2015-12-31T23:59:59Z');
    await order('books-kept', 'completed', '2016-01-01T00:00:00Z');
    await order('books-open', 'disputed', '2015-12-31T23:59:59Z');
    await shop.database.query(
      `insert into order_event (order_id, kind, actor, origin, at)
        select id, 'paid', 'system', '{"requestId": "r"}', created_at from shop_order where id like 'books-%'`,
    );
    await shop.database.query(
      `insert into order_refund (id, order_id, kind, lines, amount_minor, is_whole, asked_by, asked_at, done_at, reason)
        select 're-' || id, id, 'goodwill', '{}', 1, false, 'bo', created_at, created_at, 'Ada was angry' from shop_order where id like 'books-%'`,
    );
    await shop.database.query(
      `insert into audit_line (at, key_id, key_name, key_role, action, subject_type, subject_id, before, reason)
        select created_at, 'k', 'bo', 'support', 'orders.change-email', 'order', id, '{"email": "ada@b.co"}', 'Ada mistyped it'
        from shop_order where id like 'books-%'`,
    );
    await purge();
    await purge();
    const { rows } = await shop.database.query<Record<string, unknown>>(
      `select id, email, user_id, customer ->> 'country' as country, customer ->> 'fullName' as name, from_country, payment_intent_id, total_minor,
          lines, paid_at is not null as is_paid, (select origin from order_event where order_id = shop_order.id) as origin,
          (select reason from order_refund where order_id = shop_order.id) as reason,
          (select concat(before, reason) from audit_line where subject_id = shop_order.id) as audited, link_round
        from shop_order where id like 'books-%' order by id`,
    );
    const lines = [{ name: 'Half Moon' }];
    const kept = (id: string, link_round: number) => ({
      ...{ id, email: `${id}@b.co`, user_id: 'ada', country: 'PL', name: 'Ada', from_country: 'PL', payment_intent_id: `pi-${id}` },
      ...{ total_minor: 100, lines, is_paid: true, origin: expect.anything(), reason: 'Ada was angry', link_round },
      audited: expect.stringContaining('Ada mistyped it'),
    });
    expect(rows).toEqual([
      kept('books-kept', 0),
      { ...kept('books-open', 0), audited: '' },
      {
        ...{ id: 'books-over', email: 'books-over@accounted.invalid', user_id: null, country: '', name: '', from_country: null },
        ...{ payment_intent_id: null, total_minor: 100, lines, is_paid: true, origin: null, reason: null, audited: '', link_round: 1 },
      },
    ]);
  });

  test('network and browser of an order go before it does, and so does who viewed its keys, not that they were viewed', async () => {
    const order = (id: string, status: string, old: number) =>
      shop.database.query(
        `insert into shop_order (id, number, status, email, currency, total_minor, lines, customer, client_address, browser_id, request_hash, created_at, expires_at)
          values ($1, $1, $2, 'a@b.co', 'Eur', 100, '[]', '{}', '192.0.2.1', 'b', 'h', $3, $3)`,
        [id, status, days(old)],
      );
    const view = (id: string, old: number) =>
      shop.database.query(`insert into key_reveal (order_id, viewer, address, at) values ($1, 'guest', '192.0.2.1', $2)`, [id, days(old)]);
    await order('trace-old', 'completed', 551);
    await order('trace-young', 'completed', 549);
    await order('trace-open', 'pending', 551);
    await view('trace-old', 551);
    await view('trace-young', 551);
    await view('trace-young', 549);
    const visit = (id: string, old: number) =>
      shop.database.query(
        `insert into order_visit (order_id, shown, viewer, address, browser, is_buying_browser, at) values ($1, 'page', 'guest', '192.0.2.1', 'b', true, $2)`,
        [id, days(old)],
      );
    for (const old of [551, 549]) await visit('trace-young', old);
    await purge();
    const { rows: visits } = await shop.database.query('select at from order_visit');
    expect(visits).toEqual([{ at: days(549) }]);
    const { rows } = await shop.database.query(
      `select id, client_address, browser_id, array(select viewer || address from key_reveal where order_id = shop_order.id) as views
        from shop_order where id like 'trace-%' order by id`,
    );
    expect(rows).toEqual([
      { id: 'trace-old', client_address: '', browser_id: '', views: ['erased'] },
      { id: 'trace-open', client_address: '192.0.2.1', browser_id: 'b', views: [] },
      { id: 'trace-young', client_address: '192.0.2.1', browser_id: 'b', views: ['guest192.0.2.1', 'guest192.0.2.1'] },
    ]);
  });

  test('however many rows have expired, all are deleted or cleared, some thousand at a time', async () => {
    const many = (text: string) => shop.database.query(text, [new Date('2015-03-01')]);
    await many(
      `insert into payment_event (id, type, payload, received_at, processed_at) select 'many' || n, 't', '{}', $1, $1 from generate_series(1, 5001) n`,
    );
    await many(
      `insert into audit_line (at, key_id, key_name, key_role, action, subject_type, subject_id, reason)
        select $1, 'k', 'bo', 'support', 'orders.resend', 'order', 'many' || n, 'Ada asked' from generate_series(1, 5001) n`,
    );
    await many(
      `insert into shop_order (id, number, status, email, currency, total_minor, lines, customer, client_address, browser_id, request_hash, created_at, expires_at)
        select 'many' || n, 'many' || n, 'completed', 'many@accounted.invalid', 'Eur', 100, '[]', '{}', '', '', '', $1, $1 from generate_series(1, 5001) n`,
    );
    await many(
      `insert into key_reveal (order_id, viewer, address, at) select 'many' || n, 'guest', '192.0.2.1', $1 from generate_series(1, 5001) n`,
    );
    await many(
      `insert into risk_decision (order_id, round, outcome, points, reasons, signals, policy_version, decided_at)
        select 'many' || n, 1, 'deliver', 0, '[]', '{"card": "new"}', 1, $1 from generate_series(1, 5001) n`,
    );
    await purge();
    expect(await left("payment_event where id like 'many%'")).toEqual([]);
    expect(await left("audit_line where reason is not null and subject_id like 'many%'", 'subject_id')).toEqual([]);
    expect(await left("key_reveal where viewer <> 'erased' and order_id like 'many%'", 'order_id')).toEqual([]);
    expect(await left("risk_decision where signals <> '{}'", 'order_id')).toEqual([]);
    // Rows that one transaction has written have its number.
    for (const table of ['audit_line', 'key_reveal', 'risk_decision'])
      expect(await left(`(select count(*)::int as id from ${table} group by xmin::text having count(*) > 1000) as written`)).toEqual([
        5000,
      ]);
  });
}
