type Attributes = Readonly<Record<string, string | number>>;

export interface SpanPlan {
  readonly name: string;
  readonly kind: 'server' | 'consumer' | 'client';
  /** W3C trace context that this goes on with; left out: a trace of its own, or part of what is under way. */
  readonly traceparent?: string | undefined;
  /** Another trace that had a part in it. */
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
