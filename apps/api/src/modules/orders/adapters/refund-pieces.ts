/** The pieces of a row of `order_refund r`, as JSON. Older rows have only the numbers of whole lines. */
export const REFUND_PIECES = `coalesce(r.pieces, (select coalesce(jsonb_agg(jsonb_build_object('line', item.place - 1, 'slot', slot) order by item.place, slot), '[]')
  from shop_order bought, jsonb_array_elements(bought.lines) with ordinality item (line, place),
    generate_series(0, (item.line ->> 'quantity')::int - 1) slot
  where bought.id = r.order_id and item.place - 1 = any(r.lines)))`;

/** The refunds and chargebacks of a row of `shop_order`, oldest first; null if there are none. */
export const MADE_REFUNDS = `(select jsonb_agg(jsonb_build_object('kind', r.kind, 'amountMinor', r.amount_minor, 'pieces', ${REFUND_PIECES}) order by r.asked_at, r.id)
  from order_refund r where r.order_id = shop_order.id and r.done_at is not null and r.failed_at is null)`;
