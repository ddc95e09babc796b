/** Window in which failed passwords are counted, in milliseconds. */
export const GUESS_WINDOW_MS = 15 * 60_000;
/** Failed logins of an account or a network after which each further one needs a captcha. */
export const FREE_FAILURES = 3;
/** Wrong current passwords of an account, from any login and network, after which further ones are refused. */
export const MOST_WRONG_CURRENT_PASSWORDS = 5;

/** The throttle's bucket of failed logins at an address, in the form in which addresses are stored. */
export function failedLoginsOf(email: string): string {
  return `failed login account ${email}`;
}

/** The throttle's bucket of wrong current passwords of a logged-in user. */
export function wrongPasswordsOf(userId: string): string {
  return `wrong current password ${userId}`;
}
