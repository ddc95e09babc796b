import { readStored, writeStored } from '../../shop/browser-storage.ts';

const STORED_AS = 'checkout-started';

/** Notes which payment session this browser went off to. */
export function noteCheckout(sessionId: string): void {
  writeStored(STORED_AS, sessionId);
}

/**
 * Whether this browser started the checkout that /success speaks of, and forgets it: only then is the cart emptied.
 * Without an id in the address any checkout that was started here counts.
 */
export function takeStartedCheckout(sessionId: string | null): boolean {
  const started = readStored(STORED_AS) || null;
  if (started === null || (sessionId !== null && sessionId !== started)) return false;
  writeStored(STORED_AS, '');
  return true;
}
