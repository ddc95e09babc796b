import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { textIn } from './dialect.ts';

const TOO_LARGE_BYTES = 11 * 1_048_576;
const PIECE = Buffer.alloc(65_536);
const BOMB_PIXELS = 20_000;
const COVER = { width: 600, height: 800 };
const SHOT = { width: 1280, height: 720 };

/** Pictures of a supplier's products, and what a shop must not take for one. */
export async function pictureRoutes(app: FastifyInstance): Promise<void> {
  app.get('/:product/cover.png', (request, reply) =>
    reply.type('image/png').send(gradient(textIn(request.params, 'product') ?? '', COVER)),
  );
  app.get('/:product/shot-:number(^\\d+).png', ({ params }, reply) =>
    reply.type('image/png').send(gradient(`${textIn(params, 'product')} ${textIn(params, 'number')}`, SHOT)),
  );
  app.get('/slow.png', (_request, reply) => {
    const start = gradient('slow', COVER).subarray(0, 100);
    // No more comes until the caller goes.
    let isSent = false;
    const body = new Readable({
      read() {
        if (!isSent) this.push(start);
        isSent = true;
      },
    });
    return reply.type('image/png').send(body);
  });
  // 400 megapixels in 50 kB.
  app.get('/bomb.png', (_request, reply) => reply.type('image/png').send(bomb()));
  app.get('/large.png', (_request, reply) => {
    let left = TOO_LARGE_BYTES / PIECE.length;
    const body = new Readable({
      read() {
        left -= 1;
        this.push(left >= 0 ? PIECE : null);
      },
    });
    return reply.type('image/png').send(body);
  });
  app.get('/page.png', (_request, reply) =>
    reply.type('image/png').send('<!doctype html><title>Not a picture</title><script>alert(1)</script>'),
  );
  app.get('/failing.png', (_request, reply) => reply.code(503).send());
  app.get('/to', ({ query }, reply) => reply.redirect(textIn(query, 'address') ?? 'http://169.254.169.254/latest/meta-data/'));
}

/** A PNG whose colours come from the text. */
function gradient(text: string, { width, height }: { width: number; height: number }): Buffer {
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(text).digest();
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    const light = 0.3 + (0.7 * y) / height;
    const row = Buffer.alloc(width * 3);
    for (let x = 0; x < width; x += 1) {
      row[x * 3] = red * light;
      row[x * 3 + 1] = green * light;
      row[x * 3 + 2] = (blue * x) / width;
    }
    row.copy(rows, y * (1 + width * 3) + 1);
  }
  return png(width, height, { depth: 8, colour: 2 }, rows);
}

function bomb(): Buffer {
  return png(BOMB_PIXELS, BOMB_PIXELS, { depth: 1, colour: 0 }, Buffer.alloc(BOMB_PIXELS * (1 + BOMB_PIXELS / 8)));
}

/** @param rows each with its filter byte */
function png(width: number, height: number, { depth, colour }: { depth: number; colour: number }, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
