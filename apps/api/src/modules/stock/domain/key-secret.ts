/** What a buyer gets: a key to type in, the data of an account, or a picture of a key as some suppliers deliver them. */
export type KeySecret =
  | { readonly kind: 'text'; readonly key: string }
  | { readonly kind: 'account'; readonly login: string; readonly password: string; readonly mail: string }
  | { readonly kind: 'image'; readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif'; readonly base64: string };

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
