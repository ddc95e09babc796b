/** Words missing in lists of leaked passwords: the shop's own names, and words of some languages and games. */
const unlisted = new Set(
  `keyturn kinguin fortnite roblox login logmein passphrase yourpassword thepassword willkommen prinzessin friedrich qwertz yxcvbnm
  lalala abcabc asdasdasd jonjon marleybob cowgirls hallowed snowboarding streetfighter temptation thunderbolt tweetybird
  jesuslovesme ballerina billiards blackwater caribbean abcdef abcdefg aaa xxxxxxxx`.split(/\s+/),
);

const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
  'azertyuiop',
];
const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Dates, phone numbers, and adjacent keys. */
const DIGITS_AND_SIGNS = /^[ -@[-`{-~]*$/;
const FEWEST_DIFFERENT = 5;
const SHORTEST_PART = 4;

/**
 * Whether a password is easy to guess, including variants ("P4ssw0rd!2026") that lists of whole passwords miss. @param about known data of
 * the account's owner
 * @param isCommon whether a word in lower case is in a list of common passwords
 */
export function isGuessable(password: string, about: readonly string[], isCommon: (word: string) => boolean): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if (new Set(plain).size < FEWEST_DIFFERENT) return true;
  const bare = plain.replace(/[^\p{L}\p{N}]/gu, '');
  if (DIGITS_AND_SIGNS.test(plain) || runsAlong(bare) || isBraided(bare)) return true;
  const words = [...new Set([plain, withoutEnds(plain), withoutEnds(spelledOut(plain))])];
  const isKnown = (word: string) => unlisted.has(word) || isCommon(word);
  if (words.some((word) => isKnown(word) || isKnown(halfOf(word)) || (word.length > 2 && runsAlong(word)))) return true;
  return about
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((text) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, ''),
    )
    .some((part) => part.length >= SHORTEST_PART && (bare === part || words.includes(part)));
}

function runsAlong(word: string): boolean {
  return ROWS.some((row) => isMadeOf(word, row));
}

/** Two rows alternately: "1q2w3e4r", "a1b2c3d4". */
function isBraided(word: string): boolean {
  const characters = [...word];
  return [0, 1].every((turn) => runsAlong(characters.filter((_, index) => index % 2 === turn).join('')));
}

/** Without the digits and signs around it. */
function withoutEnds(word: string): string {
  return word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function spelledOut(word: string): string {
  return [...withoutTail(word)].map((character) => lookalikes[character] ?? character).join('');
}

/** Years and signs at the end are not substituted letters. */
function withoutTail(word: string): string {
  return word.replace(/[^\p{L}]+$/u, '');
}

function halfOf(word: string): string {
  const half = word.slice(0, word.length / 2);
  return half + half === word ? half : '';
}

/** Whether the word runs along a row of the keyboard, the alphabet or the digits, there or back, over and over. */
function isMadeOf(word: string, row: string): boolean {
  const neighbours = row + row;
  const back = [...neighbours].reverse().join('');
  const pieces = word.match(/.{1,4}/gu) ?? [];
  return pieces.length > 0 && pieces.every((piece) => neighbours.includes(piece) || back.includes(piece));
}
