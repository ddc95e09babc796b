/** How the mail server treats the mails of some customers, and what the timeline of their orders says of it. */
export interface MailWeather {
  readonly name: string;
  /** For the stand-in's mail server. */
  readonly smtp: { readonly mode: string; readonly delayMs?: number };
  /** Whether only the mails of these customers meet it; else every mail that is tried meanwhile does. */
  readonly isTheirsAlone?: boolean;
  /** What the first try comes to. */
  readonly comesTo: 'mail_delayed' | 'mail_refused' | 'mail_sent';
  /** Whether mails are taken without an answer, and may come again. */
  readonly mayRepeat?: boolean;
}

export const IS_AWAY: MailWeather = { name: 'is away', smtp: { mode: 'away' }, comesTo: 'mail_delayed' };

/** The last one is that of the end of the storm, when most mails wait. */
export const MAIL_WEATHERS: readonly MailWeather[] = [
  { name: 'refuses the address for good', smtp: { mode: 'reject' }, isTheirsAlone: true, comesTo: 'mail_refused' },
  { name: 'puts off', smtp: { mode: 'defer' }, comesTo: 'mail_delayed' },
  { name: 'is slow', smtp: { mode: 'ok', delayMs: 2000 }, comesTo: 'mail_sent' },
  // Ten seconds: the mailer's time limit. The mail was taken, and the shop does not know it.
  { name: 'is slower than the shop waits', smtp: { mode: 'ok', delayMs: 12_000 }, comesTo: 'mail_delayed', mayRepeat: true },
  { name: 'cuts within the mail', smtp: { mode: 'drop' }, comesTo: 'mail_delayed' },
  { name: 'cuts before its answer', smtp: { mode: 'lost-answer' }, comesTo: 'mail_delayed', mayRepeat: true },
  { name: 'greylists', smtp: { mode: 'greylist' }, comesTo: 'mail_delayed' },
  IS_AWAY,
];

/** The customers of one weather, and when it began and ended: milliseconds since the epoch. */
export interface Spell {
  readonly weather: MailWeather;
  readonly emails: readonly string[];
  readonly from: number;
  readonly to: number;
}
