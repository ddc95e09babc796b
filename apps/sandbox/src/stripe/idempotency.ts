import { createHash } from 'node:crypto';
import type { StripeState } from '../stripe-state.ts';
import { StripeRefusal } from './error.ts';

const LONGEST_KEY = 255;

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isReplayed: boolean;
}

interface Result {
  readonly status: number;
  readonly body: unknown;
}

export interface KeyedRequest {
  readonly account: string;
  readonly key: string | undefined;
  readonly path: string;
  readonly params: unknown;
}

/** Idempotency keys as at Stripe: the first answer is given again, other parameters or a race are refused. */
export class Idempotency {
  private readonly state: StripeState;
  private readonly inProgress = new Set<string>();

  constructor(state: StripeState) {
    this.state = state;
  }

  /**
   * `pause` may take its time (the controls can make the API slow); `work` is synchronous and commits together with its answer.
   * @throws StripeRefusal 400 for a key with other parameters, 409 while the first request is running, and whatever `work` throws
   */
  async answer(request: KeyedRequest, pause: () => Promise<void>, work: () => Result, requestId: string): Promise<Answer> {
    const { account, key, path } = request;
    const run = () => {
      const { status, body } = work();
      return { status, body: JSON.stringify(body, null, 2), isReplayed: false };
    };
    if (key === undefined) {
      await pause();
      return this.state.database.transaction(run);
    }
    if (key === '' || key.length > LONGEST_KEY)
      throw new StripeRefusal(`The idempotency key must have 1 to ${LONGEST_KEY} characters.`, { isKept: false });

    const mark = `${account} ${key}`;
    if (this.inProgress.has(mark)) {
      throw new StripeRefusal(
        'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, ' +
          `and the other request is still going through): ${key}. Please try again later.`,
        { status: 409, code: 'idempotency_key_in_use', isKept: false },
      );
    }
    const fingerprint = createHash('sha256').update(canonical(request.params)).digest('hex');
    const stored = this.state.answers.find(account, key, this.state.clock.nowMs());
    if (stored) {
      if (stored.path !== path) throw misused(`for the same endpoint they were first used for ('${path}' vs '${stored.path}')`, key);
      if (stored.fingerprint !== fingerprint) throw misused('with the same parameters they were first used with', key);
      return { status: stored.status, body: stored.body, isReplayed: true };
    }

    const keep = (answer: Answer) => {
      const { status, body } = answer;
      this.state.answers.keep(account, key, { path, fingerprint, status, body }, this.state.clock.nowMs());
      return answer;
    };
    this.inProgress.add(mark);
    try {
      await pause();
      return this.state.database.transaction(() => keep(run()));
    } catch (error) {
      if (!(error instanceof StripeRefusal) || !error.isKept) throw error;
      return keep({ status: error.status, body: JSON.stringify(error.toBody(requestId), null, 2), isReplayed: false });
    } finally {
      this.inProgress.delete(mark);
    }
  }
}

function misused(how: string, key: string): StripeRefusal {
  return new StripeRefusal(
    `Keys for idempotent requests can only be used ${how}. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error', isKept: false },
  );
}

/** The same text for the same parameters, in whatever order they were sent. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
}
