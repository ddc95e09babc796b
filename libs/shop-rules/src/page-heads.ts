import type { Platform } from './platforms.ts';
import { productPath } from './product-path.ts';

export const SHOP_NAME = 'Keyturn';
export const SHOP_LINE = 'Game keys, gift cards and software, delivered by e-mail seconds after the payment.';

/** What search engines and link previews read of a page: by the server in its HTML, by the browser when it moves on. */
export interface PageHead {
  /** Without the shop's name; see `documentTitle`. */
  readonly title: string;
  readonly description: string;
  /** Path of the page's one right address: without filters, order or marketing parameters. */
  readonly canonicalPath?: string;
  /** Pages that belong to one visitor or one question stay out of search engines. */
  readonly isPrivate?: boolean;
  /** Open Graph's word for what the page is about; "website" unless it says so. */
  readonly kind?: 'product' | 'article';
  /** What a shared link shows; without one it shows the shop's card. */
  readonly picture?: SharedPicture;
}

export interface SharedPicture {
  /** Of the API, or a whole address. */
  readonly path: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** What stands in the tab: the page's title and whose shop it is, once. */
export function documentTitle(title: string): string {
  return title === SHOP_NAME || title.startsWith(`${SHOP_NAME}:`) ? title : `${title} | ${SHOP_NAME}`;
}

const list =
  (title: string, description: string, path: string) =>
  (page = 1): PageHead =>
    page === 1
      ? { title, description, canonicalPath: path }
      : { title: `${title}, page ${page}`, description: `${description} Page ${page}.`, canonicalPath: `${path}?page=${page}` };

const privatePage = (title: string): PageHead => ({ title, description: SHOP_LINE, isPrivate: true });

/** The page of content with this name; "About Us" is /about itself. */
export function infoPath(name: string): string {
  return name === 'About Us' ? '/about' : `/about/${encodeURIComponent(name)}`;
}

export function blogPath(uniqueRoute: string): string {
  return `/blog/${encodeURIComponent(uniqueRoute)}`;
}

export const pageHeads = {
  home: {
    title: 'Keyturn: game keys, gift cards and software',
    description:
      'Game keys, gift cards and software, delivered by e-mail seconds after the payment. Prices in euro, dollar, pound and złoty.',
    canonicalPath: '/home',
  },
  guide: {
    title: 'Steam activation guide',
    description: 'How to activate a key on Steam and every other platform, step by step.',
    canonicalPath: '/guide',
  },
  blog: { title: 'Blog', description: 'News and guides for players from the Keyturn shop.', canonicalPath: '/blogs' },
  contact: {
    title: 'Contact us',
    description: 'Write to the Keyturn support: a person reads every message and answers by e-mail.',
    canonicalPath: '/contact',
  },
  cart: privatePage('Your cart'),
  checkout: privatePage('Checkout'),
  success: privatePage('Your keys come by e-mail'),
  login: privatePage('Sign in'),
  signup: privatePage('Sign Up'),
  forgot: privatePage('Forgot password'),
  reset: privatePage('New password'),
  verify: privatePage('E-mail verification'),
  account: privatePage('Your account'),
  orders: privatePage('Orders'),
  wishlist: privatePage('Wishlist'),
  newsletter: privatePage('Newsletter'),
  newsletterEnd: privatePage('Newsletter: unsubscribe'),
  guestOrder: privatePage('Your order'),
  personalData: privatePage('Your data'),
  closeAccount: privatePage('Close your account'),
  notFound: privatePage('Page Not Found!'),
  blocked: privatePage('Not available'),

  software: list('Software keys', 'Software keys, delivered by e-mail seconds after the payment.', '/softwares'),
  allGames: list('All games', 'All game keys by genre and price, delivered by e-mail seconds after the payment.', '/game-list-filtred'),
  platform: (platform: Platform, page = 1): PageHead =>
    list(
      `${platform} keys`,
      `Game keys for ${platform}, delivered by e-mail seconds after the payment.`,
      `/products/${encodeURIComponent(platform)}`,
    )(page),
  search: (query: string, page = 1): PageHead => ({
    ...list(`Search: ${query}`, `Keys found for ${query}.`, `/search/${encodeURIComponent(query)}`)(page),
    isPrivate: true,
  }),

  product: (product: {
    kinguinId?: number | null;
    _id?: string | null;
    name: string;
    productName?: string | null;
    title?: string | null;
    meta_description?: string | null;
    mainImage?: string | null;
  }): PageHead => ({
    title: product.title || product.name,
    description: product.meta_description || SHOP_LINE,
    canonicalPath: productPath(product),
    kind: 'product',
    ...(product.mainImage && { picture: { path: product.mainImage, width: 640, height: 853, alt: product.name } }),
  }),
  info: (name: string, metaDescription = ''): PageHead => ({
    title: name,
    description: metaDescription || SHOP_LINE,
    canonicalPath: infoPath(name),
  }),
  post: (post: { title: string; metaDescription: string; uniqueRoute: string; coverImage: string }): PageHead => ({
    title: post.title,
    description: post.metaDescription || SHOP_LINE,
    canonicalPath: blogPath(post.uniqueRoute),
    kind: 'article',
    picture: { path: post.coverImage, width: 960, height: 540, alt: post.title },
  }),
} as const satisfies Record<string, PageHead | ((...args: never[]) => PageHead)>;
