import { SHORT_NAMES } from './short-names.ts';

/**
 * Turns names into searchable words, and typed text into a search query. Both are normalised in the same way, so that accents, case,
 * punctuation and Roman numerals do not matter.
 */
const LONGEST_NAME = 300;
const MOST_WORDS = 12;
const PAIRED_WORDS = 6;
/** Each pair of neighbours that may be one word is another alternative of all words: of twelve letters that took ten times as long. */
const MOST_JOINED = 6;
/** Four words have two dozen orders. */
const MOST_REORDERED = 4;

/** Letters that carry no separable accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
};

const ROMAN = [
  'ii',
  'iii',
  'iv',
  'v',
  'vi',
  'vii',
  'viii',
  'ix',
  'x',
  'xi',
  'xii',
  'xiii',
  'xiv',
  'xv',
  'xvi',
  'xvii',
  'xviii',
  'xix',
  'xx',
];
const arabicOf = new Map(ROMAN.map((numeral, index) => [numeral, String(index + 2)]));

/** Words at the end of a name that describe the offer, not the product. */
const saleWords = new Set(
  'cd key keys gift altergift account voucher code digital download pc steam gog com epic games ubisoft connect uplay origin ea app xbox one series xs live playstation ps3 ps4 ps5 psn nintendo switch eshop battle net windows microsoft store eu us uk row tr ar pl de emea latam na global'.split(
    ' ',
  ),
);

/** Words of so many names that an index lookup costs more than filtering the matches of the other words. */
const commonWords = new Set(['the', 'and', 'for', 'dlc', 'edition', 'pack', 'game']);

/** Each short name with what it stands for, between spaces: made once, because an import looks all of them up in every name. */
const shortNames = Object.entries(SHORT_NAMES).map(([alias, phrase]) => ({ alias, phrase: ` ${phrase} ` }));

