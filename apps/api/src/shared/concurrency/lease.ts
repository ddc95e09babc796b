/** A claim that was not renewed for so long belongs to a process that has died. In milliseconds. */
export const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 3000;

/** Calls `renew` every three seconds until its answer is called. A renewal that fails is left to the next one. */
export function renewing(renew: () => Promise<void>): () => void {
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
  return () => clearInterval(timer);
}

/** Does `work` and renews meanwhile. */
export async function whileRenewing<T>(renew: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  const stop = renewing(renew);
  try {
    return await work();
  } finally {
    stop();
  }
}
