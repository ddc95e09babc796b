import { setTimeout } from 'node:timers/promises';
import { type Answer, isPassing } from './customers/ask.ts';

/** How long a campaign waits for an answer, or for a process to come back. */
export const PATIENCE_MS = 240_000;

/**
 * Tries again what nobody answered, and what a process asks to send again by 503 with `Retry-After`. `isRepeat`: an earlier try had no answer at
 * all, and may have done it. A 503 says that it was not done; one without `Retry-After`, or another error, is answered as it is.
 */
export async function untilAnswered(tryIt: (attempt: number) => Promise<Answer>): Promise<Answer & { readonly isRepeat: boolean }> {
  const end = Date.now() + PATIENCE_MS;
  let isRepeat = false;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await tryIt(attempt);
    if (!isPassing(answer) || Date.now() > end) return { ...answer, isRepeat };
    if (answer.status === 0) isRepeat = true;
    await setTimeout(answer.retryAfterMs);
  }
}