/** Lower-case words without accents and punctuation: `S.T.A.L.K.E.R.: Pokémon’s` is `stalker pokemons`. */
export function normalWords(text: string): string[] {
  return text
    .slice(0, LONGEST_NAME)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[łøđðþßæœıħ]/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(/\b(?:[a-z]\.){2,}/g, (letters) => letters.replaceAll('.', ''))
    .replace(/['’‘`´]/g, '')
    .replace(/&/g, ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The name as it is compared as a whole: `Grand Theft Auto V Steam CD Key` is `grand theft auto 5`. */
export function searchName(name: string): string {
  const words = normalWords(name);
  let length = words.length;
  while (length > 1 && saleWords.has(words[length - 1] ?? '')) length -= 1;
  return words
    .slice(0, length)
    .map((word) => arabicOf.get(word) ?? word)
    .join(' ');
}

/** Every word under which a product can be found, separated by spaces. `words` are its `searchWords`, where they are at hand. */
export function searchTerms(names: readonly string[], words = searchWords(names)): string {
  // "Star Fox" is typed as "starfox".
  const pairs = names.flatMap((name) => {
    const short = searchName(name).split(' ').slice(0, PAIRED_WORDS);
    return short.slice(1).map((word, index) => `${short[index]}${word}`);
  });
  return [...new Set([...words, ...pairs])].join(' ');
}

/** The same without joined words: for spelling correction and prefix completion. */
export function searchWords(names: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const name of names) {
    for (const word of normalWords(name)) terms.add(word).add(arabicOf.get(word) ?? word);
    const canonical = ` ${searchName(name)} `;
    for (const { alias, phrase } of shortNames) {
      const at = canonical.indexOf(phrase);
      if (at === -1) continue;
      const number = /^ \d+/.exec(canonical.slice(at + phrase.length - 1))?.[0].trim() ?? '';
      terms.add(alias).add(`${alias}${number}`);
    }
  }
  return [...terms];
}

export interface SearchQuestion {
  /** As `searchName` of a stored product, but with sale words. */
  readonly name: string;
  /** The same words in every other order, as far as they are few: "Resistance The" is meant for "The Resistance". */
  readonly otherOrders: readonly string[];
  readonly words: readonly string[];
  /** PostgreSQL's tsquery text; every word is a prefix of some word of the name. */
  readonly tsquery: string;
  /** A necessary condition of `tsquery` with the selective words only: "the witcher 3" is looked up as "witcher". */
  readonly narrow: string;
}

/** Null if the text has no letter and no digit. */
export function searchQuestion(text: string): SearchQuestion | null {
  const words = normalWords(text).slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const all = words.map((word) => wordQuery([word]));
  const seconds = words.length > MOST_JOINED ? [] : words.slice(1);
  const joined = seconds.map((word, index) => {
    const pair = wordQuery([`${words[index]}${word}`]);
    return [...all.slice(0, index), pair, ...all.slice(index + 2)].join(' & ');
  });
  const orders = inEveryOrder(words.map((word) => arabicOf.get(word) ?? word));
  const [name = '', ...otherOrders] = new Set(orders.map((order) => order.join(' ')));
  const tsquery = [all.join(' & '), ...joined].map((query) => `(${query})`).join(' | ');
  return { name, otherOrders, words, tsquery, narrow: narrowQuery(words, isSelective) || tsquery };
}

/** The given order first; only that one, if there would be too many. */
function inEveryOrder(words: readonly string[]): (readonly string[])[] {
  if (words.length < 2 || words.length > MOST_REORDERED) return [words];
  return words.flatMap((word, place) => inEveryOrder(words.toSpliced(place, 1)).map((rest) => [word, ...rest]));
}

/** Each selective word, alone or joined with a neighbour; empty if no word is selective. */
function narrowQuery(words: readonly string[], isLookedUp: (word: string) => boolean): string {
  if (words.length === 1 || !words.some(isSelective)) return '';
  return words
    .flatMap((word, place) => {
      const [before = '', after = ''] = [words[place - 1], words[place + 1]];
      return isLookedUp(word) ? [wordQuery([word, `${before}${word}`, `${word}${after}`])] : [];
    })
    .join(' & ');
}

function isSelective(word: string): boolean {
  return word.length > 2 && !arabicOf.has(word) && !commonWords.has(word) && !saleWords.has(word);
}

/** Without those that describe the offer, as many names lack them: "witcher 3 steam" is meant for "witcher 3". All, if no other is left. */
export function namingWords(words: readonly string[]): readonly string[] {
  const naming = words.filter((word) => !saleWords.has(word));
  return naming.length > 0 ? naming : words;
}

const PREFIX = /([\p{L}\p{N}]+):\*/gu;

/** The prefixes of a query. */
export function prefixesOf({ tsquery, narrow }: SearchQuestion): string[] {
  return [...new Set([...`${tsquery} ${narrow}`.matchAll(PREFIX)].flatMap(([, prefix]) => prefix ?? []))];
}

/**
 * The same query with prefixes expanded to whole words, if `completions` has all of them: an index finds several whole words many times
 * faster, because all matches of a prefix are collected first. A prefix without words may be two joined words, which have no list: it stays
 * a prefix.
 */
export function spelledOut(question: SearchQuestion, completions: ReadonlyMap<string, readonly string[]>): SearchQuestion {
  const { words, tsquery, narrow } = question;
  const spell = (query: string) =>
    query.replace(PREFIX, (asked: string, prefix: string) => {
      const known = completions.get(prefix);
      if (known === undefined || (known.length === 0 && words.includes(prefix))) return asked;
      return `(${[...new Set([prefix, ...known])].join(' | ')})`;
    });
  // One selective word alone may find thousands: then expanded words of the others are used as well.
  const isCheap = (word: string) => isSelective(word) || (completions.get(word) ?? []).length > 0;
  const isOneSelective = words.filter(isSelective).length === 1;
  return { ...question, tsquery: spell(tsquery), narrow: spell((isOneSelective && narrowQuery(words, isCheap)) || narrow) };
}

/** Any of `words` as a prefix; a numeral also in its arabic form, `gta5` also as two words. */
export function wordQuery(words: readonly string[]): string {
  const alternatives = words.flatMap((word) => {
    const arabic = arabicOf.get(word);
    const [, letters, digits] = /^(\p{L}{2,})(\d{1,4})$/u.exec(word) ?? [];
    return [`${word}:*`, ...(arabic === undefined ? [] : [arabic]), ...(letters === undefined ? [] : [`(${letters}:* & ${digits})`])];
  });
  return `(${[...new Set(alternatives)].join(' | ')})`;
}
