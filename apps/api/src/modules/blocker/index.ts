export { CountryBlocks } from './application/blocks.ts';
