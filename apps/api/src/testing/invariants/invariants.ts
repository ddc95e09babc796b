import type pg from 'pg';
import { REMOVED_BUYER } from '../../shared/removed-buyers.ts';

/**
 * Invariants: each query returns the rows that violate one, so an empty result is correct. `npm run prove` runs them after every load test;
 * `npm test` plants each defect once to see that its query finds it.
 */
export const invariants = {
  'a key belongs to one order item and slot': `
    select key_id from allocation group by key_id having count(*) > 1`,
  'a sold key is the key of its order, and the other way round': `
    select k.id from stock_key k full join allocation a on a.key_id = k.id
    where (k.state = 'sold' and (a.key_id is null or a.order_id <> k.order_id)) or (a.key_id is not null and k.state not in ('sold', 'burnt'))`,
  'an order that is being delivered has a key for every piece that did not go back': `
    select o.id from shop_order o
    where o.status in ('fulfilling', 'completed')
      and exists (select from jsonb_array_elements(o.lines) with ordinality item (line, place), generate_series(0, (line ->> 'quantity')::int - 1) piece
        where not exists (select from allocation a where a.order_id = o.id and a.line = place - 1 and a.slot = piece)
          and not exists (select from order_refund r where r.order_id = o.id and r.done_at is not null and r.failed_at is null
            and (r.pieces @> jsonb_build_array(jsonb_build_object('line', place - 1, 'slot', piece)) or r.pieces is null and place - 1 = any(r.lines))))`,
  'an order without a payment has no keys': `
    select o.id from shop_order o join allocation a on a.order_id = o.id where o.paid_at is null`,
  'an order that is being delivered has its mail planned, and the job written down with it': `
    select o.id from shop_order o
    -- Erasures delete the record of a mail.
    where o.status in ('fulfilling', 'completed') and o.email !~ '${REMOVED_BUYER.source}'
      and not exists (select 1 from letter m join outbox b on b.job_id = m.id where m.about = o.id and m.kind = 'keys')`,
  'an order is paid once': `
    select order_id from order_event where kind = 'paid' group by order_id having count(*) > 1`,
  'an order that was paid and got no keys has its refund asked for': `
    select o.id from shop_order o
    where o.status = 'paid' and o.waiting_until is null and not exists (select 1 from outbox b where b.job_id like 'refund-' || o.id || '%')`,
  'a paid order waits for its keys in the queue for them, and nobody else does': `
    select o.id from shop_order o full join (select distinct order_id from key_wait) w on w.order_id = o.id
    where (w.order_id is null and o.status = 'paid' and o.waiting_until is not null)
      or (w.order_id is not null and (o.id is null or o.status <> 'paid' or o.waiting_until is null))`,
  'no key is on sale while somebody waits for one': `
    select w.order_id from key_wait w join stock_key k on k.product_id = w.product_id and k.state = 'available'
    where w.quantity > (select count(*) from stock_key h where h.order_id = w.order_id and h.product_id = w.product_id and h.state = 'reserved')
      and not exists (select from stock_change c where c.product_id = w.product_id)`,
  'every state that an order is in was written down as an event': `
    select o.id from shop_order o
    where o.status <> 'pending' and not exists (select 1 from order_event e where e.order_id = o.id and e.kind = o.status)`,
  'keys are reserved for unpaid orders or held ones only': `
    select k.id from stock_key k left join shop_order o on o.id = k.order_id
    where k.state = 'reserved' and (o.id is null or o.status not in ('pending', 'on_hold') and (o.status <> 'disputed' or o.hold_reason is null)) and not exists (select from key_wait w where w.order_id = k.order_id)`,
  'a reservation holds as many keys as its order wants, or none': `
    select o.id from shop_order o join stock_key k on k.order_id = o.id and k.state = 'reserved'
    where o.waiting_until is null group by o.id
    having count(*) + (select coalesce(sum(quantity), 0) from commitment c where c.order_id = o.id) <> (select sum((line ->> 'quantity')::int) from jsonb_array_elements(o.lines) line)`,
  'an order whose payment page is open holds all its keys': `
    select o.id from shop_order o
    where o.status = 'pending' and o.expires_at > $1
      and (select sum((line ->> 'quantity')::int) from jsonb_array_elements(o.lines) line) <>
        (select count(*) from stock_key k where k.order_id = o.id and k.state = 'reserved')
          + (select coalesce(sum(quantity), 0) from commitment c where c.order_id = o.id)`,
  'what suppliers are to bring is promised to unpaid orders, held ones and those that wait': `
    select c.order_id from commitment c left join shop_order o on o.id = c.order_id
    where c.until > $1 and (o.id is null or o.status not in ('pending', 'on_hold', 'disputed') and not (o.status = 'paid' and o.waiting_until is not null))`,
  'the stock that lists show is, with what is pending, what the rows say': `
    select l.product_id from listing l
    where l.stock + (select coalesce(sum(delta), 0) from stock_change c where c.product_id = l.product_id) <> (select count(*) from stock_key k where k.product_id = l.product_id and k.state = 'available')`,
  'no order has sent back, and lost to banks, more than was paid for it': `
    select id from shop_order where refunded_minor < 0 or refunded_minor + charged_back_minor > total_minor`,
  'an order adds up': `
    select o.id from shop_order o
    where o.total_minor <> (select sum((line ->> 'unitMinor')::int * (line ->> 'quantity')::int) from jsonb_array_elements(o.lines) line)`,
} as const satisfies Readonly<Record<string, string>>;

export type Invariant = keyof typeof invariants;

/** The names of the invariants violated at `now`. */
export async function brokenInvariants(database: pg.Client | pg.Pool, now: Date): Promise<Invariant[]> {
  const broken: Invariant[] = [];
  for (const [name, query] of Object.entries(invariants) as [Invariant, string][]) {
    const { rows } = await database.query(query, query.includes('$1') ? [now] : []);
    if (rows.length > 0) broken.push(name);
  }
  return broken;
}
