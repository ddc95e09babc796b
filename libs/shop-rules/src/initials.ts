/**
 * First characters of the first two words of a name, as capitals: shown instead of a missing picture.
 * Words that begin with neither a letter nor a digit are passed over; empty where there is no other.
 */
export function initials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  // Some letters become several as capitals: the first of them will do.
  const first = (text: string) => [...text][0] ?? '';
  return words
    .slice(0, 2)
    .map((word) => first(first(word).toUpperCase()))
    .join('');
}
