import type pg from 'pg';

/** When an order was delivered or refunded, and what put it off besides kills. Moments in milliseconds since the epoch. */
export interface EndedOrder {
  readonly placedAt: number;
  readonly endedAt: number;
  /** How often a mail of it failed, by a kill or by the mail server. */
  readonly tries: number;
  /** Whether it waited for a supplier, or its refund was refused by the provider. */
  readonly hasWaited: boolean;
}

/** A mail that failed once is sent after ten seconds at the latest; later pauses, up to nine minutes in all, are longer than what is measured. */
const MOST_TRIES = 1;

/**
 * Of the orders that were open at the last kill: how many seconds after it the last one was delivered or refunded. It waits for nothing but what
 * the processes had in hand that died. `others`: those that were put off for longer by more than that, which are not `measured`.
 */
export function restAfter(lastKill: number, orders: readonly EndedOrder[]): { seconds: number; measured: number; others: number } {
  const open = orders.filter(({ placedAt, endedAt }) => placedAt <= lastKill && endedAt > lastKill);
  const measured = open.filter(({ tries, hasWaited }) => tries <= MOST_TRIES && !hasWaited);
  const last = Math.max(lastKill, ...measured.map(({ endedAt }) => endedAt));
  return { seconds: Math.round((last - lastKill) / 1000), measured: measured.length, others: open.length - measured.length };
}

/** Every order that was delivered or refunded, by its timeline. */
export async function endedOrders(database: pg.Pool): Promise<EndedOrder[]> {
  const { rows } = await database.query<EndedOrder>(
    `select (extract(epoch from o.created_at) * 1000)::float as "placedAt", (extract(epoch from max(e.at)) * 1000)::float as "endedAt",
      (select coalesce(max(l.tries), 0) from letter l where l.about = o.id) as tries,
      exists (select from order_event w where w.order_id = o.id and w.kind = 'waiting_for_keys')
        or exists (select from order_refund r where r.order_id = o.id and r.refusal is not null) as "hasWaited"
    from shop_order o join order_event e on e.order_id = o.id
    where e.kind in ('completed', 'refunded') group by o.id`,
  );
  return rows;
}
