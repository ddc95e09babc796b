const DOTS_DO_NOT_COUNT: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The same for all spellings of one mailbox: in lower case, without what follows a plus sign, and without dots where those do not count. */
export function normalisedMail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  return `${DOTS_DO_NOT_COUNT.has(domain) ? name.replaceAll('.', '') : name}@${domain}`;
}
