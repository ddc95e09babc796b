import type { MailOutbox, PlannedMail } from '../../../shared/ports.ts';
import type { Order } from '../domain/order.ts';
import { hasPiece, type Piece } from '../domain/pieces.ts';
import type { KeyReveals } from './views/key-reveals.ts';

export function keysMail(orderId: string, attempt: number): PlannedMail {
  return { id: `${orderId}-keys-${attempt}`, kind: 'keys', about: orderId };
}

/** One more than the last. Called under the order's lock. */
export async function nextKeysMail(mails: MailOutbox, orderId: string): Promise<PlannedMail> {
  return keysMail(orderId, nextAttempt(await mails.about(orderId, 'keys')));
}

/** Records of mails are deleted by age: their number says nothing. */
export function nextAttempt(mails: readonly { readonly id: string }[]): number {
  return Math.max(0, ...mails.map(({ id }) => Number(/-keys-(\d+)/.exec(id)?.[1] ?? 0))) + 1;
}

/**
 * Whether nothing can be withheld from the buyer any more: a mail with the keys has left, or is leaving, or they were viewed. Mails with a
 * link have no keys.
 */
export async function haveKeysLeft(order: Order, mails: MailOutbox, reveals: KeyReveals): Promise<boolean> {
  if (order.keysMailed === 'sent') return true;
  const isLeaving = !order.linkOnly && (await mails.about(order.id, 'keys')).some(({ hasLeft }) => hasLeft);
  return isLeaving || (await reveals.countSince(order.id, order.createdAt)) > 0;
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
