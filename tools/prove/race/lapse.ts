import type { Books } from '../customers/books.ts';
import { clockOffsetMs, letTimePass } from '../customers/passing-time.ts';
import type { StockedShop } from '../customers/stocked-shop.ts';
import type { Told } from '../customers/told.ts';

/** Longer than a payment session and the grace after it. */
const LAPSE_MS = 3_600_000;

/** One moment at which all reservations lapsed that were made until then. */
export interface Lapse {
  /** Milliseconds since the epoch, by this computer's clock. */
  readonly at: number;
  /** The keys that buyers had reserved who had left. */
  readonly keys: readonly string[];
}

/** `left`: what buyers were told who do not come back. */
export async function letReservationsLapse({ database }: Pick<StockedShop, 'database'>, left: readonly Told[]): Promise<Lapse> {
  const { rows } = await database.query<{ id: string }>(
    `select k.id from stock_key k join shop_order o on o.id = k.order_id where k.state = 'reserved' and o.session_id = any($1)`,
    [left.map(({ session }) => session)],
  );
  const at = Date.now();
  await letTimePass(database, LAPSE_MS, ['release-lapsed', 'reconcile']);
  return { at, keys: rows.map(({ id }) => id) };
}

/** How much has lapsed and is not tidied up yet. */
export async function stillLapsing({ database }: Pick<StockedShop, 'database'>): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select ((select count(*) from stock_key where state = 'reserved' and reserved_until <= $1)
      + (select count(*) from shop_order where status = 'pending' and expires_at < $1)
      + (select count(*) from stock_change))::int as count`,
    [new Date(Date.now() + (await clockOffsetMs(database)))],
  );
  return rows[0]?.count ?? 0;
}

/** How many of the keys others have bought: who left never pays. */
export async function soldAgain({ database }: Pick<StockedShop, 'database'>, { keys }: Lapse): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from stock_key where id = any($1) and state = 'sold'`,
    [keys],
  );
  return rows[0]?.count ?? 0;
}

/** The books with all moments by this computer's clock, which is the one of what customers were told: the shop's was ahead after the lapse. */
export function byOneClock(books: Books, { at }: Lapse): Books {
  const real = <Moment extends number | null>(moment: Moment) => (moment !== null && moment >= at + LAPSE_MS ? moment - LAPSE_MS : moment);
  return {
    ...books,
    orders: books.orders.map((order) => ({
      ...order,
      createdAt: real(order.createdAt),
      endedAt: real(order.endedAt),
      paidAt: real(order.paidAt),
      refundAskedAt: real(order.refundAskedAt),
    })),
  };
}
