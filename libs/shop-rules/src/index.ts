export * from './cart-code.ts';
export * from './currencies.ts';
export * from './genres.ts';
export * from './languages.ts';
export * from './paging.ts';
export * from './platforms.ts';
export * from './pricing.ts';
export * from './product-path.ts';
