export { BuyerBlocks } from './application/buyer-blocks.ts';
export { BlockedCountries, CountryBlocks } from './application/blocks.ts';
