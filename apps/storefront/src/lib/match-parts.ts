export interface NamePart {
  text: string;
  isMatch: boolean;
}

/** Without accents and in lower case: as search compares letters. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A name cut into what matches the typed words and what does not: the beginnings of its words, whatever case or accents. */
export function matchParts(name: string, typed: string): NamePart[] {
  const words = plain(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length);
  const parts = name.split(/([\p{L}\p{N}\p{M}]+)/u).flatMap((piece, position) => {
    const word = position % 2 === 1 ? words.find((one) => plain(piece).startsWith(one)) : undefined;
    const end = word === undefined ? 0 : lengthOf(piece, word);
    return [
      { text: piece.slice(0, end), isMatch: true },
      { text: piece.slice(end), isMatch: false },
    ];
  });
  return parts.filter(({ text }) => text !== '');
}

/** How much of the piece the word covers: an accent may be a sign of its own, and one letter may stand for two. */
function lengthOf(piece: string, word: string): number {
  let end = 0;
  for (const sign of piece) {
    if (plain(piece.slice(0, end)).length >= word.length && !/\p{M}/u.test(sign)) break;
    end += sign.length;
  }
  return end;
}
