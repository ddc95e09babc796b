import { type Context, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { OpenSpan, SpanPlan, Tracer } from './tracer.ts';

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const;
/** www.w3.org/TR/trace-context/#traceparent-header, version 00. */
const wellFormed = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Few spans, created explicitly: no library is instrumented, and parents are passed as traceparent. */
export function otelTracer({ endpoint, serviceName }: { endpoint: string; serviceName: string }): Tracer {
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }) })],
  });
  const tracer = provider.getTracer('keyturn');
  return {
    begin({ name, kind, traceparent, link, attributes = {} }: SpanPlan): OpenSpan {
      const linked = spanContext(link);
      const links = linked === null ? [] : [{ context: linked }];
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, parentOf(traceparent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end: ({ attributes: more = {}, isFailed }) => {
          span.setAttributes(more);
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
}

function parentOf(traceparent: string | undefined): Context {
  const parent = spanContext(traceparent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

function spanContext(traceparent: string | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = wellFormed.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
