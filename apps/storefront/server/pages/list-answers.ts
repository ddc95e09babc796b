import type { ListedProduct } from '@keyturn/api-client';
import {
  callArguments,
  cardSizes,
  chargedMinor,
  findPlatform,
  formatMoney,
  isChoice,
  LONGEST_SEARCH,
  PAGE_SIZES,
  pageFromText,
  type PageHead,
  pageHeads,
  type Platform,
  productPath,
  queryAddress,
  readListQuery,
  readPrice,
  searchPart,
} from '@keyturn/shop-rules';
import type { ApiAnswer } from '../api/api-reader.ts';
import { chunks, generalAnswer, NOT_FOUND, type PageAnswer, type PageContext, srcSet, viewOf } from './page-answer.ts';
import { listData } from '../head/structured-data.ts';

interface ListPage {
  products?: ListedProduct[];
  games?: ListedProduct[];
  totalPages: number;
}

type ListEndpoint = 'listPlatformProducts' | 'listSoftware' | 'listFilteredProducts' | 'searchProducts';

interface List {
  readonly heading: string;
  readonly headOf: (page: number) => PageHead;
  readonly call: string;
  /** The browser's name for that call, and what it gives beside page, number and currency. */
  readonly endpointName: ListEndpoint;
  readonly arg?: { readonly platform: Platform } | { readonly query: string };
  readonly pageSize: number;
  /** A rare URL, as for each combination of filters. */
  readonly isRare?: true;
}

/** The canonical spelling of the platform: others were redirected. */
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

/** Results of a search: a longer text than the API takes is cut, as the page does it. */
export async function searchAnswer(context: PageContext, typed: string): Promise<PageAnswer> {
  const part = searchPart(typed, LONGEST_SEARCH);
  const text = part.trim();
  const head = pageHeads.search(text);
  if (text === '') return { ...generalAnswer(chunks.lists), tags: head };
  return listAnswer(
    { ...context, path: head.canonicalPath ?? context.path },
    {
      heading: `Results for “${text}”`,
      headOf: (page) => pageHeads.search(text, page),
      call: `/products/search/${encodeURIComponent(part)}`,
      endpointName: 'searchProducts',
      arg: { query: part },
      pageSize: PAGE_SIZES.search,
      isRare: true,
    },
  );
}

async function listAnswer({ path, query, api, currency, apiOrigin, storefrontOrigin }: PageContext, list: List): Promise<PageAnswer> {
  const wanted = readListQuery(query);
  const asked = wanted.page;
  const argOf = (page: number) => callArguments({ ...wanted, page }, currency, list.pageSize);
  const read = (page: number) => api.read({ path: callOf(list, argOf(page)) });
  const pageOf = (answer: ApiAnswer) => (answer.kind === 'found' ? (answer.body as ListPage) : null);

  const answer = await read(asked);
  let found = pageOf(answer);
  // Past the end is the last page; the browser changes the address.
  const page = found === null ? asked : pageFromText(String(asked), found.totalPages);
  if (page !== asked) found = pageOf(await read(page));
  const head = list.headOf(page);
  const products = found?.products ?? found?.games ?? [];
  return {
    status: 200,
    tags: {
      ...head,
      data: listData(storefrontOrigin, head.title, head.canonicalPath ?? '', products),
      calls: [callOf(list, argOf(asked))],
      pictures: products
        .slice(0, 1)
        .flatMap(({ mainImage }) => (mainImage ? [{ srcSet: srcSet(mainImage, apiOrigin), sizes: cardSizes(list.pageSize) }] : [])),
    },
    text: {
      heading: list.heading,
      paragraphs: [head.description],
      links: [...products.map(cardLink), ...neighbours(list, page, found?.totalPages ?? 1)],
    },
    chunk: chunks.lists,
    ...((list.isRare ?? isChoice(wanted)) && { isRare: true }),
    ...(page === asked &&
      viewOf(
        // Other parameters, and their order, do not matter.
        path + queryAddress(wanted),
        { endpointName: list.endpointName, arg: { ...list.arg, ...argOf(page) } },
        answer,
      )),
  };
}

/** The same call as the page's, with parameters in the order of the generated client. */
function callOf({ call }: List, arg: ReturnType<typeof callArguments>): string {
  const { page, limit, genres, minPrice, maxPrice, currency, country, sort } = arg;
  const given = Object.entries({ page, limit, genres, minPrice, maxPrice, currency, country, sort }).filter(
    ([, value]) => value !== undefined,
  );
  return `${call}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
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
