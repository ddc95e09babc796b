import type { LogLevel } from '../logging/json-logger.ts';
import type { Variables } from './environment.ts';

export type { LogLevel };

export interface MetricsSettings {
  /** A separate port for metrics and health, in API and worker; null: none. Do not expose it to the internet: only Prometheus needs it. */
  readonly port: number | null;
  readonly host: string;
  /** What `Authorization: Bearer` must say at `GET /metrics` of the API, and on the own port where it is set. Null: the API has no `/metrics` in production. */
  readonly token: string | null;
}

export function metricsSettings(data: Variables): MetricsSettings {
  return { port: data.METRICS_PORT, host: data.METRICS_HOST ?? data.HOST, token: data.METRICS_TOKEN };
}

export interface OtlpSettings {
  /** Where an OpenTelemetry collector listens for OTLP over HTTP. */
  readonly endpoint: string;
  /** Null: `keyturn-api` and `keyturn-worker`. */
  readonly serviceName: string | null;
}

export function otlpSettings(data: Variables): OtlpSettings | null {
  const endpoint = data.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint === null ? null : { endpoint, serviceName: data.OTEL_SERVICE_NAME };
}
