import { setTimeout } from 'node:timers/promises';
import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleType,
  isBrokenCircuitError,
  retry,
  type RetryPolicy,
} from 'cockatiel';
import { RateLimiterMemory, RateLimiterQueue, RateLimiterQueueError } from 'rate-limiter-flexible';
import type { z } from 'zod';
import type { BreakerState } from '../../application/ports.ts';
import { readBody } from '../../../../platform/public-fetch/read-body.ts';
import { SupplierAway, SupplierPausing, SupplierRefused } from '../../domain/supplier-errors.ts';
import type { SharedTurns } from './shared-turns.ts';

export interface HttpLimits {
  /** Longest call, in milliseconds. */
  readonly timeoutMs: number;
  /** Calls in a second; more wait for their turn. */
  readonly perSecond: number;
  /** Counts the calls of all processes; where it is left out, those of this one are counted. */
  readonly turns?: SharedTurns;
  /** After how many failures in a row the supplier is not asked any more, and for how long, in milliseconds. */
  readonly breakAfter: number;
  readonly breakForMs: number;
  /** Longest answer, in bytes; of a longer one the rest is not read. */
  readonly answerBytes: number;
}

const MEBIBYTE = 1_048_576;
/** Cautious: no supplier documents a limit of its rate. The longest answers are pages of a feed, and orders whose keys are pictures. */
export const USUAL_LIMITS: HttpLimits = { timeoutMs: 10_000, perSecond: 10, breakAfter: 5, breakForMs: 15_000, answerBytes: 32 * MEBIBYTE };

/** More calls than that wait for so long that their answers are of no use. */
const MOST_WAITING = 100;
/** What reads waits for the end of a pause that a supplier asks for, if it is no longer than that. */
const LONGEST_WAIT_MS = 10_000;
/** A supplier that names a longer pause is asked again after that. */
const LONGEST_PAUSE_MS = 60_000;
const READ_RETRIES = 2;
const FIRST_PAUSE_MS = 200;

export interface SupplierRequest<T> {
  readonly method: 'GET' | 'POST';
  /** From the origin on, with its query. */
  readonly path: string;
  readonly body?: string | URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the answer must be like. */
  readonly answer: z.ZodType<T>;
  /** Whether a conflict is a refusal whose body says more. Else something else is under way, perhaps this very request. */
  readonly mayConflict?: boolean;
}

/** A status of 4xx, with what came with it. */
export class AnswerRefused extends SupplierRefused {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`It answered ${status}.`);
  }
}

const breakerStates: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
};

/** HTTP calls of one supplier: in turn, within a time, and not at all while it fails. */
export class SupplierHttp {
  private readonly breaking: CircuitBreakerPolicy;
  private readonly repeating: RetryPolicy;
  private readonly turns: RateLimiterQueue;
  /** When the pause ends that the supplier asked for, on the clock of `performance`. */
  private pausedUntil = 0;

  constructor(
    /** Without a slash at its end. */
    private readonly origin: string,
    private readonly limits: HttpLimits,
  ) {
    // In a pause that it asked for nothing is sent, and so nothing fails.
    const failures = handleType(SupplierAway, (error) => !(error instanceof SupplierPausing));
    this.breaking = circuitBreaker(failures, { breaker: new ConsecutiveBreaker(limits.breakAfter), halfOpenAfter: limits.breakForMs });
    this.repeating = retry(failures, { maxAttempts: READ_RETRIES, backoff: new ExponentialBackoff({ initialDelay: FIRST_PAUSE_MS }) });
    const turns = limits.turns ?? new RateLimiterMemory({ points: limits.perSecond, duration: 1 });
    this.turns = new RateLimiterQueue(turns, { maxQueueSize: MOST_WAITING });
  }

  breaker(): BreakerState {
    return breakerStates[this.breaking.state];
  }

