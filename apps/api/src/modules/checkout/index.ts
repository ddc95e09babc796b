export { AskAgain } from './application/ask-again.ts';
export { Reconcile } from './application/reconcile.ts';
