import { expect, test } from '@jest/globals';
import { stepOf } from './steps.ts';

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
  ['keys allocated', ['delete from key_wait where order_id = any($1)', 'insert into allocation (order_id, line, slot) select $1', SAVED]],
  ['refund asked for', [OF_ORDER, 'insert into order_refund (id, order_id) values ($1, $2)', SAVED]],
])('%s is known by its statements', (step, statements) => expect(stepOf(statements.join(' ')) ?? 'no step').toBe(step));
