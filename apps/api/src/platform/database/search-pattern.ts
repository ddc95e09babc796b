const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;
const THREE_OF_THEM = /(?:[\p{L}\p{Nd}][^\p{L}\p{Nd}]*){3}/u;

/** Whether a trigram index can find anything by this text. */
export function isSearchable(text: string): boolean {
  return LETTER_OR_DIGIT.test(text);
}

/** A text within a pattern for `like`: its per cent signs and underscores are escaped. */
export function literalInPattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/**
 * The pattern for `ilike` by which a column that has a trigram index is searched: for a part of it; with less than three letters and digits
 * for the whole of it, because an index of three characters each knows shorter ones at the begin and end of words alone. `whole` is put
 * before and after such a text where the column holds several values. Per cent signs and underscores of the text are escaped.
 */
export function searchPattern(text: string, whole = ''): string {
  const plain = literalInPattern(text);
  return THREE_OF_THEM.test(text) ? `%${plain}%` : `${whole && `%${whole}`}${plain}${whole && `${whole}%`}`;
}
