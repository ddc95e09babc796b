import type { Config } from '../../../platform/config/config.ts';
import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';
import { type ExpiringRows, PURGE_BATCH } from '../../../platform/scheduler/retention.ts';

/** Processed events. Their effects are stored in the orders; a provider repeats an event for days, and a dispute may come after 120. */
export function expiringEvents({ paymentEventDays, unpaidOrderDays }: Config['retention']): readonly ExpiringRows[] {
  return [
    {
      afterDays: paymentEventDays,
      statement: `delete from payment_event where id in (
        select id from payment_event where received_at < ? and processed_at is not null order by received_at, id limit ${PURGE_BATCH})`,
    },
    // Sessions that ended unpaid, as `Settle` says it: their events name the buyer, and no dispute follows.
    {
      afterDays: unpaidOrderDays,
      statement: `delete from payment_event where id in (
        select id from payment_event where outcome in ('expired', 'payment failed') and received_at < ? and processed_at is not null
        order by received_at, id limit ${PURGE_BATCH})`,
    },
  ];
}

/**
 * The id of the order, which session and payment carry: all that a refused card of an order that was never paid has. The index of
 * `payment-event-orders-20270104.ts` has the same text.
 */
const ORDER_ID = `payload #>> '{data,object,metadata,order_id}'`;
const OF_PERSON = `session_id = any(:ids) or intent_id = any(:ids) or ${ORDER_ID} = any(:ids)`;

/** Texts about visits and earlier orders, which may be another's. What of these is the person's, an export has beside them. */
const PERHAPS_OF_OTHERS = `array['accessLog', 'deliveryRecord', 'refundRefusal', 'uncategorizedText']`;

/** Numbers, addresses and accounts of earlier orders. The index of `erasures-20270109.ts` has the same text. */
const EARLIER_ORDERS = `jsonb_path_query_array(evidence, '$.prior.earlier[*].*')`;

export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'paymentEvents',
    find: `select received_at as "receivedAt", type, payload from payment_event
      where ${OF_PERSON} order by received_at`,
    ids: `select intent_id as id from payment_event where ${ORDER_ID} = any(:ids)`,
    // One that is not processed yet may be a dispute, which the provider does not send again: a repetition of the erasure deletes it later.
    erase: [`delete from payment_event where (${OF_PERSON}) and processed_at is not null`],
  },
  {
    name: 'disputes',
    find: `select order_id as "orderId", opened_at as "openedAt", reason, amount_minor as "amountMinor", currency,
      (evidence -> 'texts') - ${PERHAPS_OF_OTHERS} as evidence, outcome from payment_dispute where order_id = any(:ids) order by opened_at`,
    // One that is open, or opened later, needs its evidence: it goes by a repetition, once the bank has decided. A higher version refuses what
    // staff changes of texts that they read before.
    erase: [
      'delete from payment_dispute where order_id = any(:ids) and ended_at is not null',
      `update payment_dispute set version = version + 1,
        evidence = jsonb_set(evidence || '{"prior": null}', '{texts,uncategorizedText}', '""')
        where ${EARLIER_ORDERS} ?| :ids or ${EARLIER_ORDERS} ?| :emails`,
    ],
  },
];
