import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { addProducts } from '../../../testing/products.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { planText, recorded } from '../../../testing/plans/statement-plans.ts';
import { StaffOrders, type OrderFilter } from '../application/ops/staff-orders.ts';
import { OrderTimeline } from '../application/ops/order-timeline.ts';
import { SupplierNumbers } from '../application/supply/supplier-numbers.ts';
import { ORDERS_OF_OWNER } from '../adapters/sql-order-reads.ts';

const ORDERS = 20_000;
let shop: TestShop;

const literal = (value: unknown) => pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));

beforeAll(async () => {
  shop = await testShop();
  const [product = ''] = await addProducts(shop, [{ kinguinId: 1 }]);
  // Every order has its own history, as in a shop of some years.
  await shop.database.query(
    `insert into shop_order (id, number, status, email, user_id, currency, total_minor, lines, customer, client_address, browser_id, request_hash, session_id,
        payment_intent_id, created_at, expires_at, paid_at)
      select 'o' || n, 'K' || n, 'completed', 'buyer' || n % 5000 || '@example.com', case when n % 3 > 0 then 'u' || n % 3000 end, 'Eur', 100,
        jsonb_build_array(jsonb_build_object('name', 'Half Moon ' || n)), jsonb_build_object('fullName', 'Ada Buyer ' || n), '192.0.2.1', 'b', 'h', 'cs_' || n, 'pi_' || n,
        $1::timestamptz - n * interval '1 minute', $1, $1 from generate_series(1, ${ORDERS}) n`,
    [shop.clock.now()],
  );
  for (const rows of [
    `order_event (order_id, kind, actor, at) select 'o' || n, kind, 'test', $1::timestamptz from generate_series(1, ${ORDERS}) n, unnest(array['placed', 'paid', 'completed']) kind`,
    `letter (id, about, kind, state, created_at) select 'l' || n, 'o' || n, 'keys', 'sent', $1::timestamptz from generate_series(1, ${ORDERS}) n`,
    `key_reveal (order_id, viewer, address, at) select 'o' || n, 'guest', '192.0.2.1', $1::timestamptz from generate_series(1, ${ORDERS}) n`,
    `order_refund (id, order_id, lines, amount_minor, is_whole, asked_by, asked_at, done_at) select 'r' || n, 'o' || n, '{0}', 10, false, 't', $1::timestamptz, $1::timestamptz from generate_series(1, ${ORDERS}, 10) n`,
    `payment_event (id, type, session_id, payload, received_at) select 'e' || n, 't', 'cs_' || n, '{}', $1::timestamptz from generate_series(1, ${ORDERS}) n`,
    `stock_key (id, product_id, kind, ciphertext, nonce, key_version, fingerprint, state, order_id, added_at, added_by) select 'k' || n, '${product}', 'text',
      '', '', 1, n::text::bytea, 'sold', 'o' || n, $1::timestamptz, 't' from generate_series(1, ${ORDERS}) n`,
    `allocation (order_id, line, slot, key_id, allocated_at) select 'o' || n, 0, 0, 'k' || n, $1::timestamptz from generate_series(1, ${ORDERS}) n`,
    `risk_decision (order_id, round, outcome, points, reasons, signals, policy_version, decided_at) select 'o' || n, 1, 'deliver', 0, '[]', '{}', 1, $1::timestamptz from generate_series(1, ${ORDERS}) n`,
    `purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state, supplier_order_id, created_at, due_at) select 'p' || n, 'kinguin', 'o' || n, '${product}', 's', 'f', 1, 1, 1, 'complete', 's' || n, $1::timestamptz, $1 from generate_series(1, ${ORDERS}) n`,
    `purchased_key (supplier, key_id, purchase_id, added_at) select 'kinguin', 'k' || n, 'p' || n, $1::timestamptz from generate_series(1, ${ORDERS}) n`,
    `supplier_return (purchase_id, supplier, state, is_by_hand, keys, undelivered, cost_minor, asked_by, asked_at, due_at) select 'p' || n, 'kinguin', 'refused', false, 1, 1, 1, 'k', $1::timestamptz, $1 from generate_series(1, ${ORDERS}) n`,
    `payment_dispute (id, provider, id_at_provider, order_id, payment_id, reason, amount_minor, currency, opened_at, state) select 'd' || n, 'stripe', 'd' || n, 'o' || n, 'pi_' || n, 'fraudulent', 1, 'Eur', $1::timestamptz, 'closed' from generate_series(1, ${ORDERS}) n`,
    `audit_line (at, key_id, key_name, key_role, action, subject_type, subject_id) select $1::timestamptz, 'k', 'k', 'owner', 'keys.look', 'key', 'k' || n from generate_series(1, ${ORDERS}) n`,
    `audit_line (at, key_id, key_name, key_role, action, subject_type, subject_id) select $1::timestamptz, 'k', 'k', 'owner', 'orders.x', 'order', 'o' || n from generate_series(1, ${ORDERS}) n`,
    `audit_line (at, key_id, key_name, key_role, action, subject_type, subject_id) select $1::timestamptz, 'k', 'k', 'owner', 'queue.x', 'letter', 'l' || n from generate_series(1, ${ORDERS}) n`,
  ])
    await shop.database.query(`insert into ${rows}`, [shop.clock.now()]);
  // Until then every search reads the pending list of a GIN index, as in a shop whose rows were all just written.
  await shop.database.query('vacuum shop_order');
  await shop.database.query('analyze');
}, 60_000);
afterAll(() => shop.close());