  /** A call that changes nothing: tried again where it fails, and nothing may be done by it then. @throws SupplierAway, SupplierPausing, AnswerRefused */
  async read<T>(request: SupplierRequest<T>): Promise<T> {
    return this.unlessBroken(() =>
      this.repeating.execute(async () => {
        await this.endOfPause();
        return this.breaking.execute(() => this.once(request, { mayBeDone: false }));
      }),
    );
  }

  /**
   * A call that spends money: sent once, and not at all during a pause that the supplier asked for. @throws SupplierAway, SupplierPausing,
   * AnswerRefused
   */
  async write<T>(request: SupplierRequest<T>): Promise<T> {
    const rest = this.pauseMs();
    if (rest > 0) throw new SupplierPausing(Math.ceil(rest));
    return this.unlessBroken(() => this.breaking.execute(() => this.once(request, { mayBeDone: true })));
  }

  private async unlessBroken<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isBrokenCircuitError(error)) throw new SupplierAway('It failed several times in a row and is left alone for some seconds.');
      throw error;
    }
  }

  private pauseMs(): number {
    return Math.max(0, this.pausedUntil - performance.now());
  }

  private async endOfPause(): Promise<void> {
    // A timer may end a millisecond early: a call that spends money right after this one would be refused.
    for (let rest = this.pauseMs(); rest > 0; rest = this.pauseMs()) {
      if (rest > LONGEST_WAIT_MS) throw new SupplierPausing(Math.ceil(rest));
      await setTimeout(Math.ceil(rest));
    }
  }

  /** `mayBeDone`: where it fails after it was sent. */
  private async once<T>(
    { method, path, body, headers, answer, mayConflict = false }: SupplierRequest<T>,
    failed: { readonly mayBeDone: boolean },
  ): Promise<T> {
    await this.turns.removeTokens(1).catch((error: unknown) => {
      throw error instanceof RateLimiterQueueError ? new SupplierAway('Too many calls wait for their turn.') : error;
    });
    const sent = { method, ...(body !== undefined && { body }), ...(headers && { headers }) };
    const { status, text, pauseMs } = await this.fetched(path, sent, failed);
    if (status === 429) {
      this.pausedUntil = performance.now() + pauseMs;
      throw new SupplierAway('It answered 429: too many calls.');
    }
    if (status >= 500 || status === 408 || (status === 409 && !mayConflict)) throw new SupplierAway(`It answered ${status}.`, failed);
    if (text === null) throw new SupplierAway(`Its answer has more than ${this.limits.answerBytes / MEBIBYTE} MB.`, failed);
    if (status < 200 || status >= 300) throw new AnswerRefused(status, parsed(text));
    const read = answer.safeParse(parsed(text));
    if (!read.success) throw new SupplierAway('Its answer cannot be read.', failed);
    return read.data;
  }

  private async fetched(
    path: string,
    request: RequestInit,
    { mayBeDone }: { readonly mayBeDone: boolean },
  ): Promise<{ status: number; text: string | null; pauseMs: number }> {
    try {
      const signal = AbortSignal.timeout(this.limits.timeoutMs);
      const response = await fetch(`${this.origin}${path}`, { ...request, redirect: 'error', signal });
      const content = await readBody(response.body, this.limits.answerBytes);
      return { status: response.status, text: content && new TextDecoder().decode(content), pauseMs: pauseOf(response.headers) };
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw new SupplierAway(isLate ? `It did not answer within ${this.limits.timeoutMs / 1000} s.` : 'It cannot be reached.', {
        mayBeDone: mayBeDone && !hasNotLeft(error),
        cause: error,
      });
    }
  }
}

/** Whether no byte of a request can have reached anybody. */
function hasNotLeft(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Retry-After` in milliseconds: seconds, or a date, by the answer's own `Date`; 0 for what is neither. */
function pauseOf(headers: Headers): number {
  const retryAfter = headers.get('retry-after') ?? '';
  const sentAt = Date.parse(headers.get('date') ?? '');
  const pauseMs = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - sentAt;
  return Number.isNaN(pauseMs) ? 0 : Math.min(Math.max(0, pauseMs), LONGEST_PAUSE_MS);
}
