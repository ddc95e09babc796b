import { productPath } from '@keyturn/shop-rules';
import { newestPost, softwareInStock } from '../support/shop-fixtures.ts';
import { gameInStock } from '../support/visitor.ts';

export interface Route {
  /** What a visitor types; a function where it depends on what the shop sells. */
  readonly address: string | (() => Promise<string>);
  readonly name?: string;
  readonly heading: RegExp;
  /** Where the visitor ends, if not where they went. */
  readonly leadsTo?: string;
  readonly status?: number;
  /** The page asks for something that the API has not: its link is made up. */
  readonly isOldLink?: true;
  /** Whose page it is; with a full cart and no account where nothing is said. */
  readonly of?: 'a customer' | 'a visitor with an empty cart';
  /** The route that shows the very same page: it is looked at there. */
  readonly sameAs?: string;
  /** The route whose screen this one shares, with other words in it: on a wide one it is looked at there. */
  readonly sharesScreenOf?: string;
}

const NOT_FOUND = { heading: /^Page Not Found!$/, status: 404, sameAs: '/404' } as const;
const TO_LOGIN = { heading: /Sign in/, leadsTo: '/auth/login', sameAs: '/auth/login' } as const;

/** Every route of the shop, and each way in which an address leads elsewhere or nowhere. */
export const ROUTES: readonly Route[] = [
  { address: '/home', heading: /Keyturn/ },
  { address: '/', heading: /Keyturn/, leadsTo: '/home', sameAs: '/home' },
  { address: '/auth/somehow', heading: /Keyturn/, leadsTo: '/home', sameAs: '/home' },
  { address: '/search/the', heading: /the/, sharesScreenOf: '/products/Steam' },
  { address: '/search/zzqqxx', heading: /zzqqxx/ },
  { address: '/search/the%20witcher', heading: /the witcher/, sameAs: '/search/the' },
  { address: '/search/%F0%9F%8E%AE%20%26%3Cb%3E', heading: /🎮 &<b>/, sameAs: '/search/zzqqxx' },
  { address: async () => productPath(await gameInStock(1)), name: '/product/{name}-{kinguinId}', heading: /./ },
  {
    address: async () => productPath(await softwareInStock()),
    name: '/software/{productName}-{_id}',
    heading: /./,
    sharesScreenOf: '/product/{name}-{kinguinId}',
  },
  { address: '/products/Steam', heading: /Steam/ },
  { address: '/products/steam', heading: /Steam/, leadsTo: '/products/Steam', sameAs: '/products/Steam' },
  { address: '/products/Xbox%20Series%20X%7CS', heading: /Xbox Series X\|S/, sameAs: '/products/Steam' },
  { address: '/softwares', heading: /Software/, sharesScreenOf: '/products/Steam' },
  { address: '/game-list-filtred', heading: /All games/, sameAs: '/game-list-filtred?page=1&genres=RPG&maxPrice=20' },
  { address: '/game-list-filtred?page=1&genres=RPG&maxPrice=20', heading: /./, sharesScreenOf: '/products/Steam' },
  { address: '/my-cart', heading: /cart/i },
  { address: '/my-cart', name: '/my-cart, empty,', heading: /cart/i, of: 'a visitor with an empty cart' },
  { address: '/checkout', heading: /checkout/i },
  { address: '/checkout', name: '/checkout without a cart', heading: /checkout/i, of: 'a visitor with an empty cart' },
  { address: '/success', heading: /Your keys come by e-mail/ },
  { address: '/account', ...TO_LOGIN },
  { address: '/account/orders', ...TO_LOGIN },
  { address: '/account/favs', ...TO_LOGIN },
  { address: '/account/info', name: '/account/info of a customer', heading: /./, of: 'a customer' },
  { address: '/account/orders', name: '/account/orders of a customer', heading: /./, of: 'a customer' },
  {
    address: '/account/favs',
    name: '/account/favs of a customer',
    heading: /./,
    of: 'a customer',
    sharesScreenOf: '/account/info of a customer',
  },
  { address: '/auth/login', heading: /Sign in/ },
  { address: '/auth/signup', heading: /^Sign Up$/, sharesScreenOf: '/auth/login' },
  { address: '/auth/forgot', heading: /^Forgot your password\?$/, sharesScreenOf: '/auth/login' },
  { address: '/auth/reset/old', heading: /^New password$/, isOldLink: true, sharesScreenOf: '/auth/login' },
  { address: '/auth/verify/old', heading: /^E-mail verification$/, isOldLink: true, sharesScreenOf: '/auth/login' },
  { address: '/contact', heading: /^Contact us$/ },
  { address: '/blogs', heading: /^Blog$/ },
  { address: newestPost, name: '/blog/{uniqueRoute}', heading: /./ },
  { address: '/newsletter/confirm/old', heading: /^Our newsletter for you\?$/ },
  { address: '/privacy/data', heading: /^Your data$/ },
  { address: '/privacy/data/old', heading: /^Your data$/ },
  { address: '/privacy/close/old', heading: /^Close your account\?$/, sharesScreenOf: '/privacy/data/old' },
  { address: '/newsletter/unsubscribe/old', heading: /^No more newsletters\?$/, sharesScreenOf: '/newsletter/confirm/old' },
  { address: '/order/guest/old', heading: /^Your order$/ },
  { address: '/about', heading: /About Us/ },
  { address: '/about/About%20Us', heading: /About Us/, sameAs: '/about' },
  { address: '/guide', heading: /Steam/ },
  { address: '/404', heading: /^Page Not Found!$/, status: 404 },
  { address: '/no/such/page', ...NOT_FOUND },
  { address: '/products/Atari', leadsTo: '/404', ...NOT_FOUND },
  { address: '/blog/no-such-post', ...NOT_FOUND },
  { address: '/about/No%20Such%20Page', leadsTo: '/404', ...NOT_FOUND },
  { address: '/product/No-Such-Game-999999999', ...NOT_FOUND },
  { address: '/product/no-number-at-the-end', leadsTo: '/404', ...NOT_FOUND },
  { address: '/software/No-Such-Software-01nothing', ...NOT_FOUND },
];

export const nameOf = ({ name, address }: Route): string => name ?? String(address);
export const pathOf = async ({ address }: Route): Promise<string> => (typeof address === 'string' ? address : address());
