import { createInflate } from 'node:zlib';
import { MARKUP } from '../../../platform/images/picture-type-check.ts';

/** Where PDF readers look for the header and for the end. */
const EDGE_BYTES = 1024;
/** PDF names of active content, embedded files and external links. Each is long enough not to occur in compressed bytes by chance. */
const ACTIVE = anyName('JavaScript Launch Rendition EmbeddedFile EmbeddedFiles RichMedia XFA SubmitForm ImportData GoToE');
const ENCRYPTED = anyName('Encrypt');
const OBJECT_STREAM = new RegExp(anyName('ObjStm'), 'g');
/** Compression filters that are not supported here. Ordinary documents do not need them. */
const ODDLY_PACKED = anyName('Predictor Crypt ASCII85Decode A85 ASCIIHexDecode AHx LZWDecode LZW RunLengthDecode RL');
/** How far the other entries of an object stream may be from its type name. */
const REACH = 400;
/** More is a decompression bomb, or pictures that are better sent as pictures. Total of all streams. */
const MOST_STREAMS = 10_000;
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024;
/** What is unpacked of a document, in its own size: streams follow each other. One within another would be unpacked again and again. */
const MOST_READ = 2;
/** Longer than any of the names, every letter escaped: a name across two chunks is found in the second. */
const OVERLAP = 64;

/**
 * Whether a PDF has no active content, judging by the names in the document itself and in its compressed object streams. It keeps scripts
 * and embedded files out of support's mailbox; it is no virus scanner.
 */
export async function isPlainPdf(content: Buffer): Promise<boolean> {
  const text = content.toString('latin1');
  if (!text.slice(-EDGE_BYTES).includes('%%EOF') || MARKUP.test(text.slice(0, EDGE_BYTES))) return false;
  if (ACTIVE.test(text) || ENCRYPTED.test(text)) return false;
  // Each begins and ends with the word.
  if (text.split('stream', 2 * MOST_STREAMS + 2).length > 2 * MOST_STREAMS + 1) return false;
  let objectStreams = 0;
  for (const { index } of text.matchAll(OBJECT_STREAM)) {
    objectStreams += 1;
    if (objectStreams > MOST_STREAMS || ODDLY_PACKED.test(entriesAround(text, index))) return false;
  }

  let left = MOST_UNPACKED_BYTES;
  let toRead = MOST_READ * content.length;
  for (const { index, 0: mark } of text.matchAll(/stream(?:\r\n|\n|\r)/g)) {
    const start = index + mark.length;
    if (!isZlib(content, start)) continue;
    const stream = await plainSize(content.subarray(start), left);
    if (stream === null) return false;
    left -= stream.size;
    toRead -= stream.packedSize;
    if (toRead < 0) return false;
  }
  return true;
}

function entriesAround(text: string, index: number): string {
  return text.slice(Math.max(0, index - REACH), index) + (text.slice(index, index + REACH).split('stream', 1)[0] ?? '');
}

/** Matches these names, each letter as it is or as its number: `/J#61vaScript` is `/JavaScript` to a reader. */
function anyName(names: string): RegExp {
  const letter = (one: string) =>
    `(?:${one}|#${one
      .charCodeAt(0)
      .toString(16)
      .replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  const patterns = names.split(' ').map((name) => [...name].map(letter).join(''));
  return new RegExp(`/(?:${patterns.join('|')})\\b`);
}

/** The two bytes that zlib begins with (RFC 1950). */
function isZlib(content: Buffer, at: number): boolean {
  if (at + 2 > content.length) return false;
  const head = content.readUInt16BE(at);
  return (head & 0x0f00) === 0x0800 && head % 31 === 0;
}

/** Bytes of a stream, unpacked and packed; null if it is too large, incomplete, or has active content. Data after it is ignored. */
async function plainSize(packed: Buffer, mostBytes: number): Promise<{ size: number; packedSize: number } | null> {
  const unpacked = createInflate();
  unpacked.end(packed);
  let size = 0;
  let tail = '';
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      size += piece.length;
      const words = tail + piece.toString('latin1');
      if (size > mostBytes || ACTIVE.test(words)) return null;
      tail = words.slice(-OVERLAP);
    }
    return { size, packedSize: unpacked.bytesWritten };
  } catch {
    return null;
  }
}
