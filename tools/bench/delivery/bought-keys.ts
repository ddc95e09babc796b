import { type BuyerOfShop, control, eventually, gamesInStock } from '../../prove/buyer.ts';
import { type ShopOfMany, startShopOfMany } from '../../prove/shop-of-many.ts';
import { median, type Row } from '../measure.ts';
import { paidToMail } from './paid-to-mail.ts';

const ORDERS = 20;
const ANSWER_MS = 200;
const BALANCE_CENTS = 10_000_000;
const LONGEST_MS = 60_000;
/** Of the demo: the shop has no keys of its own of them. */
const SOLD_BY = { kinguin: 25765, codeswholesale: 24121 } as const;
const PRODUCT = { kinguin: '25765', codeswholesale: '33e3e81d-2b78-475a-8886-9848116f5133' } as const;
const NAMES = ['kinguin', 'codeswholesale'] as const;

/** Two shops side by side, one without and one with suppliers that take 200 ms for each answer. Both buy in turn. */
export async function supplierRows(): Promise<Row[]> {
  const shops: ShopOfMany[] = [];
  try {
    for (const suppliers of ['off', 'on'] as const)
      shops.push(await startShopOfMany({ apis: 1, workers: 1, environment: { SANDBOX_SUPPLIERS: suppliers } }));
    const [without, withSuppliers] = shops.map(buyerOf);
    if (!without || !withSuppliers) throw new Error('no shops');
    await connect(withSuppliers);
    const own = await ownKeys(without, withSuppliers);
    const rows: Row[] = [];
    for (const name of NAMES) rows.push(...(await boughtKeys(withSuppliers, name)));
    return [...rows, own];
  } finally {
    for (const shop of shops) await shop.stop();
  }
}

function buyerOf({ apis, settings: { origins } }: ShopOfMany): BuyerOfShop {
  return { api: apis[0] ?? '', sandbox: origins.sandbox, mailbox: origins.mailbox };
}

/** More pieces than are bought, money for them, and the delay of each answer. */
async function connect(buyer: BuyerOfShop): Promise<void> {
  for (const name of NAMES) {
    const at = (path: string, body: object) => control(buyer, `suppliers/${name}/${path}`, body, 'PUT');
    await at('balance', { cents: BALANCE_CENTS });
    const offers = [{ offerId: PRODUCT[name], cents: 1000, quantity: 10 * ORDERS }];
    await at('products', { products: [{ id: PRODUCT[name], name: 'Game', offers }] });
    await at('weather', { delayMs: ANSWER_MS });
  }
  for (const name of NAMES)
    await eventually(
      async () => (await (await fetch(`${buyer.api}/products/kinguinId/${SOLD_BY[name]}`)).json()) as { qty: number },
      ({ qty }) => qty >= ORDERS,
      LONGEST_MS,
    );
}

async function boughtKeys(buyer: BuyerOfShop, name: keyof typeof SOLD_BY): Promise<Row[]> {
  const times: number[] = [];
  for (let index = 0; index < ORDERS; index += 1) times.push(await paidToMail(buyer, SOLD_BY[name], `${name}-${index}@example.com`));
  const [middle, worst] = [median(times), Math.max(...times)];
  return [
    {
      what: `payment to mail, the key bought from ${name}, which answers in ${ANSWER_MS} ms; median of ${ORDERS}`,
      measured: `${middle.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
      baseline: '',
      ratio: '',
      bar: 'median under 1.5 s',
      isHeld: middle < 1500,
    },
  ];
}

async function ownKeys(without: BuyerOfShop, withSuppliers: BuyerOfShop): Promise<Row> {
  const bought = new Set<number>(Object.values(SOLD_BY));
  const games = (await gamesInStock(without)).filter(({ kinguinId }) => !bought.has(kinguinId));
  const ids = games.flatMap(({ kinguinId, qty }) => Array.from({ length: qty }, () => kinguinId)).slice(0, 2 * ORDERS);
  const times: [number[], number[]] = [[], []];
  for (const [index, kinguinId] of ids.entries()) {
    times[0].push(await paidToMail(without, kinguinId, `own-${index}@example.com`));
    times[1].push(await paidToMail(withSuppliers, kinguinId, `own-${index}@example.com`));
  }
  const [before, after] = [median(times[0]), median(times[1])];
  return {
    what: `payment to mail, own keys, with suppliers against without; medians of ${ids.length}`,
    measured: `${after.toFixed(0)} ms`,
    baseline: `${before.toFixed(0)} ms`,
    ratio: `${(after / before).toFixed(2)} ×`,
    bar: 'at most 1.2 ×',
    isHeld: after / before <= 1.2,
  };
}