test('the timeline of an order is read by index, whatever else is in the tables, as one plan for all orders too', async () => {
  const order = { id: 'o4711', sessionId: 'cs_4711', paymentIntentId: 'pi_4711', paymentProvider: 'stripe' };
  const asked = await recorded(shop, async () => void (await shop.get(OrderTimeline).of(order)));
  // Own events, mails, keys, staff actions, provider events, decisions about fraud, purchases, returns and disputes.
  expect(asked).toHaveLength(9);
  for (const [number, { text }] of asked.entries()) await shop.database.query(`prepare timeline_${number} as ${text}`);
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await shop.database.query(`set plan_cache_mode = ${mode}`);
    let pages = 0;
    for (const [number, { values }] of asked.entries()) {
      const plan = await planText(shop, { text: `execute timeline_${number} (${values.map(literal).join(', ')})`, values: [] });
      expect(plan).not.toContain('Seq Scan');
      pages += Number(/shared hit=(\d+)/.exec(plan)?.[1]);
    }
    // Half a hundred pages of eight kilobytes: only the height of the indexes grows with the number of orders.
    expect(pages).toBeLessThan(60);
  }
  await shop.database.query('reset plan_cache_mode');
});

test('the mail states of a page of orders are read by index, in one statement', async () => {
  const asked = await recorded(shop, async () => void (await shop.get(StaffOrders).list({}, { offset: 0, limit: 50 })));
  const [states, ...others] = asked.filter(({ text }) => text.includes('from letter'));
  expect(others).toEqual([]);
  const { rows } = await shop.database.query<{ 'QUERY PLAN': string }>(`explain ${states?.text}`, [...(states?.values ?? [])]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('letter_about');
  expect(plan).not.toContain('Seq Scan');
});

test('what suppliers call the orders of a list is read by index, in one statement for all, and so are the orders that one number leads to', async () => {
  const numbers = shop.get(SupplierNumbers);
  const ids = Array.from({ length: 200 }, (_, n) => `o${n * 97 + 1}`);
  const asked = await recorded(shop, async () => {
    expect((await numbers.numbers(ids)).get('o98')).toBe('s98');
    expect(await numbers.ordersWith('s4711')).toEqual(['o4711']);
  });
  expect(asked).toHaveLength(2);
  const [ofOrders, ofNumber] = asked.map(({ text }) => text);
  expect([ofOrders, ofNumber]).toEqual([expect.stringContaining('order_id = any($1)'), expect.stringContaining('supplier_order_id = $2')]);
  const indexes = ['purchase_of_order', 'purchase_closed_of_supplier_order'];
  for (const [number, { text, values }] of asked.entries()) {
    const { rows } = await shop.database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`${indexes[number]} `);
    expect(plan).not.toContain('Seq Scan');
  }
});

test.each([
  [`number = 'K4711'`],
  [`id in (select id from shop_order where session_id = 'cs_4711' union select id from shop_order where payment_intent_id = 'cs_4711')`],
  [`status = 'on_hold'`],
  [`true`],
])('the first page of orders where %s is read by index', async (condition) => {
  const { rows } = await shop.database.query<{ 'QUERY PLAN': string }>(
    `explain select * from shop_order where ${condition} order by created_at desc, id desc offset 0 limit 50`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
});

test.each<OrderFilter>([
  { email: 'UYER4711@ex' },
  { name: 'uyer 4711' },
  { product: 'half moon 4711' },
  { name: 'Bo' },
  { product: 'V2' },
  { name: 'ada buyer 4711', product: 'moon', status: 'completed' },
])('orders where %j are found and counted by the index of parts', async (filter) => {
  const asked = await recorded(shop, async () => void (await shop.get(StaffOrders).list(filter, { offset: 0, limit: 50 })));
  const ofOrders = asked.filter(({ text }) => text.includes('shop_order'));
  expect(ofOrders).toHaveLength(2);
  for (const { text, values } of ofOrders) {
    const { rows } = await shop.database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Bitmap Index Scan on shop_order_like');
    expect(plan).not.toContain('Seq Scan');
  }
});

test('the list of an account reads its own rows, not the table', async () => {
  const text = ORDERS_OF_OWNER.replace('$1', `'u7'`).replace('$2', `'buyer7@example.com'`);
  const plan = await planText(shop, { text, values: [] });
  // If all orders are paid, the index of all orders is as good as that of paid ones.
  expect(plan).toMatch(/shop_order_of_(user|account)/);
  expect(plan).toMatch(/shop_order_(paid_)?by_email/);
  expect(plan).not.toContain('Seq Scan');
  expect(Number(/shared hit=(\d+)/.exec(plan)?.[1])).toBeLessThan(60);
});
