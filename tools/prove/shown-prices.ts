import { expect } from '@jest/globals';
import type pg from 'pg';
import { eventually } from './buyer.ts';
import type { ShopOfMany } from './shop-of-many.ts';

const WARNING_MS = 2000;
const LASTS_MS = 5000;
const LONGEST_LATE_MS = 10_000;

/** A game on home: its page in the storefront, that of a game that it is similar to, and its price in euros without a sale. */
export interface ShownGame {
  readonly kinguinId: number;
  readonly path: string;
  readonly similarPath: string;
  readonly price: number;
}

const textOf = async (address: string) => (await fetch(address)).text();

/** One that has no discount of any kind. */
export async function gameOnHome(shop: ShopOfMany, database: pg.Client): Promise<ShownGame> {
  const [storefront = ''] = shop.storefronts;
  const { rows } = await database.query<{
    kinguin_id: number;
    price: number;
  }>(`select kinguin_id, eur_list_minor / 100.0 as price from product
    join home_section_product on product_id = product.id join price on price.product_id = product.id
    where kinguin_id is not null and eur_discounted_minor is null and price.ends_at is null limit 1`);
  const kinguinId = rows[0]?.kinguin_id ?? 0;
  const home = await textOf(`${storefront}/home`);
  const path = new RegExp(`href="(/product/[^"]*-${kinguinId})"`).exec(home)?.[1] ?? '';
  for (const [, similarPath = ''] of home.matchAll(/href="(\/product\/[^"]*)"/g)) {
    if (similarPath === path || !(await textOf(storefront + similarPath)).includes(`"kinguinId":${kinguinId},`)) continue;
    return { kinguinId, path, similarPath, price: Number(rows[0]?.price) };
  }
  throw new Error(`No page of home's games shows ${kinguinId} among the similar ones.`);
}

/** What a place shows of the game: its price in a sale, the one without, or nothing, as a page that a busy server sends without its details. */
type Shown = 'sale' | 'full' | 'nothing';

const cardsIn = (text: string, { kinguinId }: ShownGame): Shown[] => {
  const cards = [...text.matchAll(new RegExp(`"kinguinId":${kinguinId},.*?"new_price":(null|[\\d.]+)`, 'g'))];
  return cards.length === 0 ? ['nothing'] : cards.map(([, price]) => (price === 'null' ? 'full' : 'sale'));
};

/** All places where a process shows the game. */
async function shownByApi(api: string, game: ShownGame): Promise<Shown[]> {
  const paths = [`products/kinguinId/${game.kinguinId}`, 'home', 'products/getAllProductsFiltred?limit=100'];
  const answers = await Promise.all(paths.map((path) => textOf(`${api}/${path}`)));
  return answers.flatMap((text) => cardsIn(text, game));
}

/** The same of the pages that a storefront server renders, as people and search engines see them. */
async function shownByPages(storefront: string, game: ShownGame): Promise<Shown[]> {
  const [page = '', home = '', similar = ''] = await Promise.all(
    [game.path, '/home', game.similarPath].map((path) => textOf(storefront + path)),
  );
  const offered = /"price":"([\d.]+)","priceCurrency":"EUR"/.exec(page)?.[1];
  const written = /<span class="visually-hidden">Price <\/span>€([\d.]+)/.exec(page)?.[1];
  const own = [offered, written].map((price) => (price === undefined ? 'nothing' : Number(price) === game.price ? 'full' : 'sale'));
  return [...own, ...cardsIn(home, game), ...cardsIn(similar, game)];
}

/** The time after which a process shows the expected value everywhere, in milliseconds after `at`. */
async function lateness(shop: ShopOfMany, game: ShownGame, at: number, awaited: Shown): Promise<number[]> {
  const watched = [
    ...shop.apis.map((api) => () => shownByApi(api, game)),
    ...shop.storefronts.map((storefront) => () => shownByPages(storefront, game)),
  ];
  return Promise.all(
    watched.map(async (look) => {
      let askedAt = 0;
      const lookNow = () => {
        askedAt = Date.now();
        return look();
      };
      await eventually(lookNow, (shown) => shown.every((one) => one === awaited), at - Date.now() + LONGEST_LATE_MS, 50);
      return askedAt - at;
    }),
  );
}

/**
 * Plans a sale at half the price by the staff's call, and watches every page of every process: answers how late each was in showing it, and
 * then in showing the former price after its end, in milliseconds; less than 0 is too early. `justBefore` is called moments before either.
 */
export async function latenessOfSale(
  shop: ShopOfMany,
  game: ShownGame,
  opsKey: string,
  justBefore: () => Promise<void> = async () => undefined,
): Promise<number[]> {
  // On a busy computer the first look at a page takes longest.
  await lateness(shop, game, Date.now(), 'full');
  const starts = Math.ceil(Date.now() / 1000) * 1000 + WARNING_MS;
  const ends = starts + LASTS_MS;
  const sales = `${shop.apis[0]}/ops/products/${game.kinguinId}/sales`;
  const key = { 'x-ops-key': opsKey };
  const answer = await fetch(sales, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...key },
    // Half of the price is less than the shop pays.
    body: JSON.stringify({
      percent: 50,
      startsAt: new Date(starts).toISOString(),
      endsAt: new Date(ends).toISOString(),
      belowCost: true,
      reason: 'a proof',
    }),
  });
  const planned = (await answer.json()) as { id: string };
  expect(answer.status).toBe(201);
  const watch = async (at: number, awaited: Shown) => {
    const shown = lateness(shop, game, at, awaited);
    await new Promise((resolve) => setTimeout(resolve, at - 100 - Date.now()));
    await justBefore();
    return shown;
  };
  try {
    return [...(await watch(starts, 'sale')), ...(await watch(ends, 'full'))];
  } finally {
    // Over already, unless something went wrong; the next sale would be refused.
    await fetch(`${sales}/${planned.id}?reason=a+proof`, { method: 'DELETE', headers: key });
  }
}
