import type { Invariant } from './invariants.ts';

/** A statement that breaks an invariant: in a shop with one delivered order of two keys, one unpaid order with one reserved key, and two
 * keys left. */
export interface Defect {
  readonly what: string;
  readonly sql: string;
  /** Others that cannot hold then. */
  readonly also?: readonly Invariant[];
}

const event = (kind: string) =>
  `insert into order_event (order_id, kind, actor, at) select id, '${kind}', 'planted', now() from shop_order where status = '${kind}';`;
const oneFree = `(select id from stock_key where state = 'available' limit 1)`;
const theUnpaid = `(select id from shop_order where status in ('pending', 'on_hold'))`;
const withoutOneKey = `
  update stock_key set state = 'burnt' where id in (select key_id from allocation where slot = 1);
  delete from allocation where slot = 1;`;

/** The defects that break each invariant, one for each of its conditions. */
export const defects: Readonly<Record<Invariant, readonly Defect[]>> = {
  'a key belongs to one order item and slot': [
    {
      what: 'a key in two slots',
      sql: `alter table allocation drop constraint allocation_key_id_key;
        insert into allocation select order_id, line, 99, key_id, allocated_at from allocation limit 1`,
    },
  ],
  'a sold key is the key of its order, and the other way round': [
    { what: 'sold to another order', sql: `update stock_key set order_id = ${theUnpaid} where state = 'sold'` },
    {
      what: 'sold to no item',
      sql: `delete from allocation where slot = 1`,
      also: ['an order that is being delivered has a key for every piece that did not go back'],
    },
    { what: 'an item whose key is on sale', sql: `update stock_key set state = 'available', order_id = null where state = 'sold'` },
  ],
  'an order that is being delivered has a key for every piece that did not go back': [
    { what: 'a piece without a key', sql: withoutOneKey },
    {
      what: 'a piece whose refund is not done',
      sql: `${withoutOneKey} insert into order_refund (id, order_id, lines, amount_minor, is_whole, asked_by, asked_at, pieces)
        select 'planted', id, '{0}', 1, false, 'planted', now(), '[{"line": 0, "slot": 1}]' from shop_order where status = 'fulfilling'`,
    },
    {
      what: 'a piece whose refund came back',
      sql: `${withoutOneKey} insert into order_refund (id, order_id, lines, amount_minor, is_whole, asked_by, asked_at, done_at, failed_at)
        select 'planted', id, '{0}', 1, false, 'planted', now(), now(), now() from shop_order where status = 'fulfilling'`,
    },
  ],
  'an order without a payment has no keys': [
    { what: 'keys without a payment', sql: `update shop_order set paid_at = null where status = 'fulfilling'` },
  ],
  'an order that is being delivered has its mail planned, and the job written down with it': [
    { what: 'a mail without its job', sql: `delete from outbox where queue = 'delivery'` },
    { what: 'no mail', sql: `delete from letter where kind = 'keys'` },
  ],
  'an order is paid once': [
    {
      what: 'two payments',
      sql: `insert into order_event (order_id, kind, actor, at) select order_id, kind, actor, at from order_event where kind = 'paid'`,
    },
  ],
  'an order that was paid and got no keys has its refund asked for': [
    { what: 'neither keys nor a refund', sql: `update shop_order set status = 'paid' where status = 'fulfilling'` },
  ],
  'a paid order waits for its keys in the queue for them, and nobody else does': [
    {
      what: 'a wait outside of the queue',
      sql: `update shop_order set status = 'paid', waiting_until = now() where status = 'fulfilling'`,
    },
    {
      what: 'an unpaid order in the queue',
      sql: `insert into key_wait select ${theUnpaid}, product_id, 1, now(), now() from stock_key limit 1`,
    },
    {
      what: 'nobody in the queue',
      sql: `update stock_key set state = 'burnt' where state = 'available';
        insert into key_wait select 'nobody', product_id, 1, now(), now() from stock_key limit 1`,
    },
  ],
  'no key is on sale while somebody waits for one': [
    {
      what: 'a wait beside free keys',
      sql: `update shop_order set status = 'paid', waiting_until = now() where status = 'fulfilling';
        insert into key_wait select o.id, k.product_id, 1, now(), now() from shop_order o, stock_key k where o.status = 'paid' limit 1;
        update listing l set stock = stock + (select sum(delta) from stock_change c where c.product_id = l.product_id);
        delete from stock_change`,
    },
  ],
  'every state that an order is in was written down as an event': [
    { what: 'a state without an event', sql: `delete from order_event where kind = 'fulfilling'` },
  ],
  'keys are reserved for unpaid orders or held ones only': [
    { what: 'for one that has ended', sql: `update shop_order set status = 'expired' where status = 'pending'; ${event('expired')}` },
    {
      what: 'for a disputed one that nobody holds',
      sql: `update shop_order set status = 'disputed', hold_reason = null where status = 'pending'; ${event('disputed')}`,
    },
    {
      what: 'for none',
      sql: `update stock_key set state = 'reserved', order_id = 'nobody', reserved_until = now() where id = ${oneFree}`,
    },
  ],
  'a reservation holds as many keys as its order wants, or none': [
    {
      what: 'a key too many',
      sql: `update shop_order set status = 'on_hold' where status = 'pending'; ${event('on_hold')}
        update stock_key set state = 'reserved', reserved_until = now(), order_id = ${theUnpaid} where id = ${oneFree}`,
    },
  ],
  'an order whose payment page is open holds all its keys': [
    {
      what: 'none of them',
      sql: `update stock_key set state = 'available', order_id = null, reserved_until = null where state = 'reserved'`,
    },
  ],
  'what suppliers are to bring is promised to unpaid orders, held ones and those that wait': [
    {
      what: 'an order that there is not',
      sql: `insert into commitment (order_id, product_id, supplier, offer_id, quantity, until)
        values ('nobody', 'product', 'kinguin', 'offer', 1, now() + interval '100 years')`,
    },
  ],
  'the stock that lists show is, with what is pending, what the rows say': [
    { what: 'another number', sql: `update listing set stock = stock + 1` },
    { what: 'a lost difference', sql: `update stock_key set state = 'burnt' where state = 'available'; delete from stock_change` },
  ],
  'no order has sent back, and lost to banks, more than was paid for it': [
    { what: 'more than all', sql: `update shop_order set refunded_minor = total_minor, charged_back_minor = 1` },
    { what: 'less than nothing', sql: `update shop_order set refunded_minor = -1` },
  ],
  'an order adds up': [{ what: 'another total', sql: `update shop_order set total_minor = total_minor + 1` }],
};
