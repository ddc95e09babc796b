import type { MailOutbox, PlannedMail } from '../../../shared/ports.ts';
import { hasPiece, type Piece } from '../domain/pieces.ts';

export function keysMail(orderId: string, attempt: number): PlannedMail {
  return { id: `${orderId}-keys-${attempt}`, kind: 'keys', about: orderId };
}

/** One more than there were. Called under the order's lock. */
export async function nextKeysMail(mails: MailOutbox, orderId: string): Promise<PlannedMail> {
  return keysMail(orderId, (await mails.about(orderId, 'keys')).length + 1);
}

/** Plans the next mail with an order's keys, and withdraws a pending one: this one includes its content. Called under the order's lock. */
export async function planKeysMail(mails: MailOutbox, orderId: string, replaced?: Piece): Promise<void> {
  await mails.withdraw(orderId, 'keys');
  const mail = await nextKeysMail(mails, orderId);
  await mails.plan(replaced ? replacementMail(mail, replaced) : mail);
}

/** The same with a replaced key: its id contains the position, from 1. */
export function replacementMail(mail: PlannedMail, { line, slot }: Piece): PlannedMail {
  return { ...mail, id: `${mail.id}-replaced-${line + 1}-${slot + 1}` };
}

/**
 * The keys that are new in a mail: those it was planned for, and those of withdrawn mails before it. `sent`: all up to it, oldest first.
 */
export function replacedIn(sent: readonly { readonly id: string; readonly hasLeft: boolean }[]): Piece[] {
  const unread = sent.slice(sent.findLastIndex(({ hasLeft }, place) => hasLeft && place < sent.length - 1) + 1);
  const places = unread.flatMap(({ id }) => {
    const [, line, slot] = /-replaced-(\d+)-(\d+)$/.exec(id) ?? [];
    return line && slot ? [{ line: Number(line) - 1, slot: Number(slot) - 1 }] : [];
  });
  return places.filter((piece, place) => !hasPiece(places.slice(0, place), piece));
}

export function waitingMail(orderId: string): PlannedMail {
  return { id: `${orderId}-waiting-1`, kind: 'waiting', about: orderId };
}
