type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';

interface Details {
  readonly status?: number;
  readonly type?: ErrorType;
  readonly code?: string;
  readonly param?: string;
  /** Whether an idempotency key keeps this answer: not where the parameters were refused before anything was done. */
  readonly isKept?: boolean;
}

/** A refusal in the words and the shape of Stripe's. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly isKept: boolean;

  constructor(message: string, { status = 400, type = 'invalid_request_error', code, param, isKept = true }: Details = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
    this.isKept = isKept;
  }

  toBody(requestId: string) {
    return {
      error: {
        ...(this.code !== undefined && {
          code: this.code,
          doc_url: `https://stripe.com/docs/error-codes/${this.code.replaceAll('_', '-')}`,
        }),
        message: this.message,
        ...(this.param !== undefined && { param: this.param }),
        request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
        type: this.type,
      },
    };
  }
}

/** Parameters that Stripe refuses before it does anything: an idempotency key does not keep such an answer. */
export function badParameter(message: string, param: string, code?: string): StripeRefusal {
  return new StripeRefusal(message, { param, isKept: false, ...(code !== undefined && { code }) });
}

export function noSuch(what: string, id: string, param: string): StripeRefusal {
  return new StripeRefusal(`No such ${what}: '${id}'`, { status: 404, code: 'resource_missing', param });
}
