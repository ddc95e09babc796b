import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SAME_FOR_ALL } from './cache-headers.ts';

/** Shorter bodies fit into the first packets anyway. */
const LEAST_PACKED = 1400;
/** Costs about the same as gzip, and the result is a fifth smaller. */
const BROTLI_QUALITY = 4;

const encodings = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  gzip: (text: string) => promisify(gzip)(text, { level: 4 }),
} as const;

type Encoding = keyof typeof encodings;

/** JSON text with its ETag and its compressed forms, each made once. `body` is what Node writes where nothing is packed. */
class ReadyJson {
  readonly text: string;
  readonly hash: string;
  readonly body: string | Buffer;
  private readonly packed = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string, { isRepeated = false } = {}) {
    this.text = text;
    // Encoding the text each time took half of the time that an answer of home takes.
    this.body = isRepeated ? Buffer.from(text) : text;
    this.hash = hash('sha1', text, 'base64url');
  }

  in(encoding: Encoding): Promise<Buffer> {
    const packed = this.packed.get(encoding) ?? encodings[encoding](this.text);
    this.packed.set(encoding, packed);
    return packed;
  }
}

/** Sends JSON text that is the same for all, compressed if the client accepts it, with a strong ETag; 304 if the client has the same text. */
export function sendJsonText(request: FastifyRequest, reply: FastifyReply, text: string): void {
  send(request, reply, new ReadyJson(text));
}

/** The same for one text that is sent again and again: it is hashed and compressed only when it changes. */
export class RepeatedJson {
  private ready = new ReadyJson('');

  send(request: FastifyRequest, reply: FastifyReply, text: string): void {
    if (text !== this.ready.text) this.ready = new ReadyJson(text, { isRepeated: true });
    send(request, reply, this.ready);
  }
}

function send(request: FastifyRequest, reply: FastifyReply, ready: ReadyJson): void {
  const encoding = ready.text.length < LEAST_PACKED ? null : encodingFor(request.headers['accept-encoding']);
  // A strong ETag means equal bytes: each encoding has its own, and each of them matches.
  void reply
    .header('ETag', encoding === null ? `"${ready.hash}"` : `"${ready.hash}.${encoding}"`)
    .headers({ ...SAME_FOR_ALL, Vary: 'Accept-Encoding' });
  if (isKnown(request.headers['if-none-match'], ready.hash)) return void reply.status(304).send();
  void reply.status(200).header('Content-Type', 'application/json; charset=utf-8');
  if (encoding === null) return void reply.send(ready.body);
  void ready.in(encoding).then(
    (packed) => reply.header('Content-Encoding', encoding).send(packed),
    (error: unknown) => reply.send(error),
  );
}

function encodingFor(header: string | undefined): keyof typeof encodings | null {
  const accepted = (header ?? '').split(',').flatMap((part) => {
    const [name = '', quality = ''] = part.split(';');
    return /q\s*=\s*0(\.0*)?\s*$/.test(quality) ? [] : [name.trim().toLowerCase()];
  });
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
}

function isKnown(header: string | undefined, hash: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((known) => {
    const tag = known.trim().replace(/^W\//, '');
    return tag === '*' || tag.replace(/(?:\.(?:br|gzip))?"$/, '"') === `"${hash}"`;
  });
}
