import sharp from 'sharp';
import { PriceProduct } from '../../modules/catalog/application/ops/price-product.ts';
import { SetPictures } from '../../modules/catalog/application/ops/set-pictures.ts';
import { addProducts } from '../products.ts';
import type { TestShop } from '../test-shop.ts';
import type { ValidWrite } from './valid-write.ts';

const reason = 'the walk over all calls';
const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
let count = 500;

async function product(shop: TestShop, keys = 0): Promise<string> {
  count += 1;
  await addProducts(shop, [{ kinguinId: count, keys }]);
  return String(count);
}

async function key(shop: TestShop): Promise<string> {
  const kinguinId = await product(shop, 1);
  const { rows } = await shop.database.query<{ id: string }>(
    'select stock_key.id from stock_key join product on product.id = product_id where kinguin_id = $1',
    [Number(kinguinId)],
  );
  return rows[0]?.id ?? '';
}

/** A key that somebody has bought. */
async function sold(shop: TestShop): Promise<string> {
  const id = await key(shop);
  await shop.database.query(`update stock_key set state = 'sold', order_id = 'somebody' where id = $1`, [id]);
  return id;
}

/** A key that a restore has put into quarantine. */
/** Of one piece, at a supplier that takes keys back by hand. */
async function addPurchase(shop: TestShop, state: 'complete' | 'unclear'): Promise<string> {
  const purchase = `purchase-${(count += 1)}`;
  await shop.database.query(
    `insert into purchase (id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state,
        created_at, sent_at, due_at, leased_until, closed_at)
      select $1, 'codeswholesale', 'order-1', id, '1', 'offer-1', 1, 500, 900, $4, $2, $2, $2, $2, $2 from product where kinguin_id = $3`,
    [purchase, shop.clock.now(), Number(await product(shop)), state],
  );
  return purchase;
}

async function quarantined(shop: TestShop): Promise<string> {
  const id = await key(shop);
  await shop.database.query(
    `update stock_key set state = 'quarantined', quarantined_at = now(), quarantine_cause = 'restore' where id = $1`,
    [id],
  );
  return id;
}

