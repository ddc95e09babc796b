export const used = 'postgres://localhost';
export const unused = 'postgres://elsewhere';
export type Unused = typeof unused;
