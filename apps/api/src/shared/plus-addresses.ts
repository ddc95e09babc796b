import { mailboxOf } from './mailbox.ts';
import type { Throttle } from './ports.ts';

const DAY_MS = 86_400_000;

/**
 * Counts a mail to an address with a "+" for its mailbox, and returns whether it may be sent: anybody can make as many such addresses as he
 * likes, each with a limit of its own. Any other address may; the dots of a Gmail address are how its owner writes it. `kind` names what is
 * counted together.
 */
export async function mayMailPlusAddress(throttle: Throttle, mail: { email: string; kind: string; mostADay: number }): Promise<boolean> {
  const mailbox = mailboxOf(mail.email);
  if (!mail.email.includes('+') || mailbox.includes('+')) return true;
  return (await throttle.hit(`letters-a-day ${mail.kind} to plus addresses of ${mailbox}`, mail.mostADay, DAY_MS)) === null;
}