const inDays = (shop: TestShop, days: number) => new Date(shop.clock.now().getTime() + days * 86_400_000).toISOString();
const picture = () =>
  sharp({ create: { width: 30, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Keys, stock, the catalogue and suppliers. */
export const catalogueWrites: Readonly<Record<string, (shop: TestShop) => Promise<ValidWrite>>> = {
  uploadKeys: async (shop) => ({ query: { reason }, form: [['file', `kinguinId,key\n${await product(shop)},GOOD-KEY\n`, 'keys.csv']] }),
  setCustomerLimit: async (shop) => ({ path: { product: await product(shop) }, body: { pieces: 2, days: 30, reason } }),
  removeCustomerLimit: async (shop) => {
    const kinguinId = await product(shop);
    await shop.database.query(`insert into customer_limit select id, 2, 30, now(), 'test' from product where kinguin_id = $1`, [
      Number(kinguinId),
    ]);
    return { path: { product: kinguinId }, query: { reason } };
  },
  rotateKeys: async () => ({ body: { reason } }),
  lookAtKey: async (shop) => ({ path: { id: await sold(shop) }, body: { reason: 'The buyer asks' } }),
  burnKey: async (shop) => ({ path: { id: await key(shop) }, body: { reason: 'Leaked' } }),
  releaseKey: async (shop) => ({ path: { id: await quarantined(shop) }, body: { reason: 'Not sold' } }),
  releaseStock: async (shop) => {
    await quarantined(shop);
    return { body: { soldSince: [await product(shop)], reason: 'Not sold' } };
  },
  releaseProductStock: async (shop) => {
    const id = await quarantined(shop);
    const { rows } = await shop.database.query<{ product: string }>('select product_id as product from stock_key where id = $1', [id]);
    return { path: { product: rows[0]?.product ?? '' }, body: { newest: 1, reason: 'Not sold' } };
  },
  burnUpload: async (shop) => {
    const { rows } = await shop.database.query<{ upload: string }>(
      `update stock_key set upload_id = id where id = $1 returning upload_id as upload`,
      [await key(shop)],
    );
    return { path: { upload: rows[0]?.upload ?? '' }, body: { reason: 'A bad upload' } };
  },
  burnProductStock: async (shop) => {
    const body = { from: inDays(shop, -1), to: inDays(shop, 1), reason: 'A bad upload' };
    return { path: { product: await product(shop, 2) }, body };
  },
  setStockThreshold: async () => ({ body: { threshold: 7, reason } }),
  setProductStockThreshold: async (shop) => ({ path: { product: await product(shop) }, body: { threshold: 7, reason } }),
  createProduct: async () => ({ body: { type: 'game', name: 'A good game', platform: 'Steam', price: { eur: 5 }, reason } }),
  changeProduct: async (shop) => ({ path: { product: await product(shop) }, body: { isHidden: true, reason } }),
  setPrice: async (shop) => ({ path: { product: await product(shop) }, body: { eur: 5, reason } }),
  planSale: async (shop) => ({ path: { product: await product(shop) }, body: { percent: 10, endsAt: inDays(shop, 1), reason } }),
  planSales: async (shop) => ({ body: { products: [await product(shop)], percent: 10, endsAt: inDays(shop, 1), reason } }),
  endSale: async (shop) => {
    const name = await product(shop);
    const offer = { percent: 10, charged: {}, startsAt: null, endsAt: new Date(inDays(shop, 1)), isBelowCost: false, isConfirmed: false };
    return { path: { product: name, sale: await shop.get(PriceProduct).planSale(name, offer, { by, reason }) }, query: { reason } };
  },
  setCover: async (shop) => ({ path: { product: await product(shop) }, query: { reason }, form: [['file', await picture(), 'cover.png']] }),
  addScreenshot: async (shop) => ({
    path: { product: await product(shop) },
    query: { reason },
    form: [['file', await picture(), 'shot.png']],
  }),
  removeScreenshot: async (shop) => {
    const name = await product(shop);
    await shop.get(SetPictures).addScreenshot(name, await picture(), { by, reason });
    return { path: { product: name, place: '1' }, query: { reason } };
  },
  retryFeedPictures: async (shop) => ({ body: { product: await product(shop), reason } }),
  startImport: async () => ({ query: { reason }, form: [['file', '{}', 'feed.jsonl']] }),
  setPricing: async () => ({ body: { margin: 0.2, usd: 1.1, pln: 4.3, gbp: 0.9, reason } }),
  // Of the other supplier than the one that is synchronised.
  pauseSupplier: async () => ({ path: { name: 'codeswholesale' }, body: { reason } }),
  resumeSupplier: async () => ({ path: { name: 'codeswholesale' }, body: { reason } }),
  syncSupplier: async () => ({ path: { name: 'kinguin' }, body: { reason } }),
  returnPurchase: async (shop) => {
    const purchase = await addPurchase(shop, 'complete');
    await shop.database.query(`insert into purchased_key values ('codeswholesale', $1, $1, true, $2)`, [purchase, shop.clock.now()]);
    return { path: { name: 'codeswholesale', purchase }, body: { refunded: 5, exceptKnown: true, reason } };
  },
  recordNotMade: async (shop) => ({ path: { name: 'codeswholesale', purchase: await addPurchase(shop, 'unclear') }, body: { reason } }),
  setMargin: async (shop) => ({ path: { kind: 'product', subject: await product(shop) }, body: { margin: 0.1, reason } }),
  linkSupplierProduct: async (shop) => ({
    path: { name: 'codeswholesale', supplierProduct: 'their-id' },
    body: { product: await product(shop), reason },
  }),
  arrangeHome: async (shop) => ({ body: { hero: [await product(shop)], sections: [], reason } }),
};
