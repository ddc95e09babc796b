import type { ListedProduct } from '@keyturn/api-client';
import {
  CARD_SIZES,
  chargedMinor,
  currencyCode,
  findPlatform,
  formatMoney,
  PAGE_SIZES,
  pageFromText,
  type PageHead,
  pageHeads,
  type Platform,
  productPath,
  readPrice,
} from '@keyturn/shop-rules';
import type { ApiAnswer } from './api-reader.ts';
import { chunks, NOT_FOUND, type PageAnswer, type PageContext, srcSet, viewOf } from './page-answer.ts';
import { listData } from './structured-data.ts';

interface ListPage {
  products?: ListedProduct[];
  games?: ListedProduct[];
  totalPages: number;
}

type ListEndpoint = 'listPlatformProducts' | 'listSoftware' | 'listFilteredProducts';

interface List {
  readonly heading: string;
  readonly headOf: (page: number) => PageHead;
  readonly call: string;
  /** The browser's name for that call, and what it gives beside page, number and currency. */
  readonly endpointName: ListEndpoint;
  readonly arg?: { readonly platform: Platform };
  readonly pageSize: number;
}

/** Another choice of products than the list as a whole: their addresses lead crawlers back to it. */
const FILTERS = ['genres', 'minPrice', 'maxPrice', 'sort'];

/** A page in its platform's right spelling: from another one the server has led here. */
export async function platformAnswer(context: PageContext, typed: string): Promise<PageAnswer> {
  const platform = findPlatform(typed);
  if (platform === null) return NOT_FOUND;
  return listAnswer(context, {
    heading: platform,
    headOf: (page) => pageHeads.platform(platform, page),
    call: `/products/kinguin/${encodeURIComponent(platform)}`,
    endpointName: 'listPlatformProducts',
    arg: { platform },
    pageSize: PAGE_SIZES.platform,
  });
}

export function softwareListAnswer(context: PageContext): Promise<PageAnswer> {
  return listAnswer(context, {
    heading: 'Software',
    headOf: pageHeads.software,
    call: '/products',
    endpointName: 'listSoftware',
    pageSize: PAGE_SIZES.software,
  });
}

export function allGamesAnswer(context: PageContext): Promise<PageAnswer> {
  return listAnswer(context, {
    heading: 'All games',
    headOf: pageHeads.allGames,
    call: '/products/getAllProductsFiltred',
    endpointName: 'listFilteredProducts',
    pageSize: PAGE_SIZES.filtered,
  });
}

async function listAnswer({ path, query, api, currency, apiOrigin, storefrontOrigin }: PageContext, list: List): Promise<PageAnswer> {
  const asked = pageFromText(query.get('page'));
  const code = currencyCode(currency);
  // The very call that the page makes.
  const callOf = (page: number) => `${list.call}?page=${page}&limit=${list.pageSize}&currency=${code}`;
  const read = (page: number) => api.read({ path: callOf(page) });
  const pageOf = (answer: ApiAnswer) => (answer.kind === 'found' ? (answer.body as ListPage) : null);
  if (FILTERS.some((name) => query.has(name))) return { status: 200, tags: list.headOf(asked), chunk: chunks.lists };

  const answer = await read(asked);
  let found = pageOf(answer);
  // Past the end is the last page (decisions, Addresses); the browser changes the address.
  const page = found === null ? asked : pageFromText(String(asked), found.totalPages);
  if (page !== asked) found = pageOf(await read(page));
  const head = list.headOf(page);
  const products = found?.products ?? found?.games ?? [];
  return {
    status: 200,
    tags: {
      ...head,
      data: listData(storefrontOrigin, head.title, head.canonicalPath ?? '', products),
      calls: [callOf(asked)],
      pictures: products
        .slice(0, 1)
        .flatMap(({ mainImage }) => (mainImage ? [{ srcSet: srcSet(mainImage, apiOrigin), sizes: CARD_SIZES }] : [])),
    },
    text: {
      heading: list.heading,
      paragraphs: [head.description],
      links: [...products.map(cardLink), ...neighbours(list, page, found?.totalPages ?? 1)],
    },
    chunk: chunks.lists,
    ...(page === asked &&
      viewOf(
        // Of the query only the page makes a difference: whatever else an address carries, it is the same page.
        page > 1 ? `${path}?page=${page}` : path,
        { endpointName: list.endpointName, arg: { ...list.arg, page, limit: list.pageSize, currency: code } },
        answer,
      )),
  };
}

export function cardLink(product: ListedProduct): { path: string; text: string } {
  return { path: productPath(product), text: `${product.name}, ${formatMoney(chargedMinor(readPrice(product, 'Eur')), 'Eur')}` };
}

function neighbours(list: List, page: number, totalPages: number): { path: string; text: string }[] {
  return [
    { number: page - 1, text: 'Previous page' },
    { number: page + 1, text: 'Next page' },
  ]
    .filter(({ number }) => number >= 1 && number <= totalPages)
    .map(({ number, text }) => ({ path: list.headOf(number).canonicalPath ?? '', text }));
}
