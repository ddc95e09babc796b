import type { GetHomeApiResponse, Product, SoftwareDetail } from '@keyturn/api-client';
import {
  chargedMinor,
  COVER_WIDTHS,
  findPlatform,
  idFromSlug,
  imageAtWidth,
  kinguinIdFromSlug,
  productPath,
  readPrice,
} from '@keyturn/shop-rules';
import type { ApiReader } from './api-reader.ts';
import type { HeadTags } from './head-tags.ts';

export interface PageAnswer {
  status: 200 | 404;
  tags: HeadTags;
  /** The source file whose chunk shows this page, to be fetched along with the entry. */
  chunk?: string;
}

interface PageContext {
  path: string;
  api: ApiReader;
  apiOrigin: string;
  storefrontOrigin: string;
}

const SHOP_LINE = 'Game keys, gift cards and software, delivered by e-mail seconds after the payment.';
const GUIDE_LINE = 'How to activate a key on Steam and every other platform, step by step.';
const NOT_FOUND: PageAnswer = { status: 404, tags: { title: 'Page Not Found!', description: SHOP_LINE } };
const HERO_SIZES = '(min-width: 1820px) 340px, (min-width: 970px) 19vw, (min-width: 500px) 30vw, 66vw';
const COVER_SIZES = '(min-width: 1320px) 360px, (min-width: 768px) 280px, 62vw';

const chunks = {
  home: 'src/features/home/home-page.tsx',
  lists: 'src/features/catalog/list-pages.ts',
  product: 'src/features/product/product-pages.ts',
  cart: 'src/features/cart/cart-page.tsx',
  checkout: 'src/features/checkout/checkout-pages.ts',
  account: 'src/features/account/account-pages.ts',
  info: 'src/features/content/info-page.tsx',
  guide: 'src/features/content/guide-page.tsx',
} as const;

type Answerer = (context: PageContext, parameter: string) => PageAnswer | Promise<PageAnswer>;

/** Pages that belong to one visitor have no canonical address and stay out of search engines. */
const privatePage =
  (title: string, chunk: string): Answerer =>
  () => ({ status: 200, tags: { title, description: SHOP_LINE }, chunk });

const pages: readonly [RegExp, Answerer][] = [
  [/^\/home$/, homeAnswer],
  [/^\/product\/([^/]+)$/, gameAnswer],
  [/^\/software\/([^/]+)$/, softwareAnswer],
  [/^\/products\/([^/]+)$/, platformAnswer],
  [/^\/softwares$/, () => listAnswer('Software keys', 'Software keys, delivered by e-mail seconds after the payment.', '/softwares')],
  [
    /^\/game-list-filtred$/,
    () => listAnswer('All games', 'All game keys by genre and price, delivered by e-mail seconds after the payment.', '/game-list-filtred'),
  ],
  [
    /^\/guide$/,
    () => ({
      status: 200,
      tags: { title: 'Steam activation guide', description: GUIDE_LINE, canonicalPath: '/guide' },
      chunk: chunks.guide,
    }),
  ],
  [/^\/about(?:\/([^/]+))?$/, infoAnswer],
  [
    /^\/search\/([^/]+)$/,
    (_context, query) => ({ status: 200, tags: { title: `Search: ${query}`, description: SHOP_LINE }, chunk: chunks.lists }),
  ],
  [/^\/my-cart$/, privatePage('Your cart', chunks.cart)],
  [/^\/checkout$/, privatePage('Checkout', chunks.checkout)],
  [/^\/success$/, privatePage('Payment successful', chunks.checkout)],
  [/^\/auth\/login$/, privatePage('Sign in', chunks.account)],
  [/^\/account\/favs$/, privatePage('Wishlist', chunks.account)],
];

/**
 * The right address of a page that was asked for with a slash at its end or its fixed words in another letter case:
 * a browser shows such a page, so it must not answer 404. Null where nothing is to be put right.
 */
export function rightPath(path: string): string | null {
  if (pages.some(([pattern]) => pattern.test(path))) return null;
  const bare = path.replace(/\/$/, '');
  for (const [pattern] of pages) {
    const match = new RegExp(pattern, 'i').exec(bare);
    if (!match) continue;
    const parameter = match[1] ?? '';
    return bare.slice(0, bare.length - parameter.length).toLowerCase() + parameter;
  }
  return null;
}

