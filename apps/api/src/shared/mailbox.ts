const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an e-mail address belongs to, as one text for all of its spellings: in lower case, without what follows a "+", and for Gmail
 * without dots. For comparing people, never for sending.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const [untagged = ''] = address.slice(0, Math.max(at, 0)).split('+');
  const isGmail = GMAIL.has(domain);
  const name = isGmail ? untagged.replaceAll('.', '') : untagged;
  return at < 1 || name === '' ? address : `${name}@${isGmail ? 'gmail.com' : domain}`;
}
