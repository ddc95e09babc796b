import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Failure } from '../../shared/failure.ts';
import type { SoldProduct } from './stock.ts';

/** Where buyers go: the shop's processes in turn, and the stand-in for the payment provider. */
export interface Shops {
  readonly apis: readonly string[];
  readonly sandbox: string;
}

export interface Visit {
  /** Part of the e-mail addresses, of its own in each phase. */
  readonly name: string;
  readonly products: readonly SoldProduct[];
  readonly buyers: number;
  /** No checkout begins after so many milliseconds. */
  readonly forMs: number;
  /** Nor after so many. */
  readonly most: number;
  /** False: checked out and left open. */
  readonly pays: boolean;
}

interface Bought {
  readonly email: string;
  readonly session: string;
  /** Milliseconds from the press of the button to the session, with what the shop made the buyer wait. */
  readonly checkoutMs: number;
  /** When the provider had said that it is paid; milliseconds since the epoch. */
  readonly paidAt: number;
}

export interface Visited {
  readonly orders: readonly Bought[];
  /** Milliseconds until the last checkout was answered and paid. */
  readonly tookMs: number;
  /** Answers with 503, and connections that were reset: the buyer waited as `Retry-After` says and asked again. */
  readonly refused: number;
  /** Other answers than a session: the buyer went away. */
  readonly failures: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly retryAfter: number;
  readonly body: string;
}

/** Buyers without pause, each from an address of its own as in life, one order after the other: checkout, then payment at the provider. */
export async function visit(shops: Shops, { name, products, buyers, forMs, most, pays }: Visit): Promise<Visited> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const orders: Bought[] = [];
  const failures: string[] = [];
  let refused = 0;
  let begun = 0;
  const start = performance.now();
  const buy = async (buyer: number) => {
    while (performance.now() - start < forMs && begun < most) {
      const place = begun++;
      const product = products[place % products.length] as SoldProduct;
      const email = `${name}-${place}@example.com`;
      const before = performance.now();
      const { session, refusals, failure } = await checkOut(shops.apis[place % shops.apis.length] ?? '', agent, { product, email, buyer });
      const checkoutMs = performance.now() - before;
      refused += refusals;
      if (session === null) {
        failures.push(failure);
        continue;
      }
      if (pays) await pay(shops, agent, session);
      orders.push({ email, session, checkoutMs, paidAt: Date.now() });
    }
  };
  await Promise.all(Array.from({ length: buyers }, (_, buyer) => buy(buyer)));
  agent.destroy();
  return { orders, tookMs: performance.now() - start, refused, failures };
}

/** Pays orders that were left open, all at once. Answers when the first one was begun, in milliseconds since the epoch. */
export async function payAll(shops: Shops, sessions: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const begun = Date.now();
  await Promise.all(sessions.map((session) => pay(shops, agent, session)));
  agent.destroy();
  return begun;
}

/** As the storefront sends it, with what a form has. */
async function checkOut(
  api: string,
  agent: Agent,
  { product, email, buyer }: { product: SoldProduct; email: string; buyer: number },
): Promise<{ session: string | null; refusals: number; failure: string }> {
  const body = {
    cart: [{ item: { _id: String(product.kinguinId), type: 'game' }, quantity: 1 }],
    currency: 'EUR',
    data: { fullName: 'Ada Buyer', email, selectedCountry: 'DE', zipCode: '10115', termsAccepted: true },
    expectedTotal: product.priceMinor / 100,
  };
  const headers = { 'idempotency-key': randomUUID() };
  for (let refusals = 0; ; refusals += 1) {
    const answer = await post(`${api}/products/payment_checkout`, body, { agent, headers, localAddress: addressOf(buyer) });
    if (answer.status === 201) return { session: (JSON.parse(answer.body) as { id: string }).id, refusals, failure: '' };
    if (answer.status !== 503) return { session: null, refusals, failure: `${answer.status}: ${answer.body.slice(0, 300)}` };
    await setTimeout(answer.retryAfter * 1000);
  }
}

async function pay({ sandbox }: Pick<Shops, 'sandbox'>, agent: Agent, session: string): Promise<void> {
  const answer = await post(`${sandbox}/sandbox/sessions/${session}/pay`, {}, { agent });
  if (answer.status === 503) return pay({ sandbox }, agent, session);
  if (answer.status !== 200) throw new Failure(`A payment was answered with ${answer.status}: ${answer.body.slice(0, 300)}`);
}

/** One of this computer's own addresses: a shop limits, and counts under a lock, what one address has open. */
function addressOf(buyer: number): string {
  return `127.1.${Math.floor(buyer / 250)}.${1 + (buyer % 250)}`;
}

function post(
  url: string,
  body: object,
  { agent, headers = {}, localAddress }: { agent: Agent; headers?: Record<string, string>; localAddress?: string },
): Promise<Answer> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      ...(localAddress !== undefined && { localAddress }),
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
    });
    // A connection that the other side closed meanwhile: asked again, as a buyer presses the button again.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve({ status: 503, retryAfter: 1, body: error.code }) : reject(error),
    );
    sent.on('response', (answer) => {
      let received = '';
      answer.setEncoding('utf8').on('data', (part: string) => (received += part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, retryAfter: Number(answer.headers['retry-after'] ?? 1), body: received }),
      );
    });
    sent.end(text);
  });
}
