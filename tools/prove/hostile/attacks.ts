import { gzipSync } from 'node:zlib';
import { type Heard, talk } from './send.ts';

export const LIST = '/products/getAllProductsFiltred?limit=20';
const MB = 1024 * 1024;
const BRACKETS_BYTES = 100 * MB;
/** The largest body that the shop takes, less than a kilobyte of room. */
const LARGEST_BYTES = MB - 1024;
const PART = Buffer.alloc(64 * 1024, '[');
const DRIP_MS = 200;
const DRIPS = 20;
const SILENT_MS = 3000;
/** So many times as many silent connections as others: after two seconds, as many are open as a process keeps. */
const SILENT_TIMES = 20;
export const SILENT = 'connections that say nothing';
export const DEEP_JSON = 'JSON in thirty thousand levels';
/** `JSON.parse` needs some 20 ms for them, and a cart's call a few. */
const DEEP = '['.repeat(30_000) + ']'.repeat(30_000);
const THOUSAND = Array.from({ length: 1000 }, (_, index) => `X-${index}: y`).join('\r\n');
/** As many bytes as the smallest request, or more. */
const NO_HTTP = '\u0000\u0001GET\r\n\r\n'.repeat(10);
const BOMB = gzipSync(Buffer.alloc(50 * MB, '['));
/** As much as Node takes of headers, less a kilobyte of room. */
const LONGEST_HEADERS = 15 * 1024;
const CART = '{"cart":[{"item":{"_id":"1949","type":"game"},"quantity":1}],"currency":"EUR"}';

/** One of the two servers that anybody reaches. */
export interface Target {
  readonly server: 'api' | 'storefront';
  readonly origin: string;
}

/** What each server does for visitors, and a body or headers may come with. The storefront serves pages alone, and reads no body. */
const REQUEST_LINES = { api: 'POST /cart-validation HTTP/1.1', storefront: 'GET /my-cart HTTP/1.1' };

const ask = ({ server }: Target, headers: string) =>
  `${REQUEST_LINES[server]}\r\nHost: shop\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
const [CLOSE, KEEP] = ['Connection: close', 'Connection: keep-alive'];
const SMALLEST_PATHS = { api: '/health/live', storefront: '/health' };
/** The smallest request that a server answers well. */
const smallest = ({ server }: Target, header: string) => `GET ${SMALLEST_PATHS[server]} HTTP/1.1\r\nHost: shop\r\n${header}\r\n\r\n`;

/** Makes so many connections to a server. */
type Load = (to: Target, count: number) => Promise<Heard[]>;

/**
 * What no HTTP client does, and well-formed requests on as many connections with about as many bytes, or fewer. Connections without a byte cost
 * so little that many more come of them than well-formed ones, which are open for as long and make the smallest request.
 */
export interface Attack {
  readonly hostile: Load;
  readonly wellFormed: Load;
}

/** A cart's body of so many bytes; to the storefront, pages that are asked for without one. */
const carts =
  (bytes: number, headers = CLOSE): Load =>
  (to, count) =>
    many(count, () => talk(to.origin, cartOrPage(to, headers, bytes)));

/** So many bytes of ordinary headers. */
const headersOf = (bytes: number): Load =>
  carts(CART.length, [CLOSE, ...Array.from({ length: 10 }, (_, index) => `X-${index}: ${'x'.repeat(bytes / 10 - 8)}`)].join('\r\n'));

function cartOrPage(to: Target, headers: string, bytes = CART.length): string {
  if (to.server === 'storefront') return ask(to, headers);
  const body = CART.padEnd(bytes);
  return ask(to, `${headers}\r\nContent-Length: ${body.length}`) + body;
}

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'bodies of which a byte comes now and then': {
    hostile: (to, count) =>
      many(count, () =>
        talk(to.origin, ask(to, 'Content-Length: 1000000'), (socket) => {
          let bytes = 0;
          const drip = setInterval(() => ((bytes += 1) < DRIPS ? socket.write('[') : socket.destroy()), DRIP_MS);
          socket.on('close', () => clearInterval(drip));
        }),
      ),
    wellFormed: (to, count) =>
      many(count, () => talk(to.origin, cartOrPage(to, KEEP), (socket) => setTimeout(() => socket.destroy(), DRIP_MS * DRIPS))),
  },
  'headers without an end': {
    hostile: (to, count) => many(count, () => talk(to.origin, ask(to, `X-Long: ${'x'.repeat(200_000)}`))),
    wellFormed: headersOf(LONGEST_HEADERS),
  },
  'a thousand headers': {
    hostile: (to, count) => many(count, () => talk(to.origin, ask(to, `${CLOSE}\r\n${THOUSAND}`))),
    wellFormed: headersOf(THOUSAND.length),
  },
  [DEEP_JSON]: {
    hostile: (to, count) => many(count, () => talk(to.origin, ask(to, `${CLOSE}\r\nContent-Length: ${DEEP.length}`) + DEEP)),
    wellFormed: carts(DEEP.length),
  },
  'a hundred megabytes of brackets': {
    hostile: (to, count) =>
      many(Math.ceil(count / 10), () =>
        talk(to.origin, ask(to, `Content-Length: ${BRACKETS_BYTES}`), (socket) => {
          let sent = 0;
          const more = () => {
            while (sent < BRACKETS_BYTES && !socket.destroyed) {
              sent += PART.length;
              if (!socket.write(PART)) return void socket.once('drain', more);
            }
          };
          more();
        }),
      ),
    wellFormed: (to, count) => carts(LARGEST_BYTES)(to, Math.ceil(count / 10)),
  },
  // The shop takes no compressed bodies: beside it, bodies as they are.
  'a bomb that is compressed': {
    hostile: (to, count) =>
      many(count, () =>
        talk(to.origin, ask(to, `${CLOSE}\r\nContent-Encoding: gzip\r\nContent-Length: ${BOMB.length}`), (socket) => socket.write(BOMB)),
      ),
    wellFormed: carts(BOMB.length),
  },
  'lines that are no HTTP': {
    hostile: (to, count) => many(count, () => talk(to.origin, NO_HTTP)),
    wellFormed: (to, count) => many(count, () => talk(to.origin, smallest(to, CLOSE))),
  },
  [SILENT]: {
    hostile: (to, count) =>
      many(count * SILENT_TIMES, () => talk(to.origin, '', (socket) => setTimeout(() => socket.destroy(), SILENT_MS))),
    wellFormed: (to, count) =>
      many(count, () => talk(to.origin, smallest(to, KEEP), (socket) => setTimeout(() => socket.destroy(), SILENT_MS))),
  },
};

const many = (count: number, connection: () => Promise<Heard>) => Promise.all(Array.from({ length: count }, connection));
