import { setTimeout } from 'node:timers/promises';
import { sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { type Answer, ask, isPassing } from '../customers/ask.ts';
import type { Places } from '../customers/customer.ts';
import { unexpected } from '../customers/staff.ts';
import { OPS_KEY } from '../customers/stocked-shop.ts';
import type { Told } from '../customers/told.ts';

/**
 * A mail that failed five times, by kills or a server that defers it, is sent after nine minutes, and its order completed then. In a sample's few
 * minutes none fails so often.
 */
const PATIENCE_MS = sized({ full: 20 * 60_000, sample: 4 * 60_000 });
const LOOKS_EVERY_MS = 300;
const headers = { 'x-ops-key': OPS_KEY };

/** An order as the staff sees it. */
interface SeenByStaff {
  readonly order: { readonly number: string; readonly status: string };
  /** Oldest first. */
  readonly refunds: readonly { readonly id: string; readonly state: string; readonly isOpen: boolean }[];
}

/** A call about the order, `release` for instance. */
export interface StaffCall {
  readonly path: string;
  readonly body?: object;
}

/** What the staff does about an order that it sees so; null: it waits. */
export type Decide = (seen: SeenByStaff) => StaffCall | 'nothing more' | null;

/**
 * Has the staff look at the order until nothing more is to be done. A call that nobody answered, or that came at the wrong moment, is made
 * again if the order still asks for it. @throws Error for an answer that the staff must not get, and where it takes too long
 */
export async function decideByStaff(
  { apis }: Places,
  { email, session }: Told,
  decide: Decide,
  patienceMs = PATIENCE_MS,
): Promise<SeenByStaff> {
  const end = Date.now() + patienceMs;
  for (let attempt = 0; ; attempt += 1) {
    const api = apis[attempt % apis.length] ?? '';
    const seen = await look(api, email, session);
    const next = seen && decide(seen);
    if (seen && next === 'nothing more') return seen;
    if (seen && typeof next === 'object' && next !== null)
      refuseUnexpected(
        await ask(`${api}/ops/orders/${seen.order.number}/${next.path}`, { headers, body: { reason: 'a campaign', ...next.body } }),
        409,
      );
    if (Date.now() > end) throw new Error(`The staff came to no end with ${JSON.stringify(seen)}`);
    await setTimeout(LOOKS_EVERY_MS);
  }
}

async function look(api: string, email: string, session: string | null): Promise<SeenByStaff | null> {
  const found = await ask(`${api}/ops/orders?email=${encodeURIComponent(email)}`, { headers });
  if (!isAnswered(found)) return null;
  const { items } = JSON.parse(found.body) as { items: { number: string; sessionId: string | null }[] };
  const number = items.find(({ sessionId }) => sessionId === session)?.number;
  if (number === undefined) return null;
  const story = await ask(`${api}/ops/orders/${number}`, { headers });
  return isAnswered(story) ? (JSON.parse(story.body) as SeenByStaff) : null;
}

function isAnswered(answer: Answer): boolean {
  refuseUnexpected(answer);
  return answer.status === 200;
}

function refuseUnexpected(answer: Answer, ...others: readonly number[]): void {
  if (answer.status !== 200 && !others.includes(answer.status) && !isPassing(answer)) throw unexpected(answer);
}
