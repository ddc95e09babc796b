export const two = () => import('./type-circle-two.ts');

export type One = 1;
