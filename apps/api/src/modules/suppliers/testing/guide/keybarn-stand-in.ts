import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const PAGE = 100;
const PIXEL = 'iVBORw0KGgo=';

interface StoredOrder {
  readonly id: string;
  readonly reference: string;
  readonly cents: number;
  state: 'open' | 'complete' | 'ended';
  keys: { readonly id: string }[];
  isBack: boolean;
  readonly pieces: number;
}

/** What a supplier's stand-in must be able to do for the contract. One for people belongs in `apps/sandbox/src/suppliers`. */
export class KeybarnStandIn {
  offers: { id: string; product: string; title: string; euros: number; pieces: number }[] = [];
  orders: StoredOrder[] = [];
  cents = 100_000;
  deliversAtOnce: 'all' | 'one' | 'none' = 'all';
  deliversPictures = false;
  isAway = false;
  /** Whether it says that it has keys as soon as it takes them back. */
  showsReturns = true;
  /** The answer to the next order is lost, before it has an effect or after. */
  loses: 'before' | 'after' | null = null;
  /** How the next answer, to an order or to what reads, is spoilt. */
  spoils: { readonly how: 'too many' | 'no JSON'; readonly to: 'orders' | 'reads' } | null = null;
  private orderCount = 0;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  reset(): void {
    Object.assign(this, {
      offers: [],
      orders: [],
      cents: 100_000,
      deliversAtOnce: 'all',
      deliversPictures: false,
      isAway: false,
      showsReturns: true,
      loses: null,
      spoils: null,
    });
  }

  deliver(order: StoredOrder, pieces = order.pieces): void {
    if (pieces === order.pieces) order.state = 'complete';
    order.keys = Array.from({ length: pieces }, (_, index) => {
      const id = `${order.id}-${index + 1}`;
      const png = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.from(id)]).toString('base64');
      return this.deliversPictures ? { id, text: null, png } : { id, text: `KEY-${id}`, png: null };
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const spoilt = this.spoils?.to === (request.method === 'POST' ? 'orders' : 'reads') ? this.spoils.how : null;
    if (spoilt !== null) this.spoils = null;
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(spoilt === 'no JSON' ? '<html>' : JSON.stringify(body));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (spoilt === 'too many') return void response.writeHead(429, { 'retry-after': '1' }).end();
    if (this.isAway) return void say(503, {});
    if (request.headers.authorization !== 'Bearer token') return void say(401, {});
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://keybarn');
    if (request.method === 'POST' && pathname !== '/orders') return this.takeBack(pathname.split('/')[2] ?? '', say, response);
    if (request.method === 'POST') return this.take(JSON.parse(Buffer.concat(chunks).toString()) as never, say, response);
    if (pathname === '/balance') return void say(200, { cents: this.cents });
    if (pathname === '/offers') return void say(200, this.page(searchParams));
    if (pathname === '/orders')
      return void say(200, { orders: this.orders.filter(({ reference }) => reference === searchParams.get('reference')) });
    const [, , id, part] = pathname.split('/');
    const order = this.orders.find((one) => one.id === id);
    if (!order) return void say(404, { reason: 'unknown' });
    if (part === 'returned') return void say(200, { keys: order.isBack && this.showsReturns ? order.keys.map((key) => key.id) : [] });
    say(200, part === 'keys' ? { keys: order.keys } : order);
  }

  private takeBack(id: string, say: (status: number, body: object) => void, response: ServerResponse): void {
    const { loses } = this;
    this.loses = null;
    if (loses === 'before') return void response.destroy();
    const order = this.orders.find((one) => one.id === id);
    if (order?.state !== 'complete') return say(422, { reason: 'no-keys' });
    this.cents += order.cents;
    Object.assign(order, { state: 'ended', isBack: true });
    if (loses === 'after') return void response.destroy();
    say(200, { keys: order.keys.map((key) => key.id) });
  }

  private page(asked: URLSearchParams): object {
    const product = asked.get('product');
    if (product !== null) return { offers: this.offers.filter((offer) => offer.product === product), after: null };
    const from = Number(asked.get('after') ?? 0);
    const end = from + PAGE;
    return { offers: this.offers.slice(from, end), after: end < this.offers.length ? String(end) : null };
  }

  private take(
    wanted: { reference: string; offer: string; pieces: number; most: number },
    say: (status: number, body: object) => void,
    response: ServerResponse,
  ): void {
    const { loses } = this;
    this.loses = null;
    if (loses === 'before') return void response.destroy();
    const offer = this.offers.find(({ id }) => id === wanted.offer);
    const price = Math.round((offer?.euros ?? 0) * 100);
    const cents = price * wanted.pieces;
    if (this.orders.some(({ reference }) => reference === wanted.reference)) return say(422, { reason: 'reference' });
    if (!offer || offer.pieces < wanted.pieces) return say(422, { reason: 'sold-out' });
    if (price > wanted.most) return say(422, { reason: 'price' });
    if (cents > this.cents) return say(422, { reason: 'balance' });
    offer.pieces -= wanted.pieces;
    this.cents -= cents;
    this.orderCount += 1;
    const order: StoredOrder = {
      id: `order-${this.orderCount}`,
      reference: wanted.reference,
      cents,
      state: 'open',
      keys: [],
      isBack: false,
      pieces: wanted.pieces,
    };
    this.orders.push(order);
    this.deliver(order, { all: order.pieces, one: 1, none: 0 }[this.deliversAtOnce]);
    if (loses === 'after') return void response.destroy();
    say(201, order);
  }
}
