type Attributes = Readonly<Record<string, string | number>>;

export interface SpanPlan {
  readonly name: string;
  readonly kind: 'server' | 'consumer' | 'client';
  /** W3C trace context of the parent; left out: the current span, or a new trace. */
  readonly traceparent?: string | undefined;
  /** A linked trace. */
  readonly link?: string | undefined;
  readonly attributes?: Attributes;
}

export interface OpenSpan {
  readonly traceparent: string;
  end(outcome: { attributes?: Attributes; isFailed: boolean }): void;
}

export interface Tracer {
  begin(plan: SpanPlan): OpenSpan;
  stop(): Promise<void>;
}
