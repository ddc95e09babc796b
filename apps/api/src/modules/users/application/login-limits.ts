/** Milliseconds in which guesses at passwords are counted. */
export const GUESS_WINDOW_MS = 15 * 60_000;
/** Failed logins of an account or a network before each further one needs a fresh captcha. */
export const FREE_FAILURES = 3;
/** Wrong current passwords of an account, by whatever login and network, before further ones are not looked at. */
export const MOST_WRONG_PASSWORDS = 5;

/** The throttle's bucket of failed logins at an address, in the form in which addresses are stored. */
export function failedLoginsOf(email: string): string {
  return `failed login account ${email}`;
}

/** The throttle's bucket of wrong current passwords that somebody gave who is logged in. */
export function wrongPasswordsOf(userId: string): string {
  return `wrong current password ${userId}`;
}
