import type { NavigationPlatform } from '@keyturn/shop-rules';

/** Addresses that several screens link to. A product's own is `productPath` of the shop's rules. */
export const paths = {
  home: '/home',
  cart: '/my-cart',
  checkout: '/checkout',
  login: '/auth/login',
  software: '/softwares',
  guide: '/guide',
  platform: (platform: string) => `/products/${encodeURIComponent(platform)}`,
  search: (query: string) => `/search/${encodeURIComponent(query)}`,
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
