import { Readable } from 'node:stream';

type Cell = string | number | null;

/**
 * Rows as they come, below the line `head`: RFC 4180. The stream has its first piece when this answers: what fails before that is an error
 * like any other, with a status, and not a connection that breaks off.
 */
export async function csvOf<Row>(
  head: string,
  pieces: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
): Promise<Readable> {
  const lines = linesOf(head, pieces, cellsOf);
  const first = await lines.next();
  return Readable.from(goneOn(first, lines));
}

async function* linesOf<Row>(
  head: string,
  pieces: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<string> {
  let before = `${head}\r\n`;
  for await (const piece of pieces) {
    yield before + piece.map((row) => `${cellsOf(row).map(csvCell).join(',')}\r\n`).join('');
    before = '';
  }
  if (before !== '') yield before;
}

async function* goneOn(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * A cell that begins like a formula is run by spreadsheets, and names and addresses are strangers' words: an apostrophe before it
 * makes it text. Source: owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  const harmless = typeof value === 'string' && /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
