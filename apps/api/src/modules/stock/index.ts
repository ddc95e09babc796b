export { AddKeys } from './application/add-keys.ts';
export { type DeliveredKey, KeyStock, type NewKey, type PaidLine, type Wanted } from './application/ports.ts';
export { ReleaseLapsed } from './application/release-lapsed.ts';
export type { KeySecret } from './domain/key-secret.ts';
