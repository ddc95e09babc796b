import { instantOf } from './instant-of.ts';

/** Somebody saw something of the order. */
interface Seen {
  readonly at: Date;
  /** `guest`, or `user` with the account's id. */
  readonly viewer: string;
  /** IP address; empty once the person was erased. */
  readonly address: string;
}

/** Somebody opened the keys of the order. */
export interface RecordedView extends Seen {
  readonly id: string;
}

/** A call of the buyer that showed something of the order. */
export interface RecordedVisit extends Seen {
  /** The view of the keys that it was; null: another visit, or one of an earlier version of the shop. */
  readonly revealId: string | null;
  readonly shown: 'checkout' | 'link' | 'list' | 'page' | 'keys' | 'resend';
  /** `Firefox 144 on Windows`; null: not a known browser. */
  readonly browser: string | null;
  /** Whether it is the browser that placed the order. */
  readonly isBuyingBrowser: boolean;
}

interface DeliveredOrder {
  readonly email: string;
  /** IP address, for IPv6 its network. */
  readonly clientAddress: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly completedAt: Date | null;
  /** Whether its mails carry a link to its page instead of its keys. */
  readonly linkOnly: boolean;
}

const WHAT = {
  checkout: 'order placed',
  link: 'page shown after the payment',
  list: "order shown in the account's list of orders",
  page: 'page of the order opened',
  keys: 'keys opened',
  resend: 'mail with the keys asked for again',
} as const;

interface Entry {
  readonly at: Date;
  readonly text: string;
}

/** Lines of a kind that are told one by one. A buyer who repeats a call must not crowd out the others: a bank reads a few pages. */
const MOST_OF_KIND = 12;

/** Everything that happened to an order and who saw it, a line each, in order of time. Of what happened very often the first times and a count. */
export function accessLog(order: DeliveredOrder, views: readonly RecordedView[], visits: readonly RecordedVisit[]): string {
  const ofView = new Map(visits.map((visit) => [visit.revealId, visit]));
  const isPlacingKnown = visits.some(({ shown }) => shown === 'checkout');
  const seen = [
    ...visits.filter(({ shown }) => shown !== 'keys').map((visit) => ({ kind: visit.shown, at: visit.at, text: visitOf(visit) })),
    ...views.map((view) => ({ kind: 'keys' as const, at: view.at, text: viewOf(view, ofView.get(view.id)) })),
  ];
  const delivered = `${order.linkOnly ? 'link to the keys' : 'keys'} delivered to ${order.email}`;
  const entries: Entry[] = [
    ...(isPlacingKnown ? [] : [{ at: order.createdAt, text: `order placed from ${order.clientAddress}` }]),
    ...[...Map.groupBy(inTime(seen), ({ kind }) => kind)].flatMap(([kind, ofKind]) => shortened(ofKind, WHAT[kind])),
    ...(order.paidAt ? [{ at: order.paidAt, text: 'payment received' }] : []),
    ...(order.completedAt ? [{ at: order.completedAt, text: delivered }] : []),
  ];
  return inTime(entries)
    .map(({ at, text }) => `${instantOf(at)} ${text}`)
    .join('\n');
}

function inTime<Of extends Entry>(entries: readonly Of[]): Of[] {
  return entries.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function shortened(entries: readonly Entry[], what: string): Entry[] {
  const more = entries.slice(MOST_OF_KIND);
  const last = more.at(-1);
  return [...entries.slice(0, MOST_OF_KIND), ...(last ? [{ at: last.at, text: `${what}, ${more.length} more times until then` }] : [])];
}

/** With the browser where its visit was noted: not in earlier versions of the shop. Of erased people only that it was. */
function viewOf(view: RecordedView, visit: RecordedVisit | undefined): string {
  if (view.address === '') return WHAT.keys;
  return visit ? visitOf(visit) : `${WHAT.keys} from ${view.address} by ${viewerOf(view)}`;
}

function visitOf(visit: RecordedVisit): string {
  const { shown, address, browser, isBuyingBrowser } = visit;
  const known = isBuyingBrowser && shown !== 'checkout' ? ', the browser of the purchase' : '';
  const by = shown === 'checkout' ? '' : `, by ${viewerOf(visit)}`;
  return `${WHAT[shown]} from ${address} with ${browser ?? 'an unknown browser'}${known}${by}`;
}

function viewerOf({ viewer, shown }: { readonly viewer: string; readonly shown?: RecordedVisit['shown'] }): string {
  if (viewer !== 'guest') return 'the signed-in account of the buyer';
  return shown === 'link' ? 'the browser that paid' : 'the holder of the link that was mailed to the buyer';
}
