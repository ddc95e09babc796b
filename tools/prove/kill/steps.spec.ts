import { expect, test } from '@jest/globals';
import { isOtherCommit, stepOf, withKinds, writesOf } from './steps.ts';

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
const FREE = `select id from stock_key where product_id = $1 and state = 'available'
  order by added_at, id limit $2 for no key update`;
const PAID = `update "shop_order" set "status" = 'paid', "paid_at" = '1' where "id" = '1'`;
const HELD = `update "shop_order" set "status" = 'on_hold', "hold_reason" =`;
const REFUND = 'insert into order_refund (id, order_id) values ($1, $2)';
const SAVED = 'update "shop_order" set "status" = $1 where "id" = $2';

const jobs = (...ids: readonly string[]) => ids.flatMap((id) => [id, 'payments', 'refund', '{}', '1', '-infinity', null]);
const planned = (kind: string) =>
  withKinds('insert into letter (id) values', ['1', 'order-1', kind, '1']) +
  withKinds('insert into outbox (job_id) values', ['1', 'mail', 'send-mail', '{}', '1', '-infinity', null]);

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
  ['refund asked for', [REFUND, 'insert into outbox (job_id) values ($1)']],
  ['refund of a held order asked for', [OF_ORDER, REFUND, 'insert into outbox (job_id) values ($1)']],
  ['refund without keys asked for', [REFUND]],
  ['refund refused', ['update order_refund set attempted_at = null, refusal = $1, tries = tries + $2 where id = $3 and tries = $4']],
  ['refund given up', ['update order_refund set given_up_at = $1 where id = $2', 'insert into allocation (order_id) select $1', SAVED]],
  ['no step', ['update order_refund set given_up_at = null, attempted_at = null where id = $1']],
  ['refund returned by the bank', ['update order_refund set failed_at = $1, refusal = $2 where id = $3', SAVED]],
  ['returned refund closed', ['update order_refund set closed_at = $1 where id = $2', SAVED]],
  ['keys allocated to an order that had ended', [FREE, 'insert into allocation (order_id) select $1', PAID]],
  ['keys allocated at the payment', [RESERVED, 'insert into allocation (order_id) select $1', PAID]],
  ['keys allocated to a held order', ['insert into allocation (order_id) select $1', `${HELD} null where "id" = '1'`]],
  ['payment of another amount held', [`${HELD} 'amount differs', "paid_at" = '1' where "id" = '1'`]],
  ['payment held for its risk', [`${HELD} 'risk', "paid_at" = '1' where "id" = '1'`]],
  ['payment without keys to be sent back', [PAID, 'insert into outbox (job_id) values ($1)']],
  ['transfer waited for', [`update "shop_order" set "expires_at" = '1' where "id" = '1'`]],
  ['transfer failed', [OF_ORDER, `update "shop_order" set "status" = 'payment_failed' where "id" = '1'`]],
])('%s is known by its statements', (step, statements) => expect(stepOf(statements.join(' ')) ?? 'no step').toBe(step));

test.each([
  [`select id from "shop_order" where id = $1 for no key update; select 1 for update skip locked`, ''],
  ['select 1', ''],
  [
    'insert into "letter" (id) values ($1) on conflict (id) do update set tries = 0; update "shop_order" set status = $1',
    'insert letter, update shop_order status',
  ],
  ['with gone as (delete from single_use where ends_at < $1 returning 1) insert into\n audit_entry select 1', ''],
  [LAPSED, 'update stock_key lapsed'],
  [OF_ORDER, 'update stock_key state'],
  ['update letter set a = 1; update letter set b = 2', 'update letter a, update letter b'],
])('of %s it is known what it writes', (statements, writes) => expect(writesOf(statements)).toBe(writes));

test.each([
  ['insert into migration (name) values ($1); update stock_key set state = $1', true],
  ['update "shop_order" set "email" = $1', true],
  ['update order_refund set attempted_at = $1 where id = $2', true],
  [`${planned('waiting')}; update shop_order set notified_at = $3`, true],
  [`${planned('waiting')}; update shop_order set status = $3`, false],
  [planned('alert'), true],
  [planned('keys'), false],
  [withKinds('insert into outbox (job_id) values', jobs('refund-1-again-490000')), true],
  [withKinds('insert into outbox (job_id) values', jobs('refund-1-again-490000', 'refund-2')), false],
  [LAPSED, true],
  [OF_ORDER, false],
  ['update order_refund set attempted_at = $1; update shop_order set status = $2', false],
  ['delete from commitment where until <= $1; update "shop_order" set "status" = $1', false],
  ['update purchase set tries = $1', false],
  ['update stock_key set state = $1; insert into allocation (order_id) values ($2)', false],
])('of %s it is known whether it is off that way', (statements, isOff) => expect(isOtherCommit(writesOf(statements))).toBe(isOff));

test('which jobs and mails are planned is told by parameters, and a statement of another form is left as it is', () => {
  const insertion = 'insert into outbox (job_id, queue, job) values ($1, $2, $3)';
  expect(writesOf(withKinds(insertion, jobs('refund-1', 'refund-1-again-490000')))).toBe('insert outbox again, insert outbox refund');
  expect([withKinds(insertion, ['1', 'payments']), withKinds(insertion, undefined), withKinds(SAVED, ['1'])]).toEqual([
    insertion,
    insertion,
    SAVED,
  ]);
});
