import { chance } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { eventually } from '../buyer.ts';
import { ask } from '../customers/ask.ts';
import { CARDS, type Plan } from '../customers/customer.ts';
import { NEVER_DELIVERED, type Outcome, REFUNDED, unpaid } from '../customers/outcomes.ts';
import { unexpected } from '../customers/staff.ts';
import { OPS_KEY, type StockedShop } from '../customers/stocked-shop.ts';
import type { Told } from '../customers/told.ts';
import { PATIENCE_MS, untilAnswered, useControl } from '../until-answered.ts';
import { DELIVERIES, type Delivery } from './courier.ts';

/** Less than any product costs: nobody can tell which one it is for. Minor units. */
const PART = 50;

/** One of the stand-in's controls, and the body. */
interface Call {
  readonly call: string;
  readonly body: object;
}

/** How an order is paid, or not, and what happens after it. */
interface Story {
  readonly name: string;
  readonly buys?: Partial<Pick<Plan, 'card' | 'tampered' | 'intention'>>;
  /** At the provider, right after the payment page. `id`: of what the call before has made. */
  readonly atProvider?: readonly ((told: Told, id: string) => Call)[];
  /** In which state the staff refunds the order, and what of it. */
  readonly staff?: { readonly when: readonly string[]; readonly body: object };
  /** Null: it is just delivered. */
  readonly outcome: Outcome | null;
}

const byStaff = { when: ['completed', 'fulfilling'], body: { everything: true } };
const heldByStaff = { when: ['on_hold'], body: { everything: true } };
const ofPayment =
  (call: string, more: object = {}) =>
  ({ payment }: Told): Call => ({ call, body: { payment_intent: payment, ...more } });
const ofSession =
  (what: string, body: object = {}) =>
  ({ session }: Told): Call => ({ call: `sessions/${session}/${what}`, body });
const dispute = ofPayment('disputes');
const decided = (outcome: string) => (_told: Told, id: string) => ({ call: `disputes/${id}/close`, body: { outcome } });
const PART_OR_FROZEN = ['partially_refunded', 'disputed', 'on_hold'];
const leaves = { intention: 'leaves' } as const;

const STORIES: readonly Story[] = [
  { name: 'keeps its keys', outcome: null },
  { name: 'the transfer arrives', buys: leaves, atProvider: [ofSession('pay-later')], outcome: null },
  {
    name: 'the transfer fails',
    buys: leaves,
    atProvider: [ofSession('pay-later', { outcome: 'fail' })],
    outcome: unpaid('payment_failed'),
  },
  { name: 'the session expires', buys: { intention: 'lets it expire' }, outcome: unpaid('expired') },
  {
    name: 'fails 3-D Secure, then the card is refused, then pays',
    buys: leaves,
    atProvider: [ofSession('pay', { number: CARDS.failsThreeDSecure }), ofSession('pay', { number: CARDS.refused }), ofSession('pay')],
    outcome: null,
  },
  { name: 'paid less', buys: { tampered: { amount: 77 } }, staff: heldByStaff, outcome: NEVER_DELIVERED },
  { name: 'paid more', buys: { tampered: { amount: 99_999 } }, staff: heldByStaff, outcome: NEVER_DELIVERED },
  { name: 'paid in another currency', buys: { tampered: { currency: 'usd' } }, staff: heldByStaff, outcome: NEVER_DELIVERED },
  { name: 'refunded by the staff', staff: byStaff, outcome: REFUNDED },
  {
    name: 'goodwill by the staff',
    staff: { ...byStaff, body: { goodwill: PART / 100 } },
    outcome: { statuses: ['partially_refunded'], sentBack: PART, keyMails: 'one' },
  },
  {
    name: 'refunded, and the bank returns it',
    buys: { card: CARDS.returnsRefunds },
    staff: byStaff,
    outcome: { statuses: ['on_hold'], sentBack: 0, keyMails: 'one at most' },
  },
  { name: 'refunded at the dashboard', atProvider: [ofPayment('refunds')], outcome: REFUNDED },
  {
    name: 'refunded in part at the dashboard',
    atProvider: [ofPayment('refunds', { amount: PART })],
    outcome: { statuses: PART_OR_FROZEN, sentBack: PART, keyMails: 'one at most' },
  },
  // By the shop itself where nobody had the keys yet.
  { name: 'warned of fraud, and refunded', atProvider: [ofPayment('fraud-warnings')], staff: byStaff, outcome: REFUNDED },
  {
    name: 'reviewed, and approved',
    atProvider: [ofPayment('reviews'), (_told, id) => ({ call: `reviews/${id}/close`, body: { reason: 'approved' } })],
    outcome: null,
  },
  { name: 'disputed', atProvider: [dispute], outcome: { statuses: ['disputed'], sentBack: 0, keyMails: 'one at most' } },
  { name: 'dispute won', atProvider: [dispute, decided('won')], outcome: null },
  {
    name: 'dispute lost',
    atProvider: [dispute, decided('lost')],
    outcome: { statuses: ['charged_back'], sentBack: 0, keyMails: 'one at most' },
  },
];

export interface Case {
  readonly story: Story;
  readonly delivery: Delivery;
}

/** Every story with every delivery in an order of the seed. */
export function allCases(seed: number): Case[] {
  const cases = STORIES.flatMap((story) => DELIVERIES.map((delivery) => ({ story, delivery })));
  const next = chance(seed);
  return cases
    .map((one) => ({ one, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** Payments, refunds and disputes of the story, where the money is. */
export async function happenAtProvider({ places }: StockedShop, { atProvider = [] }: Story, told: Told): Promise<void> {
  let id = '';
  for (const step of atProvider) {
    const { call, body } = step(told, id);
    ({ id = '' } = (await useControl<{ id?: string }>(places, call, body)) ?? {});
  }
}

/**
 * The staff waits until the order may be refunded, and does so. Answers what it was told; null where the story has no such part, and where a
 * repeated call is refused: an earlier one may have stored the refund, and its job have made it. @throws Error for any other answer than 200
 */
export async function happenInTheShop(
  { places, database }: Pick<StockedShop, 'places' | 'database'>,
  { staff }: Pick<Story, 'staff'>,
  { session }: Pick<Told, 'session'>,
): Promise<string | null> {
  if (!staff) return null;
  const query = 'select number, status from shop_order where session_id = $1';
  const orderOf = async () => (await database.query<{ number: string; status: string }>(query, [session])).rows[0];
  const order = await eventually(orderOf, (row) => !BEFORE.includes(row?.status ?? ''), PATIENCE_MS);
  // The comparison at the end names what it is instead.
  if (!staff.when.includes(order?.status ?? '')) return null;
  const body = { reason: 'a campaign', ...staff.body };
  const url = `${places.apis[0]}/ops/orders/${order?.number}/refund`;
  const answer = await untilAnswered(() => ask(url, { body, headers: { 'x-ops-key': OPS_KEY } }));
  // A 503 may have come after the commit as well as no answer.
  if (answer.status === 409 && answer.attempts > 1) return null;
  if (answer.status !== 200) throw unexpected(answer);
  return (JSON.parse(answer.body) as { state: string }).state;
}

/** Before the shop knows of the payment. */
const BEFORE: readonly string[] = ['pending', 'expired', 'paid'];
