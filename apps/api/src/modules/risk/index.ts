export {
  AssessOrders,
  type Assessment,
  type CheckoutToAssess,
  type FailedAttempt,
  type OrderToAssess,
} from './application/assess-orders.ts';
export { ChooseThreeDSecure } from './application/choose-three-d-secure.ts';
export { RiskRecords } from './application/ports.ts';
export type { BankCheck, CardChecks } from './domain/card-checks.ts';
