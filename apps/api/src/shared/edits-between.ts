/** Levenshtein distance of two texts. Takes time proportional to the product of their lengths. */
export function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column += 1) {
      const changed = (row[column] ?? 0) + (from[index] === to[column] ? 0 : 1);
      next.push(Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
