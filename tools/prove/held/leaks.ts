import { dirname } from 'node:path';
import type pg from 'pg';
import type { ShopOfMany } from '../shop-of-many.ts';
import { askAll, pagesOf, readsOf, type Subjects } from './every-answer.ts';
import { filesWithKeys, hasKey, tablesWithKeys } from './traces.ts';

/** Paths that have something to tell about these orders: what is refused would have no key either. Not each dispute has every file. */
const MUST_TELL = /^\/(?:order\/guest|ops\/(?:orders|keys|payments|audit|queue)|user\/personal-data|order$)/;
const STAND_IN = 'sandbox.sqlite';

interface Answers {
  readonly asked: number;
  readonly withKeys: readonly string[];
  /** Errors of the server, and refusals of what must be told. */
  readonly failed: readonly string[];
}

/** Asks API, storefront and metrics for all that they tell about the orders. */
export async function answersWithKeys(shop: ShopOfMany, about: Subjects, headers: Readonly<Record<string, string>>): Promise<Answers> {
  const { apis, storefronts, figures } = shop;
  const answers = [
    ...(await askAll(apis[0] ?? '', readsOf(about), headers)),
    ...(await askAll(storefronts[0] ?? '', pagesOf(about), headers)),
    ...(await Promise.all([...figures.apis, ...figures.workers].map((origin) => askAll(origin, ['/metrics'], {})))).flat(),
  ];
  const failed = answers.filter(
    ({ path, status }) => status >= 500 || (MUST_TELL.test(path) && !path.includes('/files/') && status !== 200),
  );
  return {
    asked: answers.length,
    withKeys: answers.filter(({ text }) => hasKey(text)).map(({ path }) => path),
    failed: failed.map(({ path, status }) => `${status} ${path}`),
  };
}

/** Where a key stands outside of mails and answers: logs and other files of the shop, tables, and the files of the database. */
export async function placesWithKeys(shop: ShopOfMany, database: pg.Pool): Promise<string[]> {
  const isOfShop = (path: string) => !path.startsWith('compile-cache') && !path.includes(STAND_IN);
  return [
    ...(await filesWithKeys(folderOf(shop), isOfShop)),
    ...(await filesWithKeys(shop.databaseFolder)),
    ...(await tablesWithKeys(database)),
  ];
}

/** What the stand-ins have been told: the payment provider, and the mail server with all mails. */
export function filesOfStandIn(shop: ShopOfMany): Promise<string[]> {
  return filesWithKeys(folderOf(shop), (path) => path.includes(STAND_IN));
}

function folderOf({ settings }: ShopOfMany): string {
  return dirname(settings.environment.SANDBOX_DATA ?? '');
}
