import { LOG_LEVELS, type LogLevel } from '../logging/json-logger.ts';
import type { EnvironmentReader } from './readers.ts';

export type { LogLevel };

export interface MetricsSettings {
  /** A port of its own for figures and health, in API and worker; null: none. Not for the world: publish it to Prometheus alone. */
  readonly port: number | null;
  readonly host: string;
  /** What `Authorization: Bearer` must say at `GET /metrics` of the API, and on the own port where it is set. Null: the API has no `/metrics` in production. */
  readonly token: string | null;
}

export function metricsSettings(read: EnvironmentReader, production: boolean): MetricsSettings {
  const isOn = read.optional('METRICS_PORT') !== null;
  const token = read.optional('METRICS_TOKEN');
  if (production && token !== null && token.length < 16)
    read.problems.push('METRICS_TOKEN must be at least 16 characters long in production.');
  return {
    port: isOn ? read.number('METRICS_PORT', 9464, { min: 1, max: 65_535 }) : null,
    host: read.text('METRICS_HOST', read.text('HOST', '127.0.0.1')),
    token,
  };
}

export function logLevel(read: EnvironmentReader): LogLevel {
  const level = read.text('LOG_LEVEL', 'info');
  const known = LOG_LEVELS.find((name) => name === level);
  if (known === undefined) read.problems.push(`LOG_LEVEL must be ${LOG_LEVELS.join(', ')}, not "${level}".`);
  return known ?? 'info';
}

export interface OtlpSettings {
  /** Where an OpenTelemetry collector listens for OTLP over HTTP. */
  readonly endpoint: string;
  /** Null: `keyturn-api` and `keyturn-worker`. */
  readonly serviceName: string | null;
}

export function otlpSettings(read: EnvironmentReader): OtlpSettings | null {
  if (read.optional('OTEL_EXPORTER_OTLP_ENDPOINT') === null) return null;
  return {
    endpoint: read.address('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318', ['http:', 'https:']),
    serviceName: read.optional('OTEL_SERVICE_NAME'),
  };
}
