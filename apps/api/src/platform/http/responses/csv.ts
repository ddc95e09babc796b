import { Readable } from 'node:stream';
import type { Options } from 'csv-stringify';
import { stringify } from 'csv-stringify/sync';

type Cell = string | number | null;

/**
 * A cell that begins like a formula is run by spreadsheets, and names and addresses are strangers' words: an apostrophe before it
 * makes it text. The library looks at the first character alone; spreadsheets look past space, too.
 * Source: owasp.org/www-community/attacks/CSV_Injection
 */
const RFC_4180: Options = {
  record_delimiter: '\r\n',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { string: (text) => (/^\s+[=+\-@\t\r]/.test(text) ? `'${text}` : text) },
};

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
    yield before + stringify(piece.map(cellsOf), RFC_4180);
    before = '';
  }
  if (before !== '') yield before;
}

async function* goneOn(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
