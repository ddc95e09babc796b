import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RawServerDefault } from 'fastify';

/** More than the body of any call has. */
const MOST_LEVELS = 32;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** Lists and objects, whose brackets differ from each other in this bit alone. */
const OBJECT_BIT = 0x20;
const [OPENING, CLOSING] = [0x7b, 0x7d];

/**
 * Reads JSON bodies as Fastify does, but refuses those of more than 32 levels with 400: `JSON.parse` needs milliseconds for a few kilobytes
 * of brackets, and a process would serve nobody else meanwhile.
 */
export function readJsonBodies(app: NestFastifyApplication, bodyLimit: number): void {
  const parse = app.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
  app.useBodyParser<RawServerDefault>('application/json', { bodyLimit }, (request, body, done) => {
    if (hasTooManyLevels(body)) done(Object.assign(new SyntaxError(`More than ${MOST_LEVELS} levels`), { statusCode: 400 }));
    else void parse(request, body as unknown as string, done);
  });
}

function hasTooManyLevels(body: Buffer): boolean {
  let levels = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if ((byte | OBJECT_BIT) === OPENING) {
      levels += 1;
      if (levels > MOST_LEVELS) return true;
    } else if ((byte | OBJECT_BIT) === CLOSING) levels -= 1;
  }
  return false;
}
