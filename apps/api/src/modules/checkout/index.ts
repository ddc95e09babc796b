export { ProcessOverdueEvents } from './application/process-overdue-events.ts';
export { Reconcile } from './application/reconcile.ts';
export { RefundOverdue } from './application/refund-overdue.ts';
