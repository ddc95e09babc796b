import { type BuyerOfShop, control } from '../buyer.ts';
import { ask } from '../customers/ask.ts';
import { untilAnswered } from '../until-answered.ts';
import type { Goods, Kind } from './goods.ts';

/** What becomes of an order on hold, and by whom. Those of `DELIVERED` get their keys. */
const FATES = ['released', 'refunded', 'approved', 'refused', 'warned', 'lost', 'lapsed'] as const;
export type Fate = (typeof FATES)[number];
export const DELIVERED: readonly Fate[] = ['released', 'approved'];

export interface Plan {
  readonly email: string;
  readonly isCustomer: boolean;
  readonly currency: string;
  readonly lines: readonly { readonly kind: Kind; readonly quantity: number }[];
  readonly fate: Fate;
}

export interface Held extends Plan {
  readonly orderId: string;
  readonly session: string;
  readonly intent: string;
}

/** A security code that is wrong, and a payment that the provider reviews. */
const CARDS = { wrongCode: '4000000000000101', reviewed: '4000000000009292' } as const;

const LINES: readonly Plan['lines'][] = [
  [{ kind: 'text', quantity: 1 }],
  [
    { kind: 'account', quantity: 2 },
    { kind: 'text', quantity: 1 },
  ],
  [{ kind: 'image', quantity: 1 }],
  [
    { kind: 'text', quantity: 2 },
    { kind: 'account', quantity: 1 },
    { kind: 'image', quantity: 2 },
  ],
];

/** So many orders, in turn of each fate, currency and set of lines, of guests and of the customer. */
export function plansOf(count: number): Plan[] {
  return Array.from({ length: count }, (_, index) => ({
    email: `held-${index}@example.com`,
    isCustomer: index % 3 === 1,
    currency: ['EUR', 'USD', 'PLN', 'GBP'][index % 4] ?? 'EUR',
    // A step of its own, so that each fate meets each set of lines.
    lines: LINES[(index + Math.floor(index / LINES.length)) % LINES.length] ?? [],
    fate: FATES[index % FATES.length] ?? 'released',
  }));
}

/** Checks out and pays. `browser`: the cookie that says whose checkout it is; `token`: of the customer's login. */
export async function placeAndPay(
  shop: BuyerOfShop,
  goods: Goods,
  plan: Plan,
  { browser, token }: { browser: string; token: string },
): Promise<{ session: string; browser: string }> {
  const body = {
    cart: plan.lines.map(({ kind, quantity }) => ({ item: { _id: String(goods[kind].kinguinId), type: 'game' }, quantity })),
    currency: plan.currency,
    data: { fullName: 'Ada Held', email: plan.email, termsAccepted: true },
  };
  const headers = {
    'content-type': 'application/json',
    ...(browser !== '' && { cookie: browser }),
    ...(plan.isCustomer && { authorization: token }),
  };
  const answer = await fetch(`${shop.api}/products/payment_checkout`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`checkout: ${answer.status} ${text.slice(0, 300)}`);
  const { id: session } = JSON.parse(text) as { id: string };
  const isReviewed = plan.fate === 'approved' || plan.fate === 'refused';
  await control(shop, `sessions/${session}/pay`, { number: isReviewed ? CARDS.reviewed : CARDS.wrongCode });
  return {
    session,
    browser:
      browser ||
      answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
  };
}

/** An account whose address is verified; answers its id and the token of a login. */
export async function signUp(
  api: string,
  email: string,
  verify: (email: string) => Promise<string>,
): Promise<{ id: string; token: string }> {
  const password = 'unheard-of-47-words';
  const post = async (path: string, body: object) => {
    const answer = await untilAnswered(() => ask(`${api}/user/${path}`, { body }));
    if (answer.status < 200 || answer.status > 299) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 300)}`);
    return answer;
  };
  await post('signup', { username: 'Ada', lastname: 'Held', email, password });
  const id = await verify(email);
  const { tk } = JSON.parse((await post('login', { email, password })).body) as { tk: string };
  return { id, token: tk };
}
