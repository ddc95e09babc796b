export { AddKeys } from './application/add-keys.ts';
export { KeyReturns } from './application/key-returns.ts';
export { type DeliveredKey, KeyStock, type NewKey, type PaidLine, type Wanted } from './application/ports.ts';
export { ReleaseLapsed } from './application/release-lapsed.ts';
export { GoOnRotating } from './application/rotate-keys.ts';
export { AlertLowStock } from './application/stock-watch.ts';
export type { KeySecret } from './domain/key-secret.ts';
