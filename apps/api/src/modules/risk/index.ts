export { AssessOrders, type Assessment, type FailedAttempt, type OrderToAssess } from './application/assess-orders.ts';
export { RiskRecords } from './application/ports.ts';
export type { BankCheck, CardChecks } from './domain/card-checks.ts';
