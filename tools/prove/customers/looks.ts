import type { Seen } from './told.ts';

/** What a buyer is shown while an order has not come to anything. `Paid`: the link is there; `Missing`: it is not on the list. */
const UNDER_WAY: ReadonlySet<string> = new Set(['Paid', 'Processing', 'Missing']);

export const isUnderWay = ({ status }: Seen) => UNDER_WAY.has(status);

interface Listed {
  readonly _id: string;
  readonly status: string;
}

/**
 * The calls by which a buyer looks at one order, one after the other. First the link of its page is waited for; then a guest reads that page,
 * and whose account has this order alone reads in turn the account's list, the page, and the order in the account.
 */
export class Looks {
  private token: string | null = null;
  private orderId: string | null = null;
  private turn = 0;

  private readonly session: string | null;
  private readonly hasAccount: boolean;

  constructor(session: string | null, hasAccount: boolean) {
    [this.session, this.hasAccount] = [session, hasAccount];
  }

  /** The path of the next look. */
  next(): string {
    if (this.token === null) return `order/started/${this.session}`;
    if (!this.hasAccount) return `order/guest/${this.token}`;
    const paths = ['order', `order/guest/${this.token}`, ...(this.orderId === null ? [] : [`order/${this.orderId}/keys`])];
    this.turn += 1;
    return paths[(this.turn - 1) % paths.length] ?? 'order';
  }

  /** What an answer to that path shows; null: the payment has not arrived yet. */
  seenIn(path: string, body: string): Seen | null {
    if (this.token === null) return this.take((JSON.parse(body) as { token: string | null }).token);
    if (path === 'order') return this.listed(JSON.parse(body) as Listed[]);
    const { order, keys } = JSON.parse(body) as { order: Listed; keys: { key?: string }[] };
    this.orderId = order._id;
    return { status: order.status, keys: keys.map(({ key = '' }) => key) };
  }

  private take(token: string | null): Seen | null {
    this.token = token;
    return token === null || !this.hasAccount ? null : { status: 'Paid', keys: [], from: 'link' };
  }

  private listed(orders: readonly Listed[]): Seen {
    const found = this.orderId === null ? orders[0] : orders.find(({ _id }) => _id === this.orderId);
    return { status: found?.status ?? 'Missing', keys: [], from: 'list' };
  }
}
