import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RawServerDefault } from 'fastify';

/** More than the body of any call has. */
const MOST_LEVELS = 32;
/** The same of one object: a cart line of a browser has some sixty, an event of Stripe fewer than a hundred. */
const MOST_FIELDS = 256;
/** In all of it: a full cart has some eight thousand. */
const MOST_VALUES = 20_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
/** Lists and objects, whose brackets differ from each other in this bit alone. */
const OBJECT_BIT = 0x20;
const [OPENING, CLOSING] = [0x7b, 0x7d];

/**
 * Reads JSON bodies as Fastify does, but refuses with 400 those of more than 32 levels, as `JSON.parse` needs milliseconds for a few kilobytes
 * of brackets; objects of more than 256 fields, as class-transformer compares each field with all others, which took more than a minute for a
 * megabyte; and those of more than 20,000 values, as validation takes some microseconds for each. A process would serve nobody else meanwhile.
 */
export function readJsonBodies(app: NestFastifyApplication, bodyLimit: number): void {
  const parse = app.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
  app.useBodyParser<RawServerDefault>('application/json', { bodyLimit }, (request, body, done) => {
    const excess = excessOf(body);
    if (excess !== null) done(Object.assign(new SyntaxError(excess), { statusCode: 400 }));
    else void parse(request, body as unknown as string, done);
  });
}

/** What a body has too much of; null: of nothing. */
function excessOf(body: Buffer): string | null {
  /** How many fields each open object has so far; a list has none. */
  const open: { fields: number }[] = [];
  let values = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if ((byte | OBJECT_BIT) === OPENING) {
      if (open.push({ fields: 0 }) > MOST_LEVELS) return `More than ${MOST_LEVELS} levels`;
    } else if ((byte | OBJECT_BIT) === CLOSING) open.pop();
    else if (byte === COLON) {
      const object = open.at(-1);
      if (object && (object.fields += 1) > MOST_FIELDS) return `More than ${MOST_FIELDS} fields`;
    } else if (byte === COMMA && (values += 1) >= MOST_VALUES) return `More than ${MOST_VALUES} values`;
  }
  return null;
}
