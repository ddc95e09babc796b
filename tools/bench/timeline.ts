import pg from 'pg';
import { startShopOfMany } from '../prove/shop-of-many.ts';
import { median, milliseconds, type Row } from './measure.ts';

const ORDERS = 1_000_000;
const ASKED = 500;
const MOST_MS = 50;
const OPS_KEY = 'benchmark-key-of-the-staff-of-this-shop';
const day = `now() - interval '400 days' + n * interval '30 seconds'`;

/** Delivered orders with what each leaves behind: three events, a mail, a payment's event. */
const fillings = [
  `insert into shop_order (id, number, status, email, currency, total_minor, lines, customer, client_address, browser_id, request_hash,
      session_id, payment_intent_id, created_at, expires_at, paid_at, completed_at)
    select 'bench-' || n, 'KT-BENCH-' || n, 'completed', 'bench-' || n % 300000 || '@example.com', 'EUR', 1999,
      '[{"productId":"none","type":"game","name":"A game","quantity":1,"priceMinor":1999}]', '{"fullName":"Ada Buyer","country":"DE"}',
      '192.0.2.1', 'browser-' || n, 'hash', 'session-' || n, 'intent-' || n, ${day}, ${day}, ${day}, ${day}
    from generate_series(1, $1::int) n`,
  `insert into order_event (order_id, kind, actor, at) select 'bench-' || n, kind, 'shop', ${day}
    from generate_series(1, $1::int) n, unnest('{placed,paid,completed}'::text[]) kind`,
  `insert into letter (id, about, kind, state, created_at, closed_at) select 'bench-letter-' || n, 'bench-' || n, 'keys', 'sent', ${day}, ${day}
    from generate_series(1, $1::int) n`,
  `insert into payment_event (id, type, session_id, payload, received_at, processed_at, outcome)
    select 'bench-event-' || n, 'checkout.session.completed', 'session-' || n, '{}', ${day}, ${day}, 'settled' from generate_series(1, $1::int) n`,
];

/** What support waits for: one order with its timeline, out of a million, by its number. Baseline: the order's own row by the plainest statement. */
export async function timelineRows(): Promise<Row[]> {
  const shop = await startShopOfMany({ apis: 1, workers: 0, environment: { OPS_DEVELOPMENT_KEY: OPS_KEY } });
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  try {
    await database.connect();
    for (const filling of fillings) await database.query(filling, [ORDERS]);
    await database.query('vacuum analyze shop_order, order_event, letter, payment_event');
    const numbers = Array.from({ length: ASKED }, (_, index) => `KT-BENCH-${1 + ((index * 7919 * 131) % ORDERS)}`);
    const times: number[] = [];
    const baselines: number[] = [];
    for (const number of numbers) {
      times.push(await milliseconds(() => orderOf(shop.apis[0] ?? '', number)));
      baselines.push(await milliseconds(() => database.query('select * from shop_order where number = $1', [number])));
    }
    const row = (what: string, of: (all: readonly number[]) => number): Row => ({
      what: `an order with its timeline, out of a million, ${what} of ${ASKED}`,
      measured: `${of(times).toFixed(1)} ms`,
      baseline: `${of(baselines).toFixed(1)} ms`,
      ratio: `${(of(times) / of(baselines)).toFixed(1)} ×`,
      bar: `under ${MOST_MS} ms`,
      isHeld: of(times) < MOST_MS,
    });
    return [row('median', median), row('p95', (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? Number.NaN)];
  } finally {
    await database.end();
    await shop.stop();
  }
}

async function orderOf(api: string, number: string): Promise<void> {
  const answer = await fetch(`${api}/ops/orders/${number}`, { headers: { 'x-ops-key': OPS_KEY } });
  const { timeline } = (await answer.json()) as { timeline?: unknown[] };
  if (timeline?.length !== 5) throw new Error(`${number}: ${answer.status}, ${timeline?.length} entries`);
}
