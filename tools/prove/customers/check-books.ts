import type { Books, KeyMail, OrderRow, Payment } from './books.ts';
import type { Seen, Told } from './told.ts';

/** Which is the later one of what an order's page says. */
const RANKS: Readonly<Record<string, number>> = { Processing: 0, Completed: 1, Refunded: 2, 'Charged back': 2 };
/** An order of somebody who got no answer was begun at most so long before its row. */
const LONGEST_ANSWER_MS = 60_000;

/** Every order, payment, mail and page that is not as it has to be at the end, in a sentence each. `supply`: how many keys there were, by kinguinId. */
export function faultsIn(books: Books, tolds: readonly Told[], supply: ReadonlyMap<number, number>): string[] {
  const ofSession = new Map(books.orders.map((order) => [order.session, order]));
  const payments = new Map(books.payments.map((payment) => [payment.session, payment]));
  const mailsTo = Map.groupBy(books.mails, ({ to }) => to);
  return [
    ...tolds.flatMap((told) => told.wrong.map((what) => `${told.email} was answered ${what}`)),
    ...tolds.flatMap((told) => lostFor(told, ofSession, payments)),
    ...books.payments.flatMap((payment) => ofPayment(payment, ofSession.get(payment.session), mailsTo)),
    ...books.orders.flatMap((order) => withoutPayment(order, payments)),
    ...keysForNothing(books, payments),
    ...soldTwice(books.mails),
    ...tolds.flatMap((told) => readOf(told, mailsTo.get(told.email) ?? [])),
    ...refusedInVain(books.orders, tolds, supply),
  ];
}

function lostFor(told: Told, ofSession: ReadonlyMap<string | null, OrderRow>, payments: ReadonlyMap<string, Payment>): string[] {
  if (told.session === null) return [];
  const hasVanished = !ofSession.has(told.session);
  const isUnpaid = told.isPaid && !payments.has(told.session);
  return [
    ...(hasVanished ? [`${told.email} was told of a checkout, and there is no such order`] : []),
    ...(isUnpaid ? [`${told.email} was told that it is paid, and the provider has no payment`] : []),
  ];
}

/** What was paid is delivered in one mail, or waits for keys, or has gone back whole. */
function ofPayment({ session, amountMinor, refundedMinor }: Payment, order: OrderRow | undefined, mailsTo: MailsTo): string[] {
  if (!order) return [`${session} is paid, and no order has it`];
  const { email, status, lines, totalMinor } = order;
  const faults = totalMinor === amountMinor ? [] : [`${email} paid ${amountMinor} for an order of ${totalMinor}`];
  if (refundedMinor > amountMinor) faults.push(`${email} paid ${amountMinor} and got ${refundedMinor} back`);
  if (order.refundedMinor !== refundedMinor) faults.push(`${email}: ${refundedMinor} went back, and the order says ${order.refundedMinor}`);
  const mails = mailsTo.get(email) ?? [];
  if (status === 'completed') {
    const wanted = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    if (mails.length === 0) faults.push(`${email}: the order is completed, and no mail came`);
    if (new Set(mails.map(({ messageId }) => messageId)).size > 1) faults.push(`${email} got several mails of its keys`);
    for (const { keys } of mails) if (keys.length !== wanted) faults.push(`${email} bought ${wanted} and got ${keys.length} keys`);
    if (refundedMinor > 0) faults.push(`${email} has keys and got ${refundedMinor} back`);
  } else if (status === 'refunded') {
    if (refundedMinor !== amountMinor) faults.push(`${email} is refunded, and ${refundedMinor} of ${amountMinor} went back`);
  } else if (!(status === 'paid' && order.isWaiting)) faults.push(`${email} has paid, and its order is ${status}`);
  return faults;
}

function withoutPayment({ session, email, status }: OrderRow, payments: ReadonlyMap<string, Payment>): string[] {
  if (session !== null && payments.has(session)) return [];
  const isUnpaid = ['pending', 'expired', 'cancelled', 'payment_failed'].includes(status);
  return isUnpaid ? [] : [`${email} has not paid, and its order is ${status}`];
}

/** A customer whose first checkout was lost has two orders. */
function keysForNothing({ orders, mails }: Books, payments: ReadonlyMap<string, Payment>): string[] {
  const paying = new Set(orders.filter(({ session }) => session !== null && payments.has(session)).map(({ email }) => email));
  return [...new Set(mails.map(({ to }) => to))].filter((to) => !paying.has(to)).map((to) => `${to} has not paid, and got keys`);
}

function soldTwice(mails: readonly KeyMail[]): string[] {
  const owners = new Map<string, string>();
  return mails.flatMap(({ to, keys }) =>
    keys.flatMap((key) => {
      const owner = owners.get(key) ?? to;
      owners.set(key, owner);
      return owner === to ? [] : [`${owner} and ${to} got the same key`];
    }),
  );
}

/** A page that has shown a state shows no older one, and the keys of the mail. */
function readOf({ email, seen }: Told, mails: readonly KeyMail[]): string[] {
  const rank = ({ status }: Seen) => RANKS[status] ?? -1;
  const isOlder = seen.some((now, index) => seen.slice(0, index).some((before) => rank(before) > rank(now)));
  const mailed = new Set(mails.flatMap(({ keys }) => keys));
  const others = seen.flatMap(({ keys }) => keys).filter((key) => !mailed.has(key));
  const lost = seen.some((now, index) => now.status === 'Completed' && now.keys.length < (seen[index - 1]?.keys.length ?? 0));
  return [
    ...(isOlder || lost
      ? [`${email} saw an older state of its order: ${seen.map(({ status, keys }) => `${status} ${keys.length}`).join(', ')}`]
      : []),
    ...(others.length > 0 ? [`${email} saw keys that are in none of its mails`] : []),
  ];
}

interface Hold {
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
}

/** A checkout that was refused while there were keys all the time: counted as if each order had held its keys from its customer's question on. */
function refusedInVain(orders: readonly OrderRow[], tolds: readonly Told[], supply: ReadonlyMap<number, number>): string[] {
  const asked = new Map(tolds.map((told) => [told.session, told.askedAt]));
  const holds = new Map<number, Hold[]>();
  for (const { session, createdAt, endedAt, lines, status } of orders)
    for (const { kinguinId, quantity } of lines) {
      const from = asked.get(session) ?? createdAt - LONGEST_ANSWER_MS;
      const to = endedAt !== null && status !== 'completed' && status !== 'paid' ? endedAt : Infinity;
      holds.set(kinguinId, [...(holds.get(kinguinId) ?? []), { from, to, quantity }]);
    }
  return tolds.flatMap(({ email, wishes, refused, askedAt, answeredAt }) =>
    wishes
      .filter(({ kinguinId }) => refused.includes(kinguinId))
      .flatMap(({ kinguinId, quantity }) => {
        const held = (holds.get(kinguinId) ?? [])
          .filter(({ from, to }) => from <= answeredAt && to >= askedAt)
          .reduce((sum, hold) => sum + hold.quantity, 0);
        const free = (supply.get(kinguinId) ?? 0) - held;
        return free >= quantity ? [`${email} was refused ${quantity} of ${kinguinId}, and at least ${free} were free all the time`] : [];
      }),
  );
}

type MailsTo = ReadonlyMap<string, readonly KeyMail[]>;
