const moments = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' });

/** Date and time where the visitor is, as in 5 March 2024 at 09:05; empty for what is no date. */
export function formatMoment(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : moments.format(time);
}