/** Status and head of a page. An API that does not answer in time costs the head its details, never the page. */
export async function answerPage(context: PageContext): Promise<PageAnswer> {
  for (const [pattern, answer] of pages) {
    const match = pattern.exec(context.path);
    if (!match) continue;
    const parameter = decode(match[1] ?? '');
    return parameter === null ? NOT_FOUND : answer(context, parameter);
  }
  return NOT_FOUND;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

async function homeAnswer({ api, apiOrigin }: PageContext): Promise<PageAnswer> {
  const answer = await api.read({ path: '/home' });
  const featured =
    answer.kind === 'found'
      ? (answer.body as GetHomeApiResponse).flatMap((entry) => (Array.isArray(entry) ? entry : [])).flatMap(({ products }) => products)
      : [];
  // Which of the featured games stands in the middle depends on how many are in view.
  const middles = ['(max-width: 499px)', '(min-width: 500px) and (max-width: 969px)', '(min-width: 970px)'];
  const pictures = middles.flatMap((media, position) => {
    const game = featured[position % Math.max(1, featured.length)];
    return game?.mainImage ? [{ srcSet: srcSet(game.mainImage, apiOrigin), sizes: HERO_SIZES, media }] : [];
  });
  return {
    status: 200,
    tags: { title: 'Keyturn', description: SHOP_LINE, canonicalPath: '/home', calls: ['/home'], pictures },
    chunk: chunks.home,
  };
}

async function gameAnswer(context: PageContext, slug: string): Promise<PageAnswer> {
  const id = kinguinIdFromSlug(slug);
  if (id === null) return NOT_FOUND;
  const call = `/products/kinguinId/${id}`;
  const answer = await context.api.read({ path: call });
  return productAnswer(context, call, answer.kind === 'found' ? (answer.body as Product) : answer.kind);
}

async function softwareAnswer(context: PageContext, slug: string): Promise<PageAnswer> {
  const id = idFromSlug(slug);
  if (id === null) return NOT_FOUND;
  const call = `/products/${encodeURIComponent(id)}`;
  const answer = await context.api.read({ path: call });
  return productAnswer(context, call, answer.kind === 'found' ? (answer.body as SoftwareDetail).game : answer.kind);
}

function productAnswer(
  { path, apiOrigin, storefrontOrigin }: PageContext,
  call: string,
  product: Product | 'missing' | 'silent',
): PageAnswer {
  if (product === 'missing') return NOT_FOUND;
  if (product === 'silent') {
    return { status: 200, tags: { title: 'Keyturn', description: SHOP_LINE, canonicalPath: path, calls: [call] }, chunk: chunks.product };
  }
  const canonicalPath = productPath(product);
  const image = product.mainImage && `${apiOrigin}/${imageAtWidth(product.mainImage, 640)}`;
  const euro = readPrice(product, 'Eur');
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.meta_description,
    sku: String(product.kinguinId ?? product._id),
    ...(image && { image }),
    offers: {
      '@type': 'Offer',
      url: storefrontOrigin + canonicalPath,
      price: (chargedMinor(euro) / 100).toFixed(2),
      priceCurrency: 'EUR',
      availability: product.qty > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    },
  };
  return {
    status: 200,
    tags: {
      title: product.title || product.name,
      description: product.meta_description || SHOP_LINE,
      canonicalPath,
      ...(image && { image, pictures: [{ srcSet: srcSet(product.mainImage, apiOrigin), sizes: COVER_SIZES }] }),
      data: [data],
      calls: [call],
    },
    chunk: chunks.product,
  };
}

function platformAnswer(_context: PageContext, typed: string): PageAnswer {
  const platform = findPlatform(typed);
  if (platform === null) return NOT_FOUND;
  return listAnswer(
    `${platform} keys`,
    `Game keys for ${platform}, delivered by e-mail seconds after the payment.`,
    `/products/${encodeURIComponent(platform)}`,
  );
}

function listAnswer(title: string, description: string, canonicalPath: string): PageAnswer {
  return { status: 200, tags: { title, description, canonicalPath }, chunk: chunks.lists };
}

async function infoAnswer({ api, path }: PageContext, name: string): Promise<PageAnswer> {
  const answer = await api.read({ path: '/pages/getPage', body: { name: name || 'About Us' } });
  if (answer.kind === 'missing') return NOT_FOUND;
  const page = answer.kind === 'found' ? (answer.body as { name: string; meta_description: string }) : null;
  return {
    status: 200,
    tags: { title: page?.name ?? 'Keyturn', description: page?.meta_description || SHOP_LINE, canonicalPath: path },
    chunk: chunks.info,
  };
}

function srcSet(path: string, apiOrigin: string): string {
  return COVER_WIDTHS.map((width) => `${apiOrigin}/${imageAtWidth(path, width)} ${width}w`).join(', ');
}
