export { Blocks } from './application/blocks.ts';
