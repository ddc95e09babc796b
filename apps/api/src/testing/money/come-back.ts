import { setTimeout } from 'node:timers/promises';

/** How often a busy shop is asked. */
const MOST_TRIES = 20;

/** A busy shop refuses before it does anything and says when to come back; so it does on a machine that has other work, too. Buyers and staff do. */
export async function comeBack<T>(ask: () => Promise<T>, textOf: (answer: T) => { status: number; text: string }): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    const { status, text } = textOf(answer);
    const { retryAfterSeconds } = status === 503 ? (JSON.parse(text) as { retryAfterSeconds?: number }) : {};
    if (retryAfterSeconds === undefined || tries === MOST_TRIES) return answer;
    await setTimeout(retryAfterSeconds * 1000);
  }
}
