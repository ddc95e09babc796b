import type pg from 'pg';

/** Names that the copy number `i` gets, wherever the original's stands. */
const renamed = (column: string) => `${column} || '-' || i`;

/** For each table of the first schema that knows of a sale. */
const STATEMENTS: readonly string[] = [
  `insert into shop_order select (jsonb_populate_record(o, jsonb_build_object('id', ${renamed('o.id')}, 'number', ${renamed('o.number')},
     'session_id', ${renamed('o.session_id')}, 'payment_intent_id', ${renamed('o.payment_intent_id')}, 'idempotency_key', null))).*
   from original join shop_order o using (id), generate_series(1, $1::int) i`,
  `insert into stock_key select (jsonb_populate_record(k, jsonb_build_object('id', ${renamed('k.id')}, 'order_id', ${renamed('k.order_id')},
     'fingerprint', sha256(convert_to(${renamed('k.id')}, 'UTF8'))))).*
   from original o join stock_key k on k.order_id = o.id, generate_series(1, $1::int) i`,
  `insert into allocation select ${renamed('a.order_id')}, a.line, a.slot, ${renamed('a.key_id')}, a.allocated_at
   from original o join allocation a on a.order_id = o.id, generate_series(1, $1::int) i`,
  `insert into order_event (order_id, kind, actor, data, at) select ${renamed('e.order_id')}, e.kind, e.actor, e.data, e.at
   from original o join order_event e on e.order_id = o.id, generate_series(1, $1::int) i order by e.id`,
  `insert into order_mail select (jsonb_populate_record(m, jsonb_build_object('order_id', o.id || '-' || i, 'id', replace(m.id, o.id, o.id || '-' || i)))).*
   from original o join order_mail m on m.order_id = o.id, generate_series(1, $1::int) i`,
  `insert into outbox (job_id, queue, job, data, created_at, relayed_at)
   select replace(b.job_id, m.id, replace(m.id, o.id, o.id || '-' || i)), b.queue, b.job, b.data, b.created_at, b.relayed_at
   from original o join order_mail m on m.order_id = o.id join outbox b on b.job_id = m.id, generate_series(1, $1::int) i`,
  `insert into payment_event select (jsonb_populate_record(p, jsonb_build_object('id', ${renamed('p.id')}, 'session_id', ${renamed('p.session_id')},
     'payload', replace(replace(replace(p.payload::text, o.id, ${renamed('o.id')}), o.session_id, ${renamed('o.session_id')}),
       o.payment_intent_id, ${renamed('o.payment_intent_id')})::jsonb))).*
   from original join shop_order o using (id) join payment_event p using (session_id), generate_series(1, $1::int) i`,
];

/** Copies all delivered orders of the first schema so often, with what belongs to them. Answers how many orders there are then. */
export async function copyDeliveredOrders(database: pg.Client, copies: number): Promise<number> {
  await database.query(`create temporary table original as select id from shop_order where status = 'completed'`);
  for (const statement of STATEMENTS)
    if (!(await database.query(statement, [copies])).rowCount) throw new Error(`Nothing was copied: ${statement}`);
  await database.query('drop table original; analyze');
  const { rows } = await database.query<{ count: number }>('select count(*)::int as count from shop_order');
  return rows[0]?.count ?? 0;
}
