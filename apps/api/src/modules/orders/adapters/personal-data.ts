import type { Config } from '../../../platform/config/config.ts';
import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';
import { ACCOUNTED_BEFORE, accountingDays, clearedBy, type ExpiringRows, PURGE_BATCH } from '../../../platform/scheduler/retention.ts';
import { REMOVED_BUYER, REMOVED_BUYERS } from '../../../shared/removed-buyers.ts';

const OPEN = `('pending', 'paid', 'fulfilling', 'on_hold', 'disputed')`;

/** What is cleared of the orders in `over`, besides their own row. */
const CLEARED_BESIDES = `events as (update order_event set origin = null where order_id in (select id from over) and origin is not null)`;

/** `orderTraceDays`: how long network address and browser of an order stay; `keyRevealDays`: of who viewed its keys. */
export function expiringOfOrders(days: Config['retention']): readonly ExpiringRows[] {
  const { accountingYears, orderTraceDays, keyRevealDays, unpaidOrderDays } = days;
  return [
    // Amounts, lines and dates stay: sold keys belong to them. Erased buyers lose country and pseudonym, too.
    {
      afterDays: accountingDays(accountingYears),
      statement: `with over as (select id from shop_order where email not like '%${REMOVED_BUYERS.accounted}' and status not in ${OPEN}
          and created_at < ${ACCOUNTED_BEFORE} order by created_at limit ${PURGE_BATCH}),
        ${CLEARED_BESIDES},
        refunds as (update order_refund set reason = null where order_id in (select id from over) and reason is not null)
        update shop_order set email = id || '${REMOVED_BUYERS.accounted}', user_id = null, from_country = null, client_address = '', browser_id = '',
          idempotency_key = null, request_hash = '', session_id = null, session_url = null, payment_intent_id = null,
          link_round = link_round + 1, ${withCountry(`'""'::jsonb`)}
        where id in (select id from over)`,
    },
    // What staff changed of it and noted about it goes, too: no erasure would find that by its address any more. The row stays, with the id of
    // its session: a payment that arrives all the same must find its order. One that is being paid is locked.
    // An erased order keeps its pseudonym: by that its erasure is repeated.
    {
      afterDays: unpaidOrderDays,
      statement: `with over as (select id from shop_order where paid_at is null and status in ('expired', 'cancelled', 'payment_failed')
          and email !~ '${REMOVED_BUYER.source}' and expires_at < ? order by expires_at limit ${PURGE_BATCH} for update skip locked),
        ${CLEARED_BESIDES},
        visits as (delete from order_visit where order_id in (select id from over)),
        audit as materialized (select blank_audit_lines(array(select id from over))),
        notes as materialized (select delete_staff_notes(array(select id from over)))
        update shop_order set email = id || '${REMOVED_BUYERS.unpaid}', user_id = null, from_country = null, client_address = '', browser_id = '',
          idempotency_key = null, request_hash = '', session_url = null, link_round = link_round + 1, ${withCountry(`'""'::jsonb`)}
        from audit, notes where id in (select id from over)`,
    },
    // The order is an accounting record and stays; phone number and notes of the buyer are deleted.
    {
      afterDays: 730,
      statement: `update shop_order set customer = customer || '{"notes": null, "phone": null}'
        where coalesce(customer ->> 'notes', customer ->> 'phone') is not null and created_at < ?`,
    },
    {
      afterDays: orderTraceDays,
      statement: `update shop_order set client_address = '', browser_id = '', idempotency_key = null, request_hash = '' where id in (
        select id from shop_order where client_address <> '' and status <> 'pending' and created_at < ? limit ${PURGE_BATCH})`,
    },
    {
      afterDays: orderTraceDays,
      statement: `delete from order_visit where id in (select id from order_visit where at < ? order by at limit ${PURGE_BATCH})`,
    },
    // That the keys were viewed stays, and when.
    {
      afterDays: keyRevealDays,
      statement: clearedBy(
        'blank_key_reveals',
        `with cut as (select ?::timestamptz as at)
        select order_id as id from key_reveal, cut where viewer <> 'erased' and key_reveal.at < cut.at
          and not exists (select from key_reveal later where later.order_id = key_reveal.order_id and later.at >= cut.at)
        limit ${PURGE_BATCH}`,
      ),
    },
  ];
}

/** Under a pseudonym, orders of an earlier erasure belong to it, too. */
const OF_PERSON = 'user_id = :account or email = any(:emails) or email = :pseudonym';

/** An open checkout that the account did not make. Whoever pays it gets its keys at that address: it stays as it is. */
const OF_OTHERS = `(status = 'pending' and :account is not null and user_id is distinct from :account)`;

