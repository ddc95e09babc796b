import { ImportCatalogue } from '../modules/catalog/index.ts';
import { AddKeys, KeyStock } from '../modules/stock/index.ts';
import type { TestShop } from './test-shop.ts';

export interface WantedProduct {
  readonly kinguinId: number;
  readonly name?: string;
  /** Major units, as feeds carry them. */
  readonly sellPrice?: number;
  readonly keys?: number;
  readonly limt_per_basket?: number;
  readonly [field: string]: unknown;
}

/** Puts products on sale the way a feed does, each with `keys` made-up keys. Answers their own ids, in order. */
export async function addProducts(shop: TestShop, products: readonly WantedProduct[]): Promise<string[]> {
  const lines = products.map(({ keys: _keys, ...product }, index) => ({
    number: index + 1,
    text: JSON.stringify({
      name: `Game ${product.kinguinId}`,
      platform: 'Steam',
      genres: ['Action'],
      price: 5,
      sellPrice: 10,
      productId: String(product.kinguinId),
      ...product,
    }),
  }));
  const feed = (async function* () {
    yield* lines;
  })();
  const problems: string[] = [];
  await shop
    .get(ImportCatalogue)
    .run(feed, 'test', { rejected: (line, reason) => problems.push(`${line}: ${reason}`), progressed: () => undefined });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const { rows } = await shop.database.query<{ id: string; kinguin_id: number }>('select id, kinguin_id from product');
  const ids = products.map(({ kinguinId }) => rows.find((row) => row.kinguin_id === kinguinId)?.id ?? '');
  for (const [index, { keys = 0, kinguinId }] of products.entries()) {
    const secrets = Array.from({ length: keys }, (_, number) => ({
      productId: ids[index] ?? '',
      secret: { kind: 'text', key: `KEY-${kinguinId}-${number}` } as const,
    }));
    if (secrets.length > 0) await shop.get(AddKeys).run(secrets, 'test');
  }
  return ids;
}

/** What has become of a product's keys, oldest first. */
export async function keyStates(shop: TestShop, productId: string): Promise<string[]> {
  const { rows } = await shop.database.query<{ state: string }>('select state from stock_key where product_id = $1 order by added_at, id', [
    productId,
  ]);
  return rows.map(({ state }) => state);
}

/** The keys that an order has: their texts, or false for what is none. */
export async function keyTextsOf(shop: TestShop, orderId: string): Promise<(string | false)[]> {
  return (await shop.get(KeyStock).reveal(orderId)).keys.map(({ secret }) => 'key' in secret && secret.key);
}

/** A line as the browser sends it. */
export function cartLine(kinguinId: number, quantity = 1): object {
  return { item: { _id: String(kinguinId), type: 'game' }, quantity };
}

export const buyer = { fullName: 'Ada Buyer', email: 'ada@example.com', termsAccepted: true };
