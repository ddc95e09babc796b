/** One piece of an order's line. Both numbers count from 0, as the stock's rows do; numbers shown to people count from 1. */
export interface Piece {
  readonly line: number;
  readonly slot: number;
}

interface Line {
  readonly quantity: number;
}

/** Every piece of an order. */
export function allPieces(lines: readonly Line[]): Piece[] {
  return lines.flatMap(({ quantity }, line) => Array.from({ length: quantity }, (_, slot) => ({ line, slot })));
}

export function hasPiece(pieces: readonly Piece[], { line, slot }: Piece): boolean {
  return pieces.some((one) => one.line === line && one.slot === slot);
}

/** Those of `pieces` that are not among `gone`. */
export function piecesWithout(pieces: readonly Piece[], gone: readonly Piece[]): Piece[] {
  return pieces.filter((piece) => !hasPiece(gone, piece));
}

export function isSamePieces(some: readonly Piece[], others: readonly Piece[]): boolean {
  return some.length === others.length && piecesWithout(some, others).length === 0;
}

/** How many pieces of each line there are, by its number from 0. */
export function countByLine(pieces: readonly Piece[]): ReadonlyMap<number, number> {
  return new Map([...Map.groupBy(pieces, ({ line }) => line)].map(([line, group]) => [line, group.length]));
}

/** Text of the pieces, by line: `2 × Half Moon`, and for a part of a line which keys of how many: `1 × Half Moon (key 2 of 3)`. */
export function piecesInWords(lines: readonly (Line & { readonly name: string })[], pieces: readonly Piece[]): string[] {
  return [...countByLine(pieces)].flatMap(([number, count]) => {
    const line = lines[number];
    if (!line) return [];
    if (count === line.quantity) return [`${count} × ${line.name}`];
    const keys = pieces.filter((piece) => piece.line === number).map(({ slot }) => slot + 1);
    return [`${count} × ${line.name} (${keys.length === 1 ? 'key' : 'keys'} ${keys.join(', ')} of ${line.quantity})`];
  });
}

/** The pieces of the only line with this price in minor units, except lines with a piece in `gone`; empty if no line or several match. */
export function piecesOfLineAt(
  lines: readonly (Line & { readonly unitMinor: number })[],
  amountMinor: number,
  gone: readonly Piece[],
): Piece[] {
  const touched = countByLine(gone);
  const fitting = [...lines.keys()].filter((line) => !touched.has(line) && priceOf(lines[line]) === amountMinor);
  return fitting.length === 1 ? allPieces(lines).filter(({ line }) => line === fitting[0]) : [];
}

function priceOf(line: (Line & { readonly unitMinor: number }) | undefined): number {
  return line ? line.unitMinor * line.quantity : 0;
}
