import pg from 'pg';
import { encryptionKeys } from '../../bench/sale/sealed-keys.ts';
import { addGames, addKeys, type SoldProduct } from '../../bench/sale/stock.ts';
import { MATERIAL } from '../customers/stocked-shop.ts';
import { type ShopOfMany, startShopOfMany } from '../shop-of-many.ts';

const SOLD_PRODUCTS = 100;

/** A shop of many generated products, of which some have keys. */
export interface LoadedShop {
  readonly shop: ShopOfMany;
  readonly database: pg.Client;
  readonly products: readonly SoldProduct[];
  readonly sold: readonly SoldProduct[];
  /** Words of the names of products. */
  readonly words: readonly string[];
  stop(): Promise<void>;
}

export async function startLoadedShop({ products: count, keys }: { products: number; keys: number }): Promise<LoadedShop> {
  const environment = { KEY_ENCRYPTION_KEYS: encryptionKeys(MATERIAL) };
  const shop = await startShopOfMany({ apis: 2, workers: 1, environment });
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  const stop = async () => {
    await database.end();
    await shop.stop();
  };
  try {
    await database.connect();
    const products = await addGames(database, shop.settings.environment, count);
    const sold = products.slice(0, SOLD_PRODUCTS);
    await addKeys(database, MATERIAL, sold, Math.ceil(keys / SOLD_PRODUCTS));
    await database.query('vacuum analyze');
    const { rows } = await database.query<{ name: string }>(
      `select name from product where changed_by = 'generated' order by id limit 2000`,
    );
    const words = [...new Set(rows.flatMap(({ name }) => name.split(' ')))].filter((word) => /^[A-Za-z]{4,}$/.test(word));
    return { shop, database, products, sold, words, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
