export { AskAgain } from './application/ask-again.ts';
export { ReconcileDisputes } from './application/reconcile-disputes.ts';
export { Reconcile } from './application/reconcile.ts';
