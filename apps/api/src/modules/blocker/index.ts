export { BuyerBlocks } from './application/buyer-blocks.ts';
export { CountryBlocks } from './application/blocks.ts';
