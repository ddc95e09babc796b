import { gzipSync } from 'node:zlib';
import { type Heard, talk } from './send.ts';

const PATH = '/cart-validation';
export const LIST = '/products/getAllProductsFiltred?limit=20';
const MB = 1024 * 1024;
const BRACKETS_BYTES = 100 * MB;
/** The largest body that the shop takes, less than a kilobyte of room. */
const LARGEST_BYTES = MB - 1024;
const PART = Buffer.alloc(64 * 1024, '[');
const DRIP_MS = 200;
const DRIPS = 20;
const SILENT_MS = 3000;
const DEEP = '['.repeat(10_000) + ']'.repeat(10_000);
const THOUSAND = Array.from({ length: 1000 }, (_, index) => `X-${index}: y`).join('\r\n');
const BOMB = gzipSync(Buffer.alloc(50 * MB, '['));
/** As much as Node takes of headers, less a kilobyte of room. */
const LONGEST_HEADERS = 15 * 1024;
const CART = '{"cart":[{"item":{"_id":"1949","type":"game"},"quantity":1}],"currency":"EUR"}';

const post = (headers: string) => `POST ${PATH} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
const CLOSE = 'Connection: close';
const GET = `GET ${LIST} HTTP/1.1\r\nHost: shop\r\n${CLOSE}\r\n\r\n`;

/** Makes so many connections to an origin. */
type Load = (origin: string, count: number) => Promise<Heard[]>;

/** What no HTTP client does, and well-formed requests on as many connections with about as many bytes, or fewer. */
export interface Attack {
  readonly hostile: Load;
  readonly wellFormed: Load;
}

const goodRequests: Load = (origin, count) => many(count, () => talk(origin, GET));

/** A cart's body of so many bytes. */
const carts =
  (bytes: number): Load =>
  (origin, count) =>
    many(count, () => talk(origin, post(`${CLOSE}\r\nContent-Length: ${Math.max(bytes, CART.length)}`) + CART.padEnd(bytes)));

/** So many bytes of ordinary headers, and a cart. */
const headersOf =
  (bytes: number): Load =>
  (origin, count) => {
    const headers = Array.from({ length: 10 }, (_, index) => `X-${index}: ${'x'.repeat(bytes / 10 - 8)}`).join('\r\n');
    return many(count, () => talk(origin, post(`${CLOSE}\r\nContent-Length: ${CART.length}\r\n${headers}`) + CART));
  };

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'bodies of which a byte comes now and then': {
    hostile: (origin, count) =>
      many(count, () =>
        talk(origin, post('Content-Length: 1000000'), (socket) => {
          let bytes = 0;
          const drip = setInterval(() => ((bytes += 1) < DRIPS ? socket.write('[') : socket.destroy()), DRIP_MS);
          socket.on('close', () => clearInterval(drip));
        }),
      ),
    wellFormed: (origin, count) =>
      many(count, () =>
        talk(origin, post(`Content-Length: ${CART.length}`) + CART, (socket) => setTimeout(() => socket.destroy(), DRIP_MS * DRIPS)),
      ),
  },
  'headers without an end': {
    hostile: (origin, count) => many(count, () => talk(origin, post(`X-Long: ${'x'.repeat(200_000)}`))),
    wellFormed: headersOf(LONGEST_HEADERS),
  },
  'a thousand headers': {
    hostile: (origin, count) => many(count, () => talk(origin, post(`${CLOSE}\r\n${THOUSAND}`))),
    wellFormed: headersOf(THOUSAND.length),
  },
  'JSON in ten thousand levels': {
    hostile: (origin, count) => many(count, () => talk(origin, post(`${CLOSE}\r\nContent-Length: ${DEEP.length}`) + DEEP)),
    wellFormed: carts(DEEP.length),
  },
  'a hundred megabytes of brackets': {
    hostile: (origin, count) =>
      many(Math.ceil(count / 50), () =>
        talk(origin, post(`Content-Length: ${BRACKETS_BYTES}`), (socket) => {
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
    wellFormed: (origin, count) => carts(LARGEST_BYTES)(origin, Math.ceil(count / 50)),
  },
  // The shop takes no compressed bodies: beside it, bodies as they are.
  'a bomb that is compressed': {
    hostile: (origin, count) =>
      many(count, () =>
        talk(origin, post(`${CLOSE}\r\nContent-Encoding: gzip\r\nContent-Length: ${BOMB.length}`), (socket) => socket.write(BOMB)),
      ),
    wellFormed: carts(BOMB.length),
  },
  'lines that are no HTTP': {
    hostile: (origin, count) => many(count, () => talk(origin, '\u0000\u0001GET\r\n\r\n'.repeat(10))),
    wellFormed: goodRequests,
  },
  'connections that say nothing': {
    hostile: (origin, count) => many(count * 4, () => talk(origin, '', (socket) => setTimeout(() => socket.destroy(), SILENT_MS))),
    wellFormed: (origin, count) =>
      many(count * 4, () => talk(origin, GET.replace(`${CLOSE}\r\n`, ''), (socket) => setTimeout(() => socket.destroy(), SILENT_MS))),
  },
};

const many = (count: number, connection: () => Promise<Heard>) => Promise.all(Array.from({ length: count }, connection));
