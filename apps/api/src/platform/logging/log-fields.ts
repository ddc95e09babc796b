import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields of every line that is logged during a request or a job: ids, never keys, tokens or personal data. */
export interface LogFields {
  requestId?: string;
  jobId?: string;
  queue?: string;
  job?: string;
  orderId?: string;
  mailId?: string;
  eventId?: string;
  /** The current span; lines have the id of its trace. */
  traceparent?: string;
}

const fields = new AsyncLocalStorage<LogFields>();

/** Runs `work` in an async context: whatever it logs has the fields `own`. */
export function withLogFields<T>(own: LogFields, work: () => T): T {
  return fields.run({ ...own }, work);
}

/** Adds fields to further lines of the current request or job. Outside of both it does nothing. */
export function addLogFields(more: LogFields): void {
  const current = fields.getStore();
  if (current) Object.assign(current, more);
}

export function logFields(): Readonly<LogFields> {
  return fields.getStore() ?? {};
}
