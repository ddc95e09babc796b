import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { checkUploadType } from './upload-type-check.ts';

const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 9, height: 7, channels: 3, background: '#0A7358' } })
    .toFormat(format)
    .toBuffer();
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
const status = (name: string, content: Buffer) =>
  checkUploadType(name, content).then(
    () => 201,
    (error: { getStatus(): number }) => error.getStatus(),
  );

/** A black PNG of a few bytes; only its first `rows` are there. */
function pngOfSide(side: number, rows = side): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(rows * (1 + Math.ceil(side / 8))))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a picture of the type %s is taken as what it is', async (format) => {
  const content = await picture(format);
  expect(await checkUploadType(`My screen (2).${format}`, content)).toEqual({
    name: `My screen (2).${format}`,
    type: `image/${format}`,
    content,
  });
});

test('a PDF and a text are taken, and a name without an ending gets the right one', async () => {
  expect(await checkUploadType('bill.pdf', pdf)).toMatchObject({ type: 'application/pdf' });
  expect(await checkUploadType('log', Buffer.from('Zażółć\r\n\tline 2'))).toMatchObject({ name: 'log.txt', type: 'text/plain' });
});

test('letters that mail headers and shells could trip over are replaced', async () => {
  expect((await checkUploadType(`sc"re;en$(id)'é.png`, await picture('png'))).name).toBe('sc_re_en_(id)_é.png');
});

test.each([
  'photo.php.png',
  'photo.png.exe',
  'photo.exe.png',
  'photo.jpg.png',
  '../photo.png',
  '..\\photo.png',
  '/etc/photo.png',
  'C:photo.png',
  '.htaccess',
  'photo.png\u0000.exe',
  'photo\u202Egnp.exe',
  'photo\n.png',
  'photo.png.',
  '',
  `${'x'.repeat(100)}.png`,
])('a file called %j is refused', async (name) => {
  expect(await status(name, await picture('png'))).toBeGreaterThanOrEqual(400);
});

test.each(['My.Photo 2026.03.01 at 10.22.33.png', 'v1.2.png'])('a file called %j is a plain name', async (name) => {
  expect(await status(name, await picture('png'))).toBe(201);
});

test('a type that the ending denies is refused', async () => {
  expect(await status('photo.pdf', await picture('png'))).toBe(415);
  expect(await status('photo.txt', await picture('png'))).toBe(415);
  expect(await status('photo.png', pdf)).toBe(415);
  expect(await status('photo.png', Buffer.from('only text'))).toBe(415);
});

test('two files in one are refused, whichever comes first', async () => {
  const gif = await picture('gif');
  const png = await picture('png');
  const script = Buffer.from('<script>alert(1)</script>');
  const polyglots: Record<string, Buffer> = {
    'a.png': Buffer.concat([png, zip]),
    'b.png': Buffer.concat([png, script]),
    'c.gif': Buffer.concat([gif, script, Buffer.from(';')]),
    'd.gif': Buffer.from('GIF89a/*\u0000*/=1;alert(1)//;', 'latin1'),
    'e.jpg': Buffer.concat([await picture('jpeg'), pdf]),
    'f.pdf': Buffer.concat([pdf, zip]),
    'g.pdf': Buffer.from(pdf.toString().replace('/Catalog', '/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>')),
    'h.pdf': Buffer.from('%PDF-1.4\n<script>1</script>\n%%EOF'),
    'i.webp': Buffer.concat([await picture('webp'), zip]),
    'j.txt': Buffer.from('<!DOCTYPE html><script>alert(1)</script>'),
    'k.txt': Buffer.from('#!/bin/sh\nrm -rf /'),
    'l.png': png.subarray(0, png.length - 20),
  };
  const answers = await Promise.all(Object.entries(polyglots).map(async ([name, content]) => [name, await status(name, content)]));
  expect(answers).toEqual(Object.keys(polyglots).map((name) => [name, 415]));
});

test.each([
  ['a ZIP', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(40), zip])],
  ['a GZIP', Buffer.from('1f8b0800000000000003', 'hex')],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['an XML', Buffer.from('<?xml version="1.0"?><a/>')],
  ['bytes of nothing', Buffer.from([0, 1, 2, 3, 255])],
  ['an empty file', Buffer.alloc(0)],
])('%s is refused under any name', async (_what, content) => {
  for (const name of ['a', 'a.png', 'a.txt', 'a.pdf']) expect(await status(name, content)).toBe(415);
});

test('a picture that would fill the memory is refused before it does', async () => {
  expect(await status('bomb.png', pngOfSide(30_000, 1))).toBe(415);
});

test('a picture of 25 megapixels is taken, and one of a row and a column more is refused', async () => {
  expect(await status('large.png', pngOfSide(5000))).toBe(201);
  expect(await status('larger.png', pngOfSide(5001))).toBe(415);
});

test('a JPEG of a hundred scans is taken, and one of more is refused: each goes through all its pixels', async () => {
  expect(await status('scans.jpg', jpegOfScans(100))).toBe(201);
  expect(await status('more.jpg', jpegOfScans(101))).toBe(415);
});

test('two pictures are decoded at a time, ten wait, and more are told to come back', async () => {
  let most = 0;
  const count = () => void (most = Math.max(most, tasksOfSharp()));
  sharp.queue.on('change', count);
  const content = pngOfSide(500);
  const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => checkUploadType('screen.png', content)));
  sharp.queue.off('change', count);
  expect(most).toBe(2);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual(
    Array(2).fill({ status: 'rejected', reason: expect.objectContaining({ kind: 'unavailable' }) }),
  );
});

/** Pictures in hand. Its threads may take one between the two numbers, so that both have it: then they are read again. */
function tasksOfSharp(): number {
  for (;;) {
    const { queue, process } = sharp.counters();
    if (sharp.counters().queue === queue) return queue + process;
  }
}

/** A grey square of 8 pixels, which each scan behind the first leaves as it is (ITU T.81, progressive mode). */
function jpegOfScans(count: number): Buffer {
  const segment = (marker: number, ...bytes: number[]) => Buffer.from([0xff, marker, 0, bytes.length + 2, ...bytes]);
  const oneCode = Array.from({ length: 16 }, (_, length) => (length === 0 ? 1 : 0));
  const scan = (first: number, last: number) => Buffer.concat([segment(0xda, 1, 1, 0, first, last, 0), Buffer.from([0x7f])]);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    segment(0xc4, 0, ...oneCode, 0),
    segment(0xc4, 0x10, ...oneCode, 0),
    scan(0, 0),
    ...Array.from({ length: count - 1 }, () => scan(1, 63)),
    Buffer.from('ffd9', 'hex'),
  ]);
}

function crc32(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}
