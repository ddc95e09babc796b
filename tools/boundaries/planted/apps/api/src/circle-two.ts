import { one } from './circle-one.ts';

export const two = () => one;
