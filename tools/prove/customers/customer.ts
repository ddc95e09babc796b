import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { PATIENCE_MS, untilAnswered, useControl } from '../until-answered.ts';
import { type Answer, ask } from './ask.ts';
import { COUNTRY } from './games-for-sale.ts';
import { isUnderWay, Looks } from './looks.ts';
import { piecesOf, tellNothing, type Told, type Wish } from './told.ts';

/** The shop and its payment provider, as customers reach them. */
export interface Places {
  readonly apis: readonly string[];
  readonly sandbox: string;
}

/** What a control of the provider says of a session. */
interface AtProvider {
  readonly session: { readonly status: string; readonly payment_intent: string | null };
  /** Null: the card was not refused. */
  readonly decline?: object | null;
}

/** What a customer does with the payment page, once there. `lets it expire`: the session ends at the provider. */
export type Intention = 'pays' | 'pays after a refused card' | 'leaves' | 'lets it expire';

export interface Plan {
  readonly email: string;
  readonly wishes: readonly Wish[];
  readonly intention: Intention;
  /** How often the page of the order is read after the payment; 0: not at all. */
  readonly reads: number;
  /** Whether the page is left once all keys are on it, though the mail with them may not be sent yet. */
  readonly leavesWithKeys?: boolean;
  /** How often the order is read again once it has come to its end. */
  readonly looksAgain?: number;
  /** The login of an account that buys nothing else: its list of orders is read, too. */
  readonly account?: string;
  /** Asked for once all keys are on the page, which is read on meanwhile. */
  readonly refund?: (told: Told) => Promise<void>;
  /** The card's number, where it is not the usual one. */
  readonly card?: string;
  /** Another amount or currency than the shop asked for. */
  readonly tampered?: { readonly amount?: number; readonly currency?: string };
  /** Whether the session may have ended by itself, because time was let pass after this was asked for. */
  readonly mayHaveLapsed?: (told: Told) => boolean;
  /** Which API process is asked first, and which network address asks. */
  readonly place: number;
}

const READ_PAUSE_MS = 100;

/** Of Stripe's test cards; the one that fails 3-D Secure is the stand-in's own. */
export const CARDS = {
  refused: '4000000000000002',
  failsThreeDSecure: '4000000000009300',
  /** Its security code is wrong: the payment is held for its risk. */
  risky: '4000000000000101',
  /** Its refunds fail later. */
  returnsRefunds: '4000000000005126',
} as const;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Goes from the cart to the page of the order, tries again what is answered by nobody or with 503, and says what it was told. */
export async function buy(places: Places, plan: Plan): Promise<Told> {
  const told = tellNothing(plan.email, plan.wishes);
  const browser = await checkOut(places, plan, told);
  if (told.session === null) return told;
  try {
    await atProvider(places, plan, told);
  } catch (error) {
    told.wrong.push(String(error));
  }
  if (told.isPaid && !told.isTampered && plan.reads > 0) await readOrder(places, plan, told, browser);
  return told;
}

/** What a checkout in euros asks for. */
export function checkoutBody(email: string, wishes: readonly Wish[]): object {
  return {
    cart: wishes.map(({ kinguinId, quantity }) => ({ item: { _id: String(kinguinId), type: 'game' }, quantity })),
    currency: 'EUR',
    data: { fullName: 'Ada Buyer', email, selectedCountry: COUNTRY, zipCode: '10115', termsAccepted: true },
  };
}

