import { LONGEST_SEARCH, type NavigationPlatform, searchPart } from '@keyturn/shop-rules';

/** Addresses that several screens link to. A product's own is `productPath` of the shop's rules. */
export const paths = {
  home: '/home',
  cart: '/my-cart',
  checkout: '/checkout',
  login: '/auth/login',
  signup: '/auth/signup',
  forgot: '/auth/forgot',
  account: '/account/info',
  orders: '/account/orders',
  wishlist: '/account/favs',
  about: '/about',
  contact: '/contact',
  personalData: '/privacy/data',
  blogs: '/blogs',
  software: '/softwares',
  guide: '/guide',
  blogPost: (uniqueRoute: string) => `/blog/${encodeURIComponent(uniqueRoute)}`,
  guestOrder: (token: string) => `/order/guest/${token}`,
  platform: (platform: string) => `/products/${encodeURIComponent(platform)}`,
  search: (query: string) => `/search/${encodeURIComponent(searchPart(query, LONGEST_SEARCH))}`,
  /** All games, filtered: home's tiles lead here. */
  filtered: ({ genre, maxPrice }: { genre?: string; maxPrice?: number }) => {
    const query = new URLSearchParams({ page: '1' });
    if (genre !== undefined) query.set('genres', genre);
    if (maxPrice !== undefined) query.set('maxPrice', String(maxPrice));
    return `/game-list-filtred?${query}`;
  },
} as const;

export const platformGlyphs: Record<NavigationPlatform, string> = {
  Steam: 'steam',
  'Epic Games': 'epic',
  Ubisoft: 'ubisoft',
  PlayStation: 'playstation',
  Xbox: 'xbox',
  Nintendo: 'nintendo',
};
