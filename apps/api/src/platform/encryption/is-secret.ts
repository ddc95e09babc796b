import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether what a caller sent is the secret, in a time that does not tell how much of it is right. */
export function isSecret(given: unknown, secret: string): boolean {
  return typeof given === 'string' && timingSafeEqual(hashOf(given), hashOf(secret));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
