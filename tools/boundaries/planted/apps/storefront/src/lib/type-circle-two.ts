import type { One } from './type-circle-one.ts';

export const one: One = 1;
