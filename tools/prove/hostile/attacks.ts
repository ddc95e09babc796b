import { gzipSync } from 'node:zlib';
import { talk } from './send.ts';

const PATH = '/cart-validation';
export const LIST = '/products/getAllProductsFiltred?limit=20';
const BRACKETS_BYTES = 100 * 1024 * 1024;
const PART = Buffer.alloc(64 * 1024, '[');
const DRIP_MS = 200;

const head = (headers: string) => `POST ${PATH} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

type Attack = (origin: string, count: number) => Promise<string[]>;

/** One good request on each of `count` connections. */
export const goodRequests: Attack = (origin, count) =>
  many(count, () => talk(origin, `GET ${LIST} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`));

/** Attacks on one origin that no HTTP client makes. Each answers the heads of the answers that were heard. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'bodies of which a byte comes now and then': (origin, count) =>
    many(count, () =>
      talk(origin, head('Content-Length: 1000000'), (socket) => {
        let bytes = 0;
        const drip = setInterval(() => ((bytes += 1) < 20 ? socket.write('[') : socket.destroy()), DRIP_MS);
        socket.on('close', () => clearInterval(drip));
      }),
    ),
  'headers without an end': (origin, count) => many(count, () => talk(origin, head(`X-Long: ${'x'.repeat(200_000)}`))),
  'a thousand headers': (origin, count) =>
    many(count, () => talk(origin, head(Array.from({ length: 1000 }, (_, index) => `X-${index}: y`).join('\r\n')))),
  'JSON in ten thousand levels': (origin, count) =>
    many(count, () => {
      const body = '['.repeat(10_000) + ']'.repeat(10_000);
      return talk(origin, head(`Connection: close\r\nContent-Length: ${body.length}`) + body);
    }),
  'a hundred megabytes of brackets': (origin, count) =>
    many(Math.ceil(count / 50), () =>
      talk(origin, head(`Content-Length: ${BRACKETS_BYTES}`), (socket) => {
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
  'a bomb that is compressed': (origin, count) => {
    const body = gzipSync(Buffer.alloc(50 * 1024 * 1024, '['));
    return many(count, () =>
      talk(origin, head(`Connection: close\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}`), (socket) => socket.write(body)),
    );
  },
  'lines that are no HTTP': (origin, count) => many(count, () => talk(origin, '\u0000\u0001GET\r\n\r\n'.repeat(10))),
  'connections that say nothing': (origin, count) =>
    many(count * 4, () => talk(origin, '', (socket) => setTimeout(() => socket.destroy(), 3000))),
};

const many = (count: number, attack: () => Promise<string>) => Promise.all(Array.from({ length: count }, attack));
