import { setTimeout } from 'node:timers/promises';
import { type Answer, ask, isPassing } from './customers/ask.ts';

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

/**
 * Uses one of the stand-in's controls, `sessions/{id}/pay` for instance. Answers what it says; null where it refuses with 400 what was done by an
 * earlier call, whose answer was lost, or what `mayBeRefused`. @throws Error for any other answer, and where nobody answers
 */
export async function useControl<T>(
  { sandbox }: { readonly sandbox: string },
  path: string,
  body: object = {},
  mayBeRefused: () => boolean = () => false,
): Promise<T | null> {
  const { status, body: said, isRepeat } = await untilAnswered(() => ask(`${sandbox}/sandbox/${path}`, { body }));
  if (status === 200) return JSON.parse(said) as T;
  if (status === 400 && (isRepeat || mayBeRefused())) return null;
  throw new Error(`${path}: ${status} ${said.slice(0, 300)}`);
}
