import { createInflate } from 'node:zlib';
import { MARKUP } from '../../../platform/images/picture-type-check.ts';

/** Where PDF readers look for the header and for the end. */
const EDGE_BYTES = 1024;
/** Names of what runs, carries files, or leaves the document. Each is long enough not to turn up in packed bytes by chance. */
const ACTIVE = /\/(?:JavaScript|Launch|Rendition|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE)\b/;
/** Objects that are packed in a way that is not looked into here. Who writes honest documents has no need of it. */
const ODDLY_PACKED = /\/(?:Predictor|Crypt|ASCII85Decode|A85|ASCIIHexDecode|AHx|LZWDecode|LZW|RunLengthDecode|RL)\b/;
/** How far the other entries of what names itself packed objects may stand from that name. */
const REACH = 400;
/** More than that is a bomb, or pictures that are better sent as pictures. The bytes are those of all streams together. */
const MOST_STREAMS = 10_000;
const MOST_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Longer than any of the names, every letter escaped: one that lies across two pieces is seen in the second. */
const OVERLAP = 64;

/**
 * Whether a PDF shows its pages and does nothing else, as far as its names tell: those of the document itself, and those of the objects
 * that are packed in streams. It keeps scripts and files from support's mailbox; it is no virus scanner.
 */
export async function isPlainPdf(content: Buffer): Promise<boolean> {
  const text = content.toString('latin1');
  if (!text.slice(-EDGE_BYTES).includes('%%EOF') || MARKUP.test(text.slice(0, EDGE_BYTES))) return false;
  const names = withoutEscapes(text);
  if (ACTIVE.test(names) || /\/Encrypt\b/.test(names)) return false;
  // Each begins and ends with the word.
  if (text.split('stream', 2 * MOST_STREAMS + 2).length > 2 * MOST_STREAMS + 1) return false;
  if (names.split('/ObjStm', MOST_STREAMS + 2).length > MOST_STREAMS + 1) return false;
  if ([...names.matchAll(/\/ObjStm\b/g)].some(({ index }) => ODDLY_PACKED.test(entriesAround(names, index)))) return false;

  let left = MOST_UNPACKED_BYTES;
  for (const { index, 0: mark } of text.matchAll(/stream(?:\r\n|\n|\r)/g)) {
    const start = index + mark.length;
    if (!isZlib(content, start)) continue;
    const size = await plainSize(content.subarray(start), left);
    if (size === null) return false;
    left -= size;
  }
  return true;
}

function entriesAround(text: string, index: number): string {
  return text.slice(Math.max(0, index - REACH), index) + (text.slice(index, index + REACH).split('stream', 1)[0] ?? '');
}

/** `/J#61vaScript` is `/JavaScript` to a reader. */
function withoutEscapes(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** The two bytes that zlib begins with (RFC 1950). */
function isZlib(content: Buffer, at: number): boolean {
  if (at + 2 > content.length) return false;
  const head = content.readUInt16BE(at);
  return (head & 0x0f00) === 0x0800 && head % 31 === 0;
}

/** How many bytes a packed stream grows to; null where it grows too large, breaks off, or holds what is active. What follows is left alone. */
async function plainSize(packed: Buffer, mostBytes: number): Promise<number | null> {
  const unpacked = createInflate();
  unpacked.end(packed);
  let size = 0;
  let tail = '';
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      size += piece.length;
      const words = tail + piece.toString('latin1');
      if (size > mostBytes || ACTIVE.test(withoutEscapes(words))) return null;
      tail = words.slice(-OVERLAP);
    }
    return size;
  } catch {
    return null;
  }
}
