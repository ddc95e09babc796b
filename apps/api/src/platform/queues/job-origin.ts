import { logFields } from '../logging/log-fields.ts';

/** The origin of a job, passed with its outbox row and its data, for logs and traces only. */
export interface JobOrigin {
  readonly requestId?: string;
  /** W3C trace context of the span that asked for the job. */
  readonly traceparent?: string;
}

/** Ids, and the origin of the job. `more`: the data of further jobs of the same name that it carries. */
export type JobData = Readonly<Record<string, unknown>> & { readonly origin?: JobOrigin; readonly more?: readonly JobData[] };

/** The request and trace of the current work, as JSON text; null if there is none. */
export function jobOrigin(): string | null {
  const { requestId, traceparent } = logFields();
  const origin: JobOrigin = { ...(requestId !== undefined && { requestId }), ...(traceparent !== undefined && { traceparent }) };
  return Object.keys(origin).length === 0 ? null : JSON.stringify(origin);
}
