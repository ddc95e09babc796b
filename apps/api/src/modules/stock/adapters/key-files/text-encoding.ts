/** The part of a text that shows its encoding. */
const LOOKED_AT_BYTES = 200;

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * The encoding of a text by its first bytes: its byte order mark, else by where zero bytes stand. Of words in Latin mails, as keys are, every
 * second byte is zero in UTF-16, and none in UTF-8. What is no text is taken for UTF-8: its zero bytes stand anywhere.
 */
export function encodingOf(head: Buffer): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const first = head.subarray(0, Math.min(LOOKED_AT_BYTES, head.length - (head.length % 2)));
  const units = first.length / 2;
  if (units === 0) return 'utf-8';
  const zeros = [...first].map((byte, place) => ({ isZero: byte === 0, isOdd: place % 2 === 1 })).filter(({ isZero }) => isZero);
  if (zeros.length !== units) return 'utf-8';
  if (zeros.every(({ isOdd }) => isOdd)) return 'utf-16le';
  return zeros.every(({ isOdd }) => !isOdd) ? 'utf-16be' : 'utf-8';
}

/** The same text in UTF-8, chunk by chunk, wherever the chunks end; without its byte order mark. */
export async function* inUtf8(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
