import { COVER_WIDTHS, type Currency, pageHeads, pictureAddress, SHOP_LINE, SHOP_NAME } from '@keyturn/shop-rules';
import type { ApiAnswer, ApiReads } from '../api/api-reader.ts';
import type { HeadTags } from '../head/head-tags.ts';
import type { ServedAnswer } from '../../src/app/first-view.ts';
import type { FirstView } from '../first-view/first-views.ts';
import type { PageText } from './page-text.ts';

export interface PageAnswer {
  status: 200 | 403 | 404;
  tags: HeadTags;
  /** The view to render on the server; without it the browser renders the page. */
  view?: FirstView | undefined;
  /** A URL so rare that caching does not pay. */
  isRare?: true;
  /** For readers that run no script, where nothing is rendered. */
  text?: PageText;
  /** The source file whose chunk shows this page, to be fetched along with the entry. */
  chunk?: string;
  /** Made without an answer that the API owes: another visitor may get it. */
  isPlain?: true;
  /** The URL contains a secret: it must not be sent in the Referer header. */
  hasSecretAddress?: boolean;
}

export interface PageContext {
  path: string;
  /** The query. */
  query: URLSearchParams;
  /** On behalf of the visitor. */
  api: ApiReads;
  /** That the visitor has chosen. */
  currency: Currency;
  apiOrigin: string;
  storefrontOrigin: string;
}

export const NOT_FOUND: PageAnswer = { status: 404, tags: pageHeads.notFound };

export const chunks = {
  home: 'src/features/home/home-page.tsx',
  lists: 'src/features/catalog/list-pages.ts',
  product: 'src/features/product/product-pages.ts',
  cart: 'src/features/cart/cart-page.tsx',
  checkout: 'src/features/checkout/checkout-page.tsx',
  success: 'src/features/checkout/success-page.tsx',
  auth: 'src/features/auth/auth-pages.ts',
  account: 'src/features/account/account-pages.ts',
  info: 'src/features/content/info-page.tsx',
  guide: 'src/features/content/guide-page.tsx',
  blog: 'src/features/content/blog-pages.ts',
  contact: 'src/features/content/contact-page.tsx',
  newsletter: 'src/features/content/newsletter-link-page.tsx',
  guestOrder: 'src/features/guest-order/guest-order-page.tsx',
  privacy: 'src/features/privacy/privacy-pages.ts',
} as const;

/** An existing page without API answer: served without canonical URL. */
export function generalAnswer(chunk?: string, calls: readonly string[] = []): PageAnswer {
  return { status: 200, tags: { title: SHOP_NAME, description: SHOP_LINE, calls }, ...(chunk !== undefined && { chunk }) };
}

export function srcSet(path: string, apiOrigin: string): string {
  return COVER_WIDTHS.map((width) => `${pictureAddress(path, width, apiOrigin)} ${width}w`).join(', ');
}

/** An answer by its endpoint name. Stale answers are left out: old prices are not shown. */
export function servedOf(call: Omit<ServedAnswer, 'value'>, answer: ApiAnswer): readonly ServedAnswer[] {
  return answer.kind !== 'found' || answer.isOld ? [] : [{ ...call, value: answer.body } as ServedAnswer];
}

/** The view of a page that needs this one answer. */
export function viewOf(url: string, call: Omit<ServedAnswer, 'value'>, answer: ApiAnswer): { view?: FirstView } {
  const answers = servedOf(call, answer);
  return answers.length > 0 ? { view: { url, answers } } : {};
}
