import type { Books, KeyMail, OrderRow, Payment } from './books.ts';
import { isRefundDue, KeyHolds, LEAST_SUPPLY_MS, mayLackKeys } from './key-holds.ts';
import { faultsOfOutcome, faultsOfUnpaid, type Outcome } from './outcomes.ts';
import { piecesOf, type Seen, type Told } from './told.ts';

/** Which is the later one of what an order's page and the account's list say. */
const RANKS: Readonly<Record<string, number>> = {
  Missing: -1,
  Paid: 0,
  Processing: 0,
  'On hold': 0,
  Completed: 1,
  'Partially refunded': 2,
  Refunded: 3,
};

/** Every order, payment, mail and page that is not as it has to be at the end, in a sentence each. `supply`: how many keys there were, by kinguinId. */
export function faultsIn(
  books: Books,
  tolds: readonly Told[],
  supply: ReadonlyMap<number, number>,
  { outcomes = new Map(), leastSupplyMs = LEAST_SUPPLY_MS }: Expected = {},
): string[] {
  const ofSession = new Map(books.orders.map((order) => [order.session, order]));
  const known = {
    mailsTo: Map.groupBy(books.mails, ({ to }) => to),
    tampered: sessionsOf(tolds.filter(({ isTampered }) => isTampered)),
    refundedByStaff: sessionsOf(tolds.filter(({ refundAskedAfter }) => refundAskedAfter !== null)),
    holds: new KeyHolds(books.orders, tolds, supply),
    leastSupplyMs,
  };
  const payments = new Map(books.payments.map((payment) => [payment.session, payment]));
  return [
    ...tolds.flatMap((told) => told.wrong.map((what) => `${told.email} was answered ${what}`)),
    ...tolds.flatMap((told) => lostFor(told, ofSession, payments)),
    ...books.payments.flatMap((payment) => {
      const order = ofSession.get(payment.session);
      if (!order) return [`${payment.session} is paid, and no order has it`];
      const outcome = outcomes.get(order.email);
      return outcome ? faultsOfOutcome(payment, order, books, outcome) : ofPayment(payment, order, known);
    }),
    ...books.orders.flatMap((order) => withoutPayment(order, payments)),
    ...tolds.flatMap(({ email, session }) => {
      // A customer whose first checkout was lost has another order beside this one.
      const [order, outcome] = [ofSession.get(session), outcomes.get(email)];
      return order && outcome && !payments.has(order.session ?? '') ? faultsOfUnpaid(order, outcome) : [];
    }),
    ...keysForNothing(books, payments),
    ...soldTwice(books.mails),
    ...tolds.flatMap((told) => readOf(told, known.mailsTo.get(told.email) ?? [])),
    ...refusedInVain(tolds, known.holds),
  ];
}

const sessionsOf = (tolds: readonly Told[]) => new Set(tolds.map(({ session }) => session));

function lostFor(told: Told, ofSession: ReadonlyMap<string | null, OrderRow>, payments: ReadonlyMap<string, Payment>): string[] {
  if (told.session === null) return [];
  const hasVanished = !ofSession.has(told.session);
  const isUnpaid = told.isPaid && !payments.has(told.session);
  return [
    ...(hasVanished ? [`${told.email} was told of a checkout, and there is no such order`] : []),
    ...(isUnpaid ? [`${told.email} was told that it is paid, and the provider has no payment`] : []),
  ];
}

/**
 * What was paid is delivered in one mail. Only without its keys it may wait for them, or go back; else it goes back whole where the staff
 * wanted so. What was paid otherwise than ordered waits for the staff.
 */
