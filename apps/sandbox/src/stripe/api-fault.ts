import type { Settings } from '../store/settings.ts';

export const apiFailures = ['none', 'error', 'error-after', 'rate-limit', 'lost-answer', 'no-answer'] as const;

/** Faults injected into the API. */
export interface ApiFault {
  /** Milliseconds before each answer. */
  readonly delayMs: number;
  /**
   * `error`: 500 and nothing done. `error-after`: all done, and 500, which an idempotency key keeps as Stripe's do. `rate-limit`: 429 and
   * nothing done. `lost-answer`: all done, and the connection breaks before the answer. `no-answer`: all done, and the caller waits in vain.
   */
  readonly failure: (typeof apiFailures)[number];
  /** How many requests still fail; null: no end. */
  readonly times: number | null;
  /** How many of a hundred requests fail, by chance. */
  readonly percent: number;
}

const none: ApiFault = { delayMs: 0, failure: 'none', times: 0, percent: 100 };

export function apiFault(settings: Settings): ApiFault {
  return settings.read('api-trouble', none);
}

export function setApiFault(settings: Settings, change: Partial<ApiFault>): ApiFault {
  return settings.write('api-trouble', { ...none, times: 1, ...change });
}

/** How many requests have met each kind of failure so far. */
export function failuresMet(settings: Settings): Partial<Record<ApiFault['failure'], number>> {
  return settings.read('api-failures-met', {});
}

/** Consumes one failure and returns its kind. */
export function nextFailure(settings: Settings): ApiFault['failure'] {
  const now = apiFault(settings);
  if (now.failure === 'none' || now.times === 0 || Math.random() * 100 >= now.percent) return 'none';
  if (now.times !== null) settings.write('api-trouble', { ...now, times: now.times - 1 });
  const met = failuresMet(settings);
  settings.write('api-failures-met', { ...met, [now.failure]: (met[now.failure] ?? 0) + 1 });
  return now.failure;
}
