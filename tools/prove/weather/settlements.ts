import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

const LOOK_EVERY_MS = 100;
const LOOKS = 40;

/** Who settled the orders of these sessions, by session: `stripe` by an event, or `reconciliation`. Without those that nobody has settled. */
export async function settledBy(database: pg.Pool, sessions: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ session: string; actor: string }>(
    `select distinct on (o.id) o.session_id as session, e.actor from shop_order o join order_event e on e.order_id = o.id
    where o.session_id = any($1) and e.kind in ('paid', 'expired', 'payment_failed') order by o.id, e.id`,
    [sessions],
  );
  return new Map(rows.map(({ session, actor }) => [session, actor]));
}

/** Of these events, the sessions of those that the shop knows. */
export async function sessionsOfKnown(database: pg.Pool, events: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ session: string }>(
    `select o.session_id as session from payment_event e join shop_order o on o.session_id = e.session_id or o.payment_intent_id = e.intent_id
    where e.id = any($1)`,
    [events],
  );
  return new Set(rows.map(({ session }) => session));
}

/** How many keys the orders of these sessions hold. */
export async function keysHeldBy(database: pg.Pool, sessions: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    'select count(*)::int as n from stock_key k join shop_order o on o.id = k.order_id where o.session_id = any($1)',
    [sessions],
  );
  return rows[0]?.n ?? 0;
}

/**
 * Until the events that the shop has taken are processed, or for four seconds: one that meets a failing provider is tried again later. Answers
 * how many are still open.
 */
export async function untilProcessed(database: pg.Pool): Promise<number> {
  for (let look = 0; ; look += 1) {
    const { rows } = await database.query<{ open: number }>('select count(*)::int as open from payment_event where processed_at is null');
    const open = rows[0]?.open ?? 0;
    if (open === 0 || look === LOOKS) return open;
    await setTimeout(LOOK_EVERY_MS);
  }
}