function ofPayment(payment: Payment, order: OrderRow, { mailsTo, tampered, refundedByStaff, holds, leastSupplyMs }: Known): string[] {
  const { session, amountMinor, refundedMinor, lostMinor } = payment;
  const { email, status, totalMinor } = order;
  const mails = mailsTo.get(email) ?? [];
  const faults = refundedMinor + lostMinor > amountMinor ? [`${email} paid ${amountMinor} and got ${refundedMinor + lostMinor} back`] : [];
  if (status === 'refunded' && refundedMinor !== amountMinor)
    faults.push(`${email} is refunded, and ${refundedMinor} of ${amountMinor} went back`);
  if (tampered.has(session)) {
    if (status !== 'on_hold' && status !== 'refunded') faults.push(`${email} has not paid what was ordered, and its order is ${status}`);
    return mails.length > 0 ? [...faults, `${email} has not paid what was ordered, and got keys`] : faults;
  }
  if (totalMinor !== amountMinor) faults.push(`${email} paid ${amountMinor} for an order of ${totalMinor}`);
  if (order.refundedMinor !== refundedMinor) faults.push(`${email}: ${refundedMinor} went back, and the order says ${order.refundedMinor}`);
  if (status === 'completed') return [...faults, ...ofDelivery(order, payment, mails)];
  if (status === 'refunded')
    return refundedByStaff.has(session) || isRefundDue(order, holds, leastSupplyMs)
      ? faults
      : [...faults, `${email} is refunded without a cause`];
  if (status === 'paid' && order.isWaiting)
    return mayLackKeys(order, holds, Infinity) ? faults : [...faults, `${email} has paid, and waits for keys that were there`];
  const isLost = status === 'charged_back' && lostMinor === amountMinor;
  return isLost ? faults : [...faults, `${email} has paid, and its order is ${status}`];
}

function ofDelivery({ email, lines }: OrderRow, { refundedMinor, lostMinor }: Payment, mails: readonly KeyMail[]): string[] {
  const wanted = piecesOf(lines);
  return [
    ...(mails.length === 0 ? [`${email}: the order is completed, and no mail came`] : []),
    ...(new Set(mails.map(({ messageId }) => messageId)).size > 1 ? [`${email} got several mails of its keys`] : []),
    ...mails.flatMap(({ keys }) => (keys.length === wanted ? [] : [`${email} bought ${wanted} and got ${keys.length} keys`])),
    ...(refundedMinor + lostMinor > 0 ? [`${email} has keys and got ${refundedMinor + lostMinor} back`] : []),
  ];
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

/** Page and list that have shown a state show no older one, and the page the keys of the mail. */
function readOf({ email, seen, refundAskedAfter }: Told, mails: readonly KeyMail[]): string[] {
  const rank = ({ status }: Seen) => RANKS[status] ?? -1;
  const isOlder = seen.some((now, index) => seen.slice(0, index).some((before) => rank(before) > rank(now)));
  const mailed = new Set(mails.flatMap(({ keys }) => keys));
  const others = seen.flatMap(({ keys }) => keys).filter((key) => !mailed.has(key));
  const pages = seen.map(({ keys, from }, index) => ({ keys: keys.length, index, from })).filter(({ from }) => from === undefined);
  // Keys come one after the other, and from the refund on they only go.
  const isLost = pages.some(({ keys, index }, at) => {
    const before = pages[at - 1]?.keys ?? keys;
    return index < (refundAskedAfter ?? Infinity) ? seen[index]?.status === 'Completed' && keys < before : keys > before;
  });
  return [
    ...(isOlder || isLost
      ? [`${email} saw an older state of its order: ${seen.map(({ status, keys, from }) => `${status} ${from ?? keys.length}`).join(', ')}`]
      : []),
    ...(others.length > 0 ? [`${email} saw keys that are in none of its mails`] : []),
  ];
}

/** A checkout that was refused while there were keys all the time. */
function refusedInVain(tolds: readonly Told[], holds: KeyHolds): string[] {
  return tolds.flatMap(({ email, wishes, refused, askedAt, answeredAt }) =>
    wishes
      .filter(({ kinguinId }) => refused.includes(kinguinId))
      .flatMap(({ kinguinId, quantity }) => {
        const free = holds.freeAllTheTime(kinguinId, { from: askedAt, to: answeredAt });
        return free >= quantity ? [`${email} was refused ${quantity} of ${kinguinId}, and at least ${free} were free all the time`] : [];
      }),
  );
}

interface Expected {
  /** What single orders have to come to, by e-mail address. */
  readonly outcomes?: ReadonlyMap<string, Outcome> | undefined;
  /** How long suppliers have to bring what was bought before the shop may refund it. */
  readonly leastSupplyMs?: number;
}

interface Known {
  readonly mailsTo: ReadonlyMap<string, readonly KeyMail[]>;
  /** Sessions that were paid otherwise than ordered, and those of orders that the staff has asked to refund. */
  readonly tampered: ReadonlySet<string | null>;
  readonly refundedByStaff: ReadonlySet<string | null>;
  readonly holds: KeyHolds;
  readonly leastSupplyMs: number;
}
