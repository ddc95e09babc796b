import { logFields } from '../logging/log-fields.ts';

/** Where a job comes from: it travels with the outbox row and the job, for logs and traces alone. */
export interface JobOrigin {
  readonly requestId?: string;
  /** W3C trace context of the span that asked for the job. */
  readonly traceparent?: string;
}

/** The request and the trace that the work under way goes back to, as JSON text; null where there is none. */
export function jobOrigin(): string | null {
  const { requestId, traceparent } = logFields();
  const origin: JobOrigin = { ...(requestId !== undefined && { requestId }), ...(traceparent !== undefined && { traceparent }) };
  return Object.keys(origin).length === 0 ? null : JSON.stringify(origin);
}
