export { AskAgain } from '../payments/application/ask-again.ts';
export { ReconcileDisputes } from '../payments/application/disputes/reconcile-disputes.ts';
export { Reconcile } from '../payments/application/reconcile.ts';