/** Answers the browser's cookie. */
async function checkOut({ apis }: Places, { email, wishes, place, account }: Plan, told: Told): Promise<string> {
  const body = checkoutBody(email, wishes);
  let answer: Answer;
  do {
    const headers = { 'idempotency-key': randomUUID(), ...(account !== undefined && { authorization: account }) };
    answer = await untilAnswered((attempt) =>
      ask(`${apis[(place + attempt) % apis.length]}/products/payment_checkout`, { body, headers, agent, localAddress: addressOf(place) }),
    );
    told.answeredAt = Date.now();
  } while (isToBeTriedAgain(answer) && told.answeredAt - told.askedAt < PATIENCE_MS);
  if (answer.status === 201) told.session = (JSON.parse(answer.body) as { id: string }).id;
  else if (answer.status === 409) told.refused = refusedIn(answer.body);
  if (answer.status !== 201 && told.refused.length === 0) told.wrong.push(`checkout: ${answer.status} ${answer.body.slice(0, 300)}`);
  return answer.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

/** The keys came back before the answer did, or a checkout whose answer was lost has ended meanwhile. */
const isToBeTriedAgain = ({ status, body }: Answer) =>
  status === 409 && linesIn(body).every((line) => line.status === 'ok' || line.status === 'repriced');

function linesIn(body: string): readonly { readonly _id: string; readonly status: string }[] {
  return (JSON.parse(body) as { lines?: { _id: string; status: string }[] }).lines ?? [];
}

function refusedIn(body: string): number[] {
  return linesIn(body)
    .filter(({ status }) => status === 'adjusted' || status === 'removed')
    .map(({ _id }) => Number(_id));
}

/** What the customer does at the provider. @throws Error where that is refused, or does not have its effect */
async function atProvider(places: Places, { intention, card, tampered, mayHaveLapsed }: Plan, told: Told): Promise<void> {
  const use = (what: string, body: object = {}) =>
    useControl<AtProvider>(places, `sessions/${told.session}/${what}`, body, () => mayHaveLapsed?.(told) ?? false);
  if (intention === 'lets it expire') {
    const ended = await use('expire');
    if (ended && ended.session.status !== 'expired') throw new Error(`a session that was to expire is ${ended.session.status}`);
    told.isExpired = ended !== null;
  }
  if (intention === 'pays after a refused card') {
    const refused = await use('pay', { number: CARDS.refused });
    if (refused && refused.decline === null) throw new Error('a card that was to be refused was not');
    told.isCardRefused = refused !== null;
  }
  if (!intention.startsWith('pays')) return;
  told.isTampered = tampered !== undefined;
  if (tampered) await use('tamper', tampered);
  const paid = await use('pay', card === undefined ? {} : { number: card });
  if (paid && paid.decline !== null) throw new Error('a card was refused that was not to be');
  told.isPaid = paid !== null;
  told.payment = paid?.session.payment_intent ?? null;
}

/** Waits for the link of the order's page as the page after the payment does, and reads the order until all has come. */
async function readOrder({ apis }: Places, plan: Plan, told: Told, browser: string): Promise<void> {
  const { wishes, reads, leavesWithKeys = false, looksAgain = 0, place, account, refund } = plan;
  const looks = new Looks(told.session, account !== undefined);
  const headers = { cookie: browser, ...(account !== undefined && { authorization: account }) };
  const pieces = piecesOf(wishes);
  let refunding: Promise<void> | undefined;
  let again = -1;
  for (let read = 0; read < reads && again < looksAgain; read += 1) {
    const path = looks.next();
    const answer = await untilAnswered((attempt) =>
      ask(`${apis[(place + read + attempt) % apis.length]}/${path}`, { headers, agent, localAddress: addressOf(place) }),
    );
    const seen = answer.status === 200 ? looks.seenIn(path, answer.body) : null;
    if (answer.status !== 200) told.wrong.push(`${path}: ${answer.status} ${answer.body.slice(0, 300)}`);
    if (seen !== null) {
      told.seen.push(seen);
      if (refund && seen.status === 'Completed' && seen.keys.length === pieces)
        refunding ??= refund(told).catch((error: unknown) => void told.wrong.push(String(error)));
      const isOver = refund ? seen.status === 'Refunded' : !isUnderWay(seen) || (leavesWithKeys && seen.keys.length === pieces);
      if (isOver && told.seen.length > 5) again += 1;
    }
    if (again < looksAgain) await setTimeout(READ_PAUSE_MS);
  }
  await refunding;
}

/** One of this computer's own addresses, in a network of its own: a shop limits, and counts under a lock, what one network has open. */
function addressOf(place: number): string {
  return `127.${100 + (Math.floor(place / 250) % 100)}.${place % 250}.1`;
}
