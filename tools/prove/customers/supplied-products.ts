import type pg from 'pg';
import type { ShopOfMany } from '../shop-of-many.ts';
import { eventually } from '../buyer.ts';
import { gamesForSale } from './games-for-sale.ts';

export const SUPPLIERS = ['kinguin', 'codeswholesale'] as const;
export type SupplierName = (typeof SUPPLIERS)[number];

const MINUTE_MS = 60_000;
/** The most that the stand-ins take: nothing is ever sold out, and no balance too low. */
export const BALANCE_CENTS = 100_000_000;
const PIECES = 1_000_000;
/** Of the shop's price. */
const COST = 0.5;

/** A control of a supplier's stand-in. */
export async function supplierControl<T>(
  { settings }: Pick<ShopOfMany, 'settings'>,
  supplier: SupplierName,
  method: 'GET' | 'PUT',
  path: string,
  body?: object,
): Promise<T> {
  const url = `${settings.origins.sandbox}/sandbox/suppliers/${supplier}${path}`;
  return asked<T>(url, { method, ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) });
}

/**
 * So many products of which the shop has no key and suppliers have many, the first at one supplier, the next at the other, and so on. They
 * are on sale when this answers their numbers.
 */
export async function offerAtSuppliers(
  shop: ShopOfMany,
  database: pg.Pool,
  { count, opsKey, besides }: { readonly count: number; readonly opsKey: string; readonly besides: readonly number[] },
): Promise<number[]> {
  if (count === 0) return [];
  const [api = ''] = shop.apis;
  const games = (await gamesForSale(database))
    .filter(({ kinguinId, isOffered }) => !isOffered && !besides.includes(kinguinId))
    .toReversed()
    .slice(0, count);
  for (const supplier of SUPPLIERS) await supplierControl(shop, supplier, 'PUT', '/balance', { cents: BALANCE_CENTS });
  for (const [index, { kinguinId, name, priceMinor }] of games.entries()) {
    const supplier = SUPPLIERS[index % SUPPLIERS.length] ?? 'kinguin';
    const id = supplier === 'kinguin' ? String(kinguinId) : `campaign-${kinguinId}`;
    if (supplier !== 'kinguin')
      await asked(`${api}/ops/suppliers/${supplier}/products/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-ops-key': opsKey },
        body: JSON.stringify({ product: String(kinguinId), reason: 'a campaign' }),
      });
    const offers = [{ offerId: `campaign-${kinguinId}`, cents: Math.round(priceMinor * COST), quantity: PIECES }];
    // Its webhook makes a worker ask for it.
    await supplierControl(shop, supplier, 'PUT', '/products', { products: [{ id, name, offers }] });
  }
  for (const { kinguinId } of games)
    await eventually(
      () => asked<{ qty: number }>(`${api}/products/kinguinId/${kinguinId}`, {}),
      ({ qty }) => qty > 0,
      MINUTE_MS,
    );
  return games.map(({ kinguinId }) => kinguinId);
}

async function asked<T>(url: string, request: RequestInit): Promise<T> {
  const answer = await fetch(url, request);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} from ${url}: ${text.slice(0, 300)}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
