import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { widestNetworkOf } from '../security/browser-id.ts';
import { endRequest } from './end-request.ts';

/** Some thousand checkouts, or the largest body 16 times. */
const MOST_OF_NETWORK = 16 * 1_048_576;
const MOST_OF_ALL = 128 * 1_048_576;
const LOOK_EVERY_MS = 100;
/** What Node reads at once: so much of a body may have come with its headers. */
const READ_AT_ONCE = 65_536;

interface OpenBody {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly network: string;
  /** The size that the request names, or the largest that it may have. */
  readonly most: number;
  /** What its connection had received when it began. */
  readonly readBefore: number;
}

/**
 * Bounds what bodies that are still on their way take of the memory, of one network and in all: anybody can begin many and end none, and what
 * has come of each is kept until it is whole or too late. Beyond a bound the oldest bodies of the network that sent most are ended; a new one
 * is always taken, or whoever sends slowly would lock everybody out. Forms are not counted: they are read piece by piece. `largest`: what a
 * body may have that names no size.
 */
export function boundBodies(server: FastifyInstance, largest: number): void {
  const open = new Set<OpenBody>();
  server.addHook('preParsing', (request, reply, _payload, done) => {
    const most = bytesOf(request, largest);
    // Of a connection that has ended, nothing else comes, and no address is known.
    if (most > 0 && request.raw.complete === false && !request.raw.socket.destroyed) {
      const network = widestNetworkOf(request.ip);
      const body = { request, reply, network, most, readBefore: request.raw.socket.bytesRead };
      open.add(body);
      const forget = () => open.delete(body);
      request.raw.once('end', forget).once('close', forget);
    }
    done(null);
  });
  const timer = setInterval(() => endBeyondBounds(open), LOOK_EVERY_MS).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
}

function endBeyondBounds(open: Set<OpenBody>): void {
  if (open.size === 0) return;
  const networks = [...Map.groupBy(open, ({ network }) => network).values()].map((bodies) => ({
    bodies,
    bytes: bodies.reduce((sum, body) => sum + received(body), 0),
  }));
  let ofAll = networks.reduce((sum, { bytes }) => sum + bytes, 0);
  for (;;) {
    const largest = networks.reduce((most, network) => (network.bytes > most.bytes ? network : most));
    const oldest = largest.bodies[0];
    if (!oldest || (largest.bytes <= MOST_OF_NETWORK && ofAll <= MOST_OF_ALL)) return;
    largest.bodies.shift();
    largest.bytes -= received(oldest);
    ofAll -= received(oldest);
    open.delete(oldest);
    endRequest(oldest.request, oldest.reply, 429, 'Too much is sent at a time. Please try again in a moment.', ['Retry-After: 2']);
  }
}

/** At most so many bytes of a body have come. */
function received({ request, most, readBefore }: OpenBody): number {
  return Math.min(most, request.raw.socket.bytesRead - readBefore + READ_AT_ONCE);
}

function bytesOf({ headers }: FastifyRequest, largest: number): number {
  if (headers['content-type']?.toLowerCase().startsWith('multipart/form-data')) return 0;
  if (headers['transfer-encoding'] !== undefined) return largest;
  return Math.min(Number(headers['content-length'] ?? 0), largest);
}