const REFUND_IS_OPEN = `exists (select from order_refund where order_id = shop_order.id
  and ((done_at is null and given_up_at is null) or (failed_at is not null and closed_at is null)))`;

/**
 * What of a visit is the person's. Another may have ordered with this address, or this account with another's address: of their visits an
 * export has the time and what was shown.
 */
const SEEN_BY_PERSON = `viewer = 'user ' || :account or (viewer = 'guest' and email = any(:emails))`;

/** Of the id alone a digest: it is the cookie of whoever ordered with this address, and shows what that browser bought. */
const BROWSER = `left(encode(sha256(convert_to(nullif(browser_id, ''), 'UTF8')), 'hex'), 16)`;

export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'orders',
    find: `select number, status, currency, total_minor as "totalMinor", refunded_minor as "refundedMinor", lines, email, customer,
      client_address as "networkAddress", ${BROWSER} as "browserId", payment_provider as "paymentProvider", payment_intent_id as "paymentId",
      terms_accepted_at as "termsAcceptedAt", terms_version as "termsVersion", created_at as "createdAt", paid_at as "paidAt", completed_at as "deliveredAt"
      from shop_order where ${OF_PERSON} order by created_at`,
    ids: `select unnest(array[id, number, session_id, payment_intent_id]) as id from shop_order
      where (${OF_PERSON}) and not ${OF_OTHERS}`,
    addresses: 'select distinct email from shop_order',
    lock: `select id from shop_order where (${OF_PERSON}) and status in ('pending', 'expired', 'payment_failed') order by id for update`,
    obstacles: `select case
        when status = 'pending' then 'The payment of order ' || number || ' is open. It ends by itself within an hour, or is delivered.'
        when status = 'disputed' then 'Order ' || number || ' is disputed. It must be decided first.'
        when ${REFUND_IS_OPEN} then 'A refund of order ' || number || ' is under way. It must be finished first.'
        else 'Order ' || number || ' is not delivered yet.' end as sentence
      from shop_order where (${OF_PERSON}) and not ${OF_OTHERS} and (status in ${OPEN} or ${REFUND_IS_OPEN})
      order by number`,
    erase: [
      // The ids of payment and session stay: refunds, chargebacks and reports that come later name nothing else. A higher round makes links
      // of mails invalid. The records of mails go: one that is being sent, or that an earlier version sent, is in none of the columns.
      `update shop_order set email = :pseudonym, user_id = null, client_address = '', browser_id = '', idempotency_key = null, request_hash = '',
        session_url = null, link_round = link_round + 1,
        keys_mailed = case when not link_only and status in ('completed', 'partially_refunded') then coalesce(keys_mailed, 'sent') else keys_mailed end,
        ${withCountry(`customer -> 'country'`)}
        where (user_id = :account or email = any(:emails)) and not ${OF_OTHERS}`,
    ],
  },
  {
    name: 'orderHistory',
    find: `select order_id as "orderId", at, kind, data from order_event where order_id = any(:ids) order by id`,
    erase: ['update order_event set origin = null where order_id = any(:ids) and origin is not null'],
  },
  {
    name: 'refunds',
    find: `select order_id as "orderId", asked_at as "askedAt", done_at as "doneAt", kind, amount_minor as "amountMinor"
      from order_refund where order_id = any(:ids) order by asked_at`,
    erase: ['update order_refund set reason = null where order_id = any(:ids) and reason is not null and asked_at <= :until'],
  },
  {
    name: 'visitsOfOrders',
    find: `select order_id as "orderId", at, shown, case when is_own then viewer end as viewer, case when is_own then address end as "networkAddress",
        case when is_own then browser end as browser
      from (select order_visit.*, (is_buying_browser or ${SEEN_BY_PERSON}) as is_own from order_visit
        join shop_order on shop_order.id = order_id where order_id = any(:ids)) visit order by id`,
    erase: ['delete from order_visit where order_id = any(:ids)'],
  },
  {
    name: 'viewsOfKeys',
    find: `select order_id as "orderId", at, case when is_own then viewer end as viewer, case when is_own then address end as "networkAddress"
      from (select key_reveal.*, (${SEEN_BY_PERSON}) as is_own from key_reveal join shop_order on shop_order.id = order_id
        where order_id = any(:ids)) reveal order by id`,
    erase: ['select blank_key_reveals(:ids)'],
  },
];

/** Sets a buyer of whom the country alone is known; `country` is an SQL expression of a JSON text. */
function withCountry(country: string): string {
  return `customer = jsonb_build_object('fullName', '', 'phone', null, 'company', null, 'taxNumber', null, 'zipCode', null,
    'country', ${country}, 'notes', null)`;
}
