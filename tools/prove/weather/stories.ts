import { setTimeout } from 'node:timers/promises';
import { chance } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { eventually } from '../buyer.ts';
import { ask, isPassing } from '../customers/ask.ts';
import type { Plan } from '../customers/customer.ts';
import { NEVER_DELIVERED, type Outcome, REFUNDED } from '../customers/outcomes.ts';
import { OPS_KEY, type StockedShop } from '../customers/stocked-shop.ts';
import type { Told } from '../customers/told.ts';
import { DELIVERIES, type Delivery } from './courier.ts';

const PATIENCE_MS = 240_000;
/** Less than any product costs: nobody can tell which one it is for. Minor units. */
const PART = 50;
/** Of Stripe's test cards: its refunds fail later. */
const RETURNS_REFUNDS = '4000000000005126';

/** What happens to a payment after it. */
interface Story {
  readonly name: string;
  readonly buys?: Pick<Plan, 'card' | 'tampered'>;
  /** At the provider, right after the payment: a call of its controls with the body. */
  readonly atProvider?: (payment: string) => { readonly call: string; readonly body: object };
  /** How the dispute that this opens is decided. */
  readonly decided?: 'won' | 'lost';
  /** In which state the staff refunds the order, and what of it. */
  readonly staff?: { readonly when: readonly string[]; readonly body: object };
  /** Null: it is just delivered. */
  readonly outcome: Outcome | null;
}

const byStaff = { when: ['completed', 'fulfilling'], body: { everything: true } };
const heldByStaff = { when: ['on_hold'], body: { everything: true } };
const dispute = (payment: string) => ({ call: 'disputes', body: { payment_intent: payment } });
const PART_OR_FROZEN = ['partially_refunded', 'disputed', 'on_hold'];

const STORIES: readonly Story[] = [
  { name: 'keeps its keys', outcome: null },
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
    buys: { card: RETURNS_REFUNDS },
    staff: byStaff,
    outcome: { statuses: ['on_hold'], sentBack: 0, keyMails: 'one at most' },
  },
  {
    name: 'refunded at the dashboard',
    atProvider: (payment) => ({ call: 'refunds', body: { payment_intent: payment } }),
    outcome: REFUNDED,
  },
  {
    name: 'refunded in part at the dashboard',
    atProvider: (payment) => ({ call: 'refunds', body: { payment_intent: payment, amount: PART } }),
    outcome: { statuses: PART_OR_FROZEN, sentBack: PART, keyMails: 'one at most' },
  },
  { name: 'disputed', atProvider: dispute, outcome: { statuses: ['disputed'], sentBack: 0, keyMails: 'one at most' } },
  { name: 'dispute won', atProvider: dispute, decided: 'won', outcome: null },
  {
    name: 'dispute lost',
    atProvider: dispute,
    decided: 'lost',
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

/** Refunds and disputes of the story, where the money is. */
export async function happenAtProvider({ places }: StockedShop, { atProvider, decided }: Story, { payment }: Told): Promise<void> {
  if (!atProvider || payment === null) return;
  const { call, body } = atProvider(payment);
  const { id } = JSON.parse(await answerOf(`${places.sandbox}/sandbox/${call}`, body)) as { id: string };
  if (decided) await answerOf(`${places.sandbox}/sandbox/disputes/${id}/close`, { outcome: decided });
}

/** The staff waits until the order may be refunded, and does so. Answers what it was told, null where the story has no such part. */
export async function happenInTheShop({ places, database }: StockedShop, { staff }: Story, { session }: Told): Promise<string | null> {
  if (!staff) return null;
  const query = 'select number, status from shop_order where session_id = $1';
  const orderOf = async () => (await database.query<{ number: string; status: string }>(query, [session])).rows[0];
  const order = await eventually(orderOf, (row) => !BEFORE.includes(row?.status ?? ''), PATIENCE_MS);
  // The comparison at the end names what it is instead.
  if (!staff.when.includes(order?.status ?? '')) return null;
  const body = { reason: 'a campaign', ...staff.body };
  const answer = await answerOf(`${places.apis[0]}/ops/orders/${order?.number}/refund`, body, { 'x-ops-key': OPS_KEY });
  return (JSON.parse(answer) as { state: string }).state;
}

/** Before the shop knows of the payment. */
const BEFORE: readonly string[] = ['pending', 'expired', 'paid'];

async function answerOf(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask(url, { body, headers });
    if (answer.status === 200) return answer.body;
    if (!isPassing(answer) || Date.now() > end) throw new Error(`${url}: ${answer.status} ${answer.body.slice(0, 300)}`);
    await setTimeout(answer.retryAfterMs);
  }
}
