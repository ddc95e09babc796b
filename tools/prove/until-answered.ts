import { setTimeout } from 'node:timers/promises';
import { type Answer, ask, isPassing } from './customers/ask.ts';

/** How long a campaign waits for an answer, or for a process to come back. */
export const PATIENCE_MS = 240_000;

/** The last answer, and what came before it. */
interface Final extends Answer {
  /** How often it was tried, this one included. */
  readonly attempts: number;
  /** Whether an earlier try had no answer at all. */
  readonly isRepeat: boolean;
}

/**
 * Tries again what nobody answered, and what a process asks to send again by 503 with `Retry-After`. A 503 without it, or another error, is
 * answered as it is. What an earlier try may have done depends on who was asked:
 * - A control of the provider's stand-in, which has no database to lose: only a try without an answer (`isRepeat`).
 * - The shop, which says 503 also where it has lost its database, maybe just after the commit: any earlier try (`attempts` above 1).
 */
export async function untilAnswered(tryIt: (attempt: number) => Promise<Answer>): Promise<Final> {
  const end = Date.now() + PATIENCE_MS;
  let isRepeat = false;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await tryIt(attempt);
    if (!isPassing(answer) || Date.now() > end) return { ...answer, attempts: attempt + 1, isRepeat };
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
