/** Storage keys of this shop. */
export const STORAGE_KEYS = {
  cart: 'idt',
  currency: 'currency',
  country: 'country',
  wishlist: 'wishlist',
  cookies: 'allow-cookies',
} as const;
/** The last known account, and the ids of its wishlist then. */
export const WISHLIST_OF_ACCOUNT = 'wishlist-account';

/** What is kept about a person for this tab: what was typed at the checkout, and the payment that it led to. */
export const TAB_KEYS = { checkoutForm: 'checkout-form', paidCheckout: 'checkout-paid' } as const;

/** Local storage that never throws: a browser may forbid it, or it may be full. Then nothing is stored, but the shop works. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Forbidden or full: still in memory until the page is left.
  }
}

/** The same for what belongs to this tab alone; null removes it. */
export function readForTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeForTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // As above.
  }
}

/** At the end of a login: who uses this tab next learns nothing of the person before. */
export function forgetTab(): void {
  for (const key of Object.values(TAB_KEYS)) writeForTab(key, null);
}

/** A SameSite cookie of the shop; zero seconds remove it. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}
