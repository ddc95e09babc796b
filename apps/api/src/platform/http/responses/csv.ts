import { Readable } from 'node:stream';
import type { Options } from 'csv-stringify';
import { stringify } from 'csv-stringify/sync';

type Cell = string | number | null;

// Some spreadsheets take the wide signs for the narrow ones.
const LATE_FORMULA = /^\s+[=+\-@\t\r＝＋－＠]/;
const INNER_FORMULA = /(?!^)([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

/**
 * Spreadsheets execute a cell that begins like a formula, and names and addresses come from visitors: an apostrophe makes it text. The
 * library checks only the first character; spreadsheets skip leading space as well, and some begin a cell at a semicolon, too. Source:
 * owasp.org/www-community/attacks/CSV_Injection
 */
const RFC_4180: Options = {
  record_delimiter: '\r\n',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { string: (text) => (LATE_FORMULA.test(text) ? "'" : '') + text.replaceAll(INNER_FORMULA, "$1'") },
};

/**
 * Streams rows below the line `head`: RFC 4180. Resolves with the first chunk: an error before that has a status, instead of breaking the
 * connection.
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
