import { expect, test } from '@jest/globals';
import { isOtherCommit, stepOf, writesOf } from './steps.ts';

const CLOSED = `update payment_event set processed_at = $1, outcome = closed.outcome
  from unnest($2::text[], $3::text[]) as closed (id, outcome) where payment_event.id = closed.id`;
const WAITS = `insert into key_wait (order_id, product_id, quantity, since, until)
  values ($1, $2, $3, $4, $5) on conflict do nothing`;
const FREED = `update stock_key set state = case when quarantined_at is null then 'available' else 'quarantined' end, order_id = null,
  reserved_until = null where id = any(array(select id from stock_key
  where state = 'reserved' and `;
const OF_ORDER = `${FREED}order_id = $1 order by product_id, added_at, id for no key update)) returning id`;
const LAPSED = `${FREED}reserved_until <= $1 and order_id <> $2 and product_id = any($3::text[])
  order by product_id, added_at, id for no key update skip locked)) returning id`;
const RESERVED = `select id, product_id, order_id from stock_key where order_id = any($1::text[]) and state = 'reserved'`;
const SAVED = 'update "shop_order" set "status" = $1 where "id" = $2';

test.each([
  ['event closed', [CLOSED]],
  ['no step', ['update payment_event set processed_at = null, outcome = null where id = $1 returning 1']],
  ['order waits for keys', ['savepoint key_claim', RESERVED, 'rollback to savepoint key_claim', WAITS, SAVED]],
  ['order ended unpaid', [OF_ORDER, SAVED, 'insert into "order_event" ("order_id", "kind") values ($1, $2)']],
  ['no step', [LAPSED, RESERVED]],
  ['order placed', [LAPSED, 'insert into "shop_order" ("id") values ($1)']],
  [
    'keys allocated to an order that waits',
    ['delete from key_wait where order_id = any($1)', 'insert into allocation (order_id, line, slot) select $1', SAVED],
  ],
  ['refund asked for', [OF_ORDER, 'insert into order_refund (id, order_id) values ($1, $2)', SAVED]],
])('%s is known by its statements', (step, statements) => expect(stepOf(statements.join(' ')) ?? 'no step').toBe(step));

test.each([
  [`select id from "shop_order" where id = $1 for no key update; select 1 for update skip locked`, ''],
  ['select 1', ''],
  [
    'insert into "letter" (id) values ($1) on conflict (id) do update set tries = 0; update "shop_order" set status = $1',
    'insert letter, update shop_order status',
  ],
  ['with gone as (delete from single_use where ends_at < $1 returning 1) insert into\n audit_entry select 1', ''],
  ['update letter set a = 1; update letter set b = 2', 'update letter a, update letter b'],
])('of %s it is known what it writes', (statements, writes) => expect(writesOf(statements)).toBe(writes));

test.each([
  ['insert into migration (name) values ($1); update stock_key set state = $1', true],
  ['update "shop_order" set "email" = $1', true],
  ['update order_refund set attempted_at = $1 where id = $2', true],
  ['insert into letter (id) values ($1); insert into outbox (job_id) values ($2); update shop_order set notified_at = $3', true],
  ['insert into letter (id) values ($1); insert into outbox (job_id) values ($2); update shop_order set status = $3', false],
  ['update order_refund set attempted_at = $1; update shop_order set status = $2', false],
  ['delete from commitment where until <= $1; update "shop_order" set "status" = $1', false],
  ['update purchase set tries = $1', false],
  ['update stock_key set state = $1; insert into allocation (order_id) values ($2)', false],
])('of %s it is known whether it is off that way', (statements, isOff) => expect(isOtherCommit(writesOf(statements))).toBe(isOff));
