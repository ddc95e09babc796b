import { createReadStream } from 'node:fs';
import type { FeedLine } from '../../application/import-ports.ts';
import { ObjectScanner } from './object-scanner.ts';

const LONGEST_LINE = 4_000_000;
const SNIFFED_CHARACTERS = 65_536;

/** The supplier's search answer on one line: `{"results":[…` or `{"item_count":n,"results":[…`. */
const page = /^\{\s*(?:"item_count"\s*:\s*\d+\s*,\s*)?"results"\s*:/;

/**
 * Reads the products of a file as a stream: JSON lines, one JSON array, or result pages `{results, item_count}`, also
 * several one after the other. Never holds more than one product and one chunk of the file.
 */
export function feedLines(file: string | URL): AsyncGenerator<FeedLine> {
  return linesOf(createReadStream(file, { encoding: 'utf8', highWaterMark: SNIFFED_CHARACTERS }) as AsyncIterable<string>);
}

/** The same from chunks of text. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<FeedLine> {
  let reader: LineSplitter | ObjectScanner | null = null;
  for await (const chunk of chunks) {
    const text: string = reader === null ? chunk.replace(/^\uFEFF/, '') : chunk;
    reader ??= isLines(text) ? new LineSplitter() : new ObjectScanner(LONGEST_LINE);
    yield* reader.read(text);
  }
  if (reader) yield* reader.end();
}

function isLines(start: string): boolean {
  const text = start.trimStart();
  if (text.startsWith('[') || page.test(text)) return false;
  // Pretty-printed JSON begins with a brace alone.
  return !/^\{\s*(?:\r?\n|$)/.test(text);
}

class LineSplitter {
  private rest = '';
  private number = 0;
  private isTooLong = false;

  *read(chunk: string): Generator<FeedLine> {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      yield* this.line(this.rest + chunk.slice(start, end));
      start = end + 1;
    }
    this.rest += chunk.slice(start);
    if (this.rest.length > LONGEST_LINE) {
      this.isTooLong = true;
      this.rest = '';
    }
  }

  *end(): Generator<FeedLine> {
    if (this.rest !== '' || this.isTooLong) yield* this.line(this.rest);
  }

  private *line(text: string): Generator<FeedLine> {
    this.number += 1;
    const isTooLong = this.isTooLong || text.length > LONGEST_LINE;
    this.isTooLong = false;
    this.rest = '';
    if (isTooLong) yield { number: this.number, text: null, reason: `longer than ${LONGEST_LINE} characters` };
    else if (text.trim() !== '') yield { number: this.number, text };
  }
}
