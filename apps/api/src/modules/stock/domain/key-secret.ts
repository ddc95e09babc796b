/** What a buyer gets: a key to type in, the data of an account, or a picture of a key as some suppliers deliver them. */
export type KeySecret =
  | { readonly kind: 'text'; readonly key: string }
  | { readonly kind: 'account'; readonly login: string; readonly password: string; readonly mail: string }
  | { readonly kind: 'image'; readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif'; readonly base64: string };

/** White space and every kind of dash: what is added, left out or exchanged where a key is copied. */
const SEPARATORS = /[\s\p{Pd}]/gu;

/** One text per secret whatever the white space around it, so that the same key is found again at import. */
export function canonicalSecret(secret: KeySecret): string {
  switch (secret.kind) {
    case 'text':
      return `text:${secret.key.trim()}`;
    case 'account':
      return `account:${secret.login.trim()}\n${secret.password}\n${secret.mail.trim()}`;
    case 'image':
      return `image:${secret.base64}`;
  }
}

/**
 * One text for all spellings of a key to type in: upper case, without dashes and white space. Null for accounts and pictures. Different keys
 * may have the same form: a match is a probable duplicate only.
 */
export function normalisedKey(secret: KeySecret): string | null {
  if (secret.kind !== 'text') return null;
  return secret.key.toUpperCase().replaceAll(SEPARATORS, '') || secret.key.trim();
}
