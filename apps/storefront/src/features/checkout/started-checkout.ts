import { readForTab, readStored, TAB_KEYS, writeForTab, writeStored } from '../../shop/storage/browser-storage.ts';

const STORED_AS = 'checkout-started';

/** Stores the payment session that this browser was redirected to. */
export function noteCheckout(sessionId: string): void {
  writeStored(STORED_AS, sessionId);
}

/**
 * Whether this browser started the checkout of /success; removes the record. Only then is the cart emptied. Without an id in the URL any
 * checkout started here counts.
 */
export function takeStartedCheckout(sessionId: string | null): boolean {
  const started = readStored(STORED_AS) || null;
  if (started === null || (sessionId !== null && sessionId !== started)) return false;
  writeStored(STORED_AS, '');
  writeForTab(TAB_KEYS.paidCheckout, started);
  return true;
}

/** The payment session of /success: from the URL, or from before a reload of this tab. */
export function paidCheckout(sessionId: string | null): string | null {
  const session = readStored(STORED_AS) || readForTab(TAB_KEYS.paidCheckout);
  return session && (sessionId === null || sessionId === session) ? session : null;
}
