import type pg from 'pg';

/** An order, and what put it off besides kills. Moments in milliseconds since the epoch. */
export interface RestOrder {
  readonly placedAt: number;
  /** When it was completed first; null: never. */
  readonly deliveredAt: number | null;
  /** How often a mail with its keys failed, by a kill or by the mail server. */
  readonly tries: number;
  /** Whether it waited for a supplier. */
  readonly hasWaited: boolean;
  /** Those that were asked for, oldest first. */
  readonly refunds: readonly RestRefund[];
}

interface RestRefund {
  readonly askedAt: number;
  /** Null: given up, or still open. */
  readonly doneAt: number | null;
  /** Whether the provider refused it at first. */
  readonly wasRefused: boolean;
}

/** A delivery or a refund: what processes that die can have in hand. */
interface Item {
  readonly beganAt: number;
  readonly endedAt: number | null;
  readonly isPutOff: boolean;
}

/** A mail that failed once is sent after ten seconds at the latest; later pauses, up to nine minutes in all, are longer than what is measured. */
const MOST_TRIES = 1;

/**
 * Of the deliveries and refunds that were open at the last kill: how many seconds after it the last one was done. It waits for nothing but what
 * the processes had in hand that died. `others`: those that were put off for longer by more than that, which are not `measured`.
 */
export function restAfter(lastKill: number, orders: readonly RestOrder[]): { seconds: number; measured: number; others: number } {
  const ended = orders.flatMap(itemsOf).flatMap(({ endedAt, ...item }) => (endedAt === null ? [] : { ...item, endedAt }));
  const open = ended.filter(({ beganAt, endedAt }) => beganAt <= lastKill && endedAt > lastKill);
  const measured = open.filter(({ isPutOff }) => !isPutOff);
  const last = Math.max(lastKill, ...measured.map(({ endedAt }) => endedAt));
  return { seconds: Math.round((last - lastKill) / 1000), measured: measured.length, others: open.length - measured.length };
}

/**
 * A refund is asked for when somebody wants it, maybe long after the delivery, so each is an item of its own. A delivery begins with the placing:
 * the shop may learn late of the payment because a process died. Where nothing was delivered, it ends when the first refund is asked for.
 */
function itemsOf({ placedAt, deliveredAt, tries, hasWaited, refunds }: RestOrder): Item[] {
  const delivery = { beganAt: placedAt, endedAt: deliveredAt ?? refunds[0]?.askedAt ?? null, isPutOff: tries > MOST_TRIES || hasWaited };
  return [delivery, ...refunds.map(({ askedAt, doneAt, wasRefused }) => ({ beganAt: askedAt, endedAt: doneAt, isPutOff: wasRefused }))];
}

/** Every order. A refund that the bank returned has a reason of the bank's, too: only one that was not done, or tried anew, was refused. */
export async function ordersForRest(database: pg.Pool): Promise<RestOrder[]> {
  const { rows } = await database.query<RestOrder>(
    `select ${milliseconds('o.created_at')} as "placedAt",
      (select ${milliseconds('min(e.at)')} from order_event e where e.order_id = o.id and e.kind = 'completed') as "deliveredAt",
      (select coalesce(max(l.tries), 0) from letter l where l.about = o.id and l.kind = 'keys') as tries,
      exists (select from order_event w where w.order_id = o.id and w.kind = 'waiting_for_keys') as "hasWaited",
      (select coalesce(json_agg(json_build_object('askedAt', ${milliseconds('r.asked_at')}, 'doneAt', ${milliseconds('r.done_at')},
          'wasRefused', r.tries > 0 or (r.refusal is not null and r.failed_at is null)) order by r.asked_at), '[]')
        from order_refund r where r.order_id = o.id) as refunds
    from shop_order o`,
  );
  return rows;
}

function milliseconds(moment: string): string {
  return `(extract(epoch from ${moment}) * 1000)::float`;
}
