import { AsyncLocalStorage } from 'node:async_hooks';

/** What every line says that is logged while a request or a job is dealt with: ids, never keys, tokens or people. */
export interface LogFields {
  requestId?: string;
  jobId?: string;
  queue?: string;
  job?: string;
  orderId?: string;
  mailId?: string;
  eventId?: string;
  /** Where the work under way stands in its trace; lines tell the trace's id. */
  traceparent?: string;
}

const fields = new AsyncLocalStorage<LogFields>();

/** Runs `work`; whatever it logs, now and later, carries `own`. */
export function withLogFields<T>(own: LogFields, work: () => T): T {
  return fields.run({ ...own }, work);
}

/** Adds to what the request or job under way says from here on. Outside of both it does nothing. */
export function addLogFields(more: LogFields): void {
  const current = fields.getStore();
  if (current) Object.assign(current, more);
}

export function logFields(): Readonly<LogFields> {
  return fields.getStore() ?? {};
}
