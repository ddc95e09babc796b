export { ProcessOverdueEvents } from './application/process-overdue-events.ts';
export { Reconcile } from './application/reconcile.ts';
