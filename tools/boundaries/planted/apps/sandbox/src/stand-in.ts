export { minor } from '../../../libs/shop-rules/src/minor.ts';

export const standIn = true;
