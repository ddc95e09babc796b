/**
 * How names become words that can be found, and how typed text becomes a question about them. Stored names and
 * questions go through the same normalising, so that accents, case, punctuation and kinds of numerals never matter.
 */
const LONGEST_NAME = 300;
const MOST_WORDS = 12;
const PAIRED_WORDS = 6;

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

/** What people type for a series instead of its name. */
export const SHORT_NAMES: Readonly<Record<string, string>> = {
  ac: 'assassins creed',
  aoe: 'age of empires',
  bf: 'battlefield',
  bg: 'baldurs gate',
  bo: 'black ops',
  botw: 'breath of the wild',
  ck: 'crusader kings',
  coc: 'call of cthulhu',
  cod: 'call of duty',
  coj: 'call of juarez',
  cp: 'cyberpunk',
  cs: 'counter strike',
  csgo: 'counter strike global offensive',
  dbz: 'dragon ball z',
  dmc: 'devil may cry',
  dos: 'divinity original sin',
  dow: 'dawn of war',
  eso: 'elder scrolls online',
  eu: 'europa universalis',
  ff: 'final fantasy',
  fc: 'far cry',
  fnaf: 'five nights at freddys',
  gow: 'god of war',
  gr: 'ghost recon',
  gta: 'grand theft auto',
  hl: 'half life',
  hoi: 'hearts of iron',
  homm: 'heroes of might and magic',
  kcd: 'kingdom come deliverance',
  kof: 'king of fighters',
  kotor: 'knights of the old republic',
  ld: 'left dead',
  lotr: 'lord of the rings',
  me: 'mass effect',
  mgs: 'metal gear solid',
  mh: 'monster hunter',
  mk: 'mortal kombat',
  moh: 'medal of honor',
  mw: 'modern warfare',
  nba: 'nba',
  nfs: 'need for speed',
  nms: 'no mans sky',
  pes: 'pro evolution soccer',
  poe: 'path of exile',
  pop: 'prince of persia',
  pubg: 'playerunknowns battlegrounds',
  pvz: 'plants vs zombies',
  rdr: 'red dead redemption',
  re: 'resident evil',
  rs: 'rainbow six',
  sc: 'splinter cell',
  se: 'sniper elite',
  sf: 'street fighter',
  sotfs: 'scholar of the first sin',
  sow: 'shadow of war',
  tes: 'the elder scrolls',
  tf: 'team fortress',
  tlou: 'the last of us',
  totk: 'tears of the kingdom',
  tr: 'tomb raider',
  tw: 'total war',
  wd: 'watch dogs',
  win: 'windows',
  wow: 'world of warcraft',
  yk: 'yakuza',
};

/** Words of a name's end that say how it is sold, not what it is. */
const saleWords = new Set(
  'cd key keys gift altergift account voucher code digital download pc steam gog com epic games ubisoft connect uplay origin ea app xbox one series xs live playstation ps3 ps4 ps5 psn nintendo switch eshop battle net windows microsoft store eu us uk row tr ar pl de emea latam na global'.split(
    ' ',
  ),
);

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

/** Every word under which a product can be found, separated by spaces. */
export function searchTerms(names: readonly string[]): string {
  const terms = new Set<string>();
  for (const name of names) {
    const words = normalWords(name);
    const canonical = searchName(name);
    for (const word of words) terms.add(word).add(arabicOf.get(word) ?? word);
    // "Star Fox" is typed as "starfox".
    const short = canonical.split(' ').slice(0, PAIRED_WORDS);
    short.slice(1).forEach((word, index) => terms.add(`${short[index]}${word}`));
    for (const [alias, phrase] of Object.entries(SHORT_NAMES)) {
      const at = ` ${canonical} `.indexOf(` ${phrase} `);
      if (at === -1) continue;
      const number = /^ \d+/.exec(canonical.slice(at + phrase.length))?.[0].trim() ?? '';
      terms.add(alias).add(`${alias}${number}`);
    }
  }
  return [...terms].join(' ');
}

export interface SearchQuestion {
  /** As `searchName` of a stored product would be, sale words kept. */
  readonly name: string;
  readonly words: readonly string[];
  /** PostgreSQL's tsquery text; every word is a prefix of some word of the name. */
  readonly tsquery: string;
}

/** Null where nothing typed can be found: no letter, no digit. */
export function searchQuestion(text: string): SearchQuestion | null {
  const words = normalWords(text).slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const all = words.map((word) => wordQuery([word]));
  const joined = words.slice(1).map((word, index) => {
    const pair = wordQuery([`${words[index]}${word}`]);
    return [...all.slice(0, index), pair, ...all.slice(index + 2)].join(' & ');
  });
  const name = words.map((word) => arabicOf.get(word) ?? word).join(' ');
  return { name, words, tsquery: [all.join(' & '), ...joined].map((query) => `(${query})`).join(' | ') };
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
