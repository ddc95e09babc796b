export { Blocks, CountryBlocks } from './application/blocks.ts';
