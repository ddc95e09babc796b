import type { Config } from '../config/config.ts';
import { logFields, withLogFields } from '../logging/log-fields.ts';
import type { OpenSpan, SpanPlan, Tracer } from './tracer.ts';

/** Null while no endpoint is configured: then nothing of OpenTelemetry is loaded, and tracing costs one comparison. */
let tracer: Tracer | null = null;

/** Called once, before the application is made. Does nothing without OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function startTracing(config: Pick<Config, 'otlp'>, process: 'api' | 'worker'): Promise<void> {
  if (config.otlp === null) return;
  const { otelTracer } = await import('./otel-tracer.ts');
  tracer = otelTracer({ endpoint: config.otlp.endpoint, serviceName: config.otlp.serviceName ?? `keyturn-${process}` });
}

/** Exports pending spans. */
export async function stopTracing(): Promise<void> {
  const stopping = tracer;
  tracer = null;
  await stopping?.stop();
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** Null while tracing is off. */
export function beginSpan(plan: SpanPlan): OpenSpan | null {
  return tracer?.begin(plan) ?? null;
}

/** Runs `work` in a span; jobs and spans that it creates become its children. */
export async function inSpan<T>(plan: SpanPlan, work: () => Promise<T>): Promise<T> {
  const { traceparent } = logFields();
  const span = beginSpan({ ...plan, traceparent: plan.traceparent ?? traceparent });
  if (span === null) return work();
  try {
    const result = await withLogFields({ ...logFields(), traceparent: span.traceparent }, work);
    span.end({ isFailed: false });
    return result;
  } catch (error) {
    span.end({ isFailed: true });
    throw error;
  }
}
