import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyTries } from '../../../shared/domain-error.ts';
import { ShopBusy } from '../../../shared/shop-busy.ts';
import { answerFrameworkError } from '../responses/errors.ts';
import { networkOf, widerNetworksOf } from '../security/browser-id.ts';

/** Some thousand checkouts, or the largest body 16 times. */
const MOST_OF_NETWORK = 16 * 1_048_576;
const MOST_OF_ALL = 128 * 1_048_576;

class TooManyBodies extends TooManyTries {
  constructor() {
    super('Too much is sent at a time. Please try again in a moment.', 2);
  }
}

/**
 * Bounds what the bodies that are still on their way may take of the memory, of one network and in all, by the sizes that their requests name:
 * anybody can begin many and end none, and each is kept until it is whole or too late. Forms are not counted: they are read piece by piece.
 * `largest`: what a body may have that names no size.
 */
export function boundBodies(server: FastifyInstance, largest: number): void {
  const begun = new Map<string, number>();
  let ofAll = 0;

  function add(network: string, bytes: number): void {
    ofAll += bytes;
    const now = (begun.get(network) ?? 0) + bytes;
    if (now > 0) begun.set(network, now);
    else begun.delete(network);
  }

  server.addHook('preParsing', (request, reply, _payload, done) => {
    const bytes = bytesOf(request, largest);
    if (bytes === 0) return done(null);
    const network = widerNetworksOf(request.ip)?.in48 ?? networkOf(request.ip);
    const error =
      (begun.get(network) ?? 0) + bytes > MOST_OF_NETWORK ? new TooManyBodies() : ofAll + bytes > MOST_OF_ALL ? new ShopBusy() : null;
    if (error !== null) return answerFrameworkError(error, request, reply.header('Connection', 'close'));
    add(network, bytes);
    let isCounted = true;
    const forget = () => {
      if (isCounted) add(network, -bytes);
      isCounted = false;
    };
    request.raw.once('end', forget).once('close', forget);
    done(null);
  });
}

function bytesOf({ headers }: FastifyRequest, largest: number): number {
  if (headers['content-type']?.toLowerCase().startsWith('multipart/form-data')) return 0;
  if (headers['transfer-encoding'] !== undefined) return largest;
  return Math.min(Number(headers['content-length'] ?? 0), largest);
}
