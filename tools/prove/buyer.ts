/** A buyer without a browser: orders over the API, pays over the stand-in's controls, reads the mailbox. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly to: readonly { readonly address: string }[];
}

export interface BuyerOfShop {
  readonly api: string;
  readonly sandbox: string;
  readonly mailbox: string;
}

const json = { 'content-type': 'application/json' };

async function answer<T>(request: Promise<Response>): Promise<T> {
  const response = await request;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} from ${response.url}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

/** Games that can be bought now, those with most keys first: kinguinId and how many. */
export async function gamesInStock({ api }: Pick<BuyerOfShop, 'api'>): Promise<{ kinguinId: number; qty: number }[]> {
  const { products } = await answer<{ products: { kinguinId: number; qty: number }[] }>(
    fetch(`${api}/products/getAllProductsFiltred?limit=100`),
  );
  return products.filter(({ qty }) => qty > 0).sort((a, b) => b.qty - a.qty);
}

/** Answers the payment session's id. */
export async function checkOut(
  { api }: Pick<BuyerOfShop, 'api'>,
  { kinguinId, email, quantity = 1 }: { kinguinId: number; email: string; quantity?: number },
): Promise<string> {
  const body = {
    cart: [{ item: { _id: String(kinguinId), type: 'game' }, quantity }],
    currency: 'EUR',
    data: { fullName: 'Ada Buyer', email, termsAccepted: true },
  };
  const { id } = await answer<{ id: string }>(
    fetch(`${api}/products/payment_checkout`, { method: 'POST', headers: json, body: JSON.stringify(body) }),
  );
  return id;
}

/** Uses one of the stand-in's controls, `sessions/{id}/pay` for instance. */
export async function control(
  { sandbox }: Pick<BuyerOfShop, 'sandbox'>,
  path: string,
  body: object = {},
  method: 'POST' | 'PUT' = 'POST',
): Promise<void> {
  await answer(fetch(`${sandbox}/sandbox/${path}`, { method, headers: json, body: JSON.stringify(body) }));
}

/** How many requests to the payment provider have met each kind of failure that was set. */
export async function providerFailures({ sandbox }: Pick<BuyerOfShop, 'sandbox'>): Promise<Readonly<Record<string, number>>> {
  return (await answer<{ met: Readonly<Record<string, number>> }>(fetch(`${sandbox}/sandbox/api`))).met;
}

/** How the mail server behaves from now on: `ok`, `defer` or `reject`, to all or some recipients. */
export async function mailServer({ mailbox }: Pick<BuyerOfShop, 'mailbox'>, behaviour: object): Promise<void> {
  await answer(fetch(`${mailbox}/api/smtp`, { method: 'PUT', headers: json, body: JSON.stringify(behaviour) }));
}

export function mails({ mailbox }: Pick<BuyerOfShop, 'mailbox'>): Promise<Mail[]> {
  return answer(fetch(`${mailbox}/api/email?limit=10000`));
}

/** Polls until `isThere` says so. @throws Error after `withinMs` milliseconds. */
export async function eventually<T>(look: () => Promise<T>, isThere: (seen: T) => boolean, withinMs: number, everyMs = 100): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (Date.now() > end) throw new Error(`Not within ${withinMs} ms; last seen: ${JSON.stringify(seen)?.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
