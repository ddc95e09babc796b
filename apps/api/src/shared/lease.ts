/** A claim that was not renewed for so long belongs to a process that has died. In milliseconds. */
export const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 3000;

/** Does `work` and meanwhile calls `renew` every three seconds. A renewal that fails is left to the next one. */
export async function whileRenewing<T>(renew: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
