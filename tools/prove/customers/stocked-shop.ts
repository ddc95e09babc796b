import pg from 'pg';
import { chance, picker } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { brokenInvariants } from '../../../apps/api/src/testing/invariants/invariants.ts';
import { encryptionKeys } from '../../bench/sale/sealed-keys.ts';
import { addKeys } from '../../bench/sale/stock.ts';
import { type ShopOfMany, startShopOfMany } from '../shop-of-many.ts';
import { eventually } from '../buyer.ts';
import { type Books, readBooks } from './books.ts';
import { faultsIn } from './check-books.ts';
import type { Intention, Places, Plan } from './customer.ts';
import { gamesForSale } from './games-for-sale.ts';
import type { Outcome } from './outcomes.ts';
import { clockOffsetMs } from './passing-time.ts';
import { LEAST_SUPPLY_MS } from './key-holds.ts';
import { offerAtSuppliers } from './supplied-products.ts';
import type { Told } from './told.ts';

/** What the key of keys is made of. */
export const MATERIAL = Buffer.from('campaigns-key-of-32-bytes-length');
export const OPS_KEY = 'campaigns-key-of-the-staff-of-this-shop';

/** A shop of several processes whose only stock is a few products with so many keys each. */
export interface StockedShop {
  readonly shop: ShopOfMany;
  readonly places: Places;
  /** Comes back by itself after the server did. */
  readonly database: pg.Pool;
  /** How many keys there were at the start, by kinguinId. */
  readonly supply: ReadonlyMap<number, number>;
  /** Products that suppliers alone have, more of them than anybody buys. */
  readonly supplied: readonly number[];
  stop(): Promise<void>;
}

export async function startStockedShop(
  processes: Omit<Parameters<typeof startShopOfMany>[0], 'apis' | 'workers'> & { readonly apis?: number; readonly workers?: number },
  { products, keysOfEach, supplied: count = 0 }: { readonly products: number; readonly keysOfEach: number; readonly supplied?: number },
): Promise<StockedShop> {
  const environment = { KEY_ENCRYPTION_KEYS: encryptionKeys(MATERIAL), OPS_DEVELOPMENT_KEY: OPS_KEY, ...processes.environment };
  const shop = await startShopOfMany({ apis: 2, workers: 2, ...processes, environment });
  const database = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 });
  // A campaign ends servers: the pool forgets the connection, and opens another one.
  database.on('error', () => undefined);
  const stop = async () => {
    await database.end();
    await shop.stop();
  };
  try {
    // The demo's keys go, those of the campaign come.
    await database.query("delete from stock_key where state = 'available'");
    const games = (await gamesForSale(database)).slice(0, products);
    await addKeys(database, MATERIAL, games, keysOfEach);
    const supply = new Map(games.map(({ kinguinId }) => [kinguinId, keysOfEach]));
    const supplied = await offerAtSuppliers(shop, database, { count, opsKey: OPS_KEY, besides: [...supply.keys()] });
    return { shop, database, supply, supplied, places: { apis: shop.apis, sandbox: shop.settings.origins.sandbox }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What customer number `index` wants and does, by the seed: one to three products, one or two pieces of each. */
export function planOf(
  { supply, supplied = [] }: Pick<StockedShop, 'supply'> & Partial<Pick<StockedShop, 'supplied'>>,
  {
    name,
    seed,
    index,
    intentions,
    reads = 0,
  }: { name: string; seed: number; index: number; intentions: readonly Intention[]; reads?: number },
): Plan {
  const next = chance(seed + 0x9e3779b1 * (index + 1));
  const pick = picker(next);
  const products = new Set(Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick([...supply.keys(), ...supplied])));
  const wishes = [...products].map((kinguinId) => ({ kinguinId, quantity: next() < 0.7 ? 1 : 2 }));
  return { email: `${name}-${index}@example.com`, wishes, intention: pick(intentions), reads, place: index };
}

/** The books as they are now, of these customers. */
function readBooksOf({ shop, database }: StockedShop, tolds: readonly Told[]): Promise<Books> {
  return readBooks(database, shop.settings.environment.SANDBOX_DATA ?? '', new Set(tolds.map(({ email }) => email)));
}

/** What a campaign does while it waits for the shop to come to rest. */
interface Meanwhile {
  /** Called at each look: lets time pass, for instance. */
  readonly pass?: () => Promise<void>;
  /** How much of the campaign's own is still on its way. Asked before and after the shop, so that neither waits for the other unseen. */
  readonly onItsWay?: () => Promise<number>;
}

/** Waits until nothing is on its way any more, and answers the books then. @throws Error where it does not come to rest within `withinMs` milliseconds. */
export async function booksAtRest(
  stocked: StockedShop,
  tolds: readonly Told[],
  withinMs: number,
  { pass = async () => undefined, onItsWay = async () => 0 }: Meanwhile = {},
): Promise<Books> {
  const { database } = stocked;
  const open = async () => {
    const { rows } = await database.query<{ open: number }>(`
      select ((select count(*) from letter where state in ('waiting', 'sending'))
        + (select count(*) from order_refund where done_at is null and given_up_at is null)
        + (select count(*) from payment_event where processed_at is null)
        + (select count(*) from shop_order where status = 'fulfilling' or status = 'paid' and waiting_until is null))::int as open`);
    return rows[0]?.open ?? 0;
  };
  const books = async () => {
    await pass();
    const [before, inTheShop, after] = [await onItsWay(), await open(), await onItsWay()];
    return { open: before + inTheShop + after, ...(await readBooksOf(stocked, tolds)) };
  };
  const isTaken = ({ orders, payments, open: count }: Books & { open: number }) => {
    const statuses = new Map(orders.map(({ session, status }) => [session, status]));
    return count === 0 && payments.every(({ session }) => !['pending', 'expired'].includes(statuses.get(session) ?? ''));
  };
  return eventually(books, isTaken, withinMs, 500);
}

/** All that is wrong at the end, the invariants of the database among it. */
export async function faultsAtRest(
  stocked: StockedShop,
  tolds: readonly Told[],
  books: Books,
  outcomes?: ReadonlyMap<string, Outcome>,
): Promise<string[]> {
  const waitMs = Number(stocked.shop.settings.environment.WAITING_REFUND_AFTER_HOURS ?? Infinity) * 3_600_000;
  const broken = await brokenInvariants(stocked.database, new Date(Date.now() + (await clockOffsetMs(stocked.database))));
  return [
    ...broken.map((name) => `not so: ${name}`),
    ...faultsIn(books, tolds, stocked.supply, { outcomes, leastSupplyMs: Math.min(waitMs, LEAST_SUPPLY_MS) }),
  ];
}
