import { commonPasswords } from './common-passwords.ts';

/**
 * What people choose first, as it stands in every list of leaked passwords, without the digits and signs that they add.
 * A rule beside the list of `common-passwords.ts`: it also knows the variants ("P4ssw0rd!2026") that lists of whole passwords miss.
 */
const roots = new Set(
  `password passwort passphrase passw motdepasse contrasena haslo geheim secret letmein welcome willkommen admin administrator root
  user username guest test testtest testing login logmein changeme default master access trustno iloveyou iloveu loveyou lovely
  sunshine princess prinzessin football fussball baseball basketball soccer hockey monkey dragon shadow superman batman spiderman
  ironman pokemon pikachu starwars minecraft fortnite roblox steam gamer gaming player playstation nintendo xbox keyturn kinguin
  michael michelle jennifer jessica ashley nicole daniel charlie jordan thomas robert matthew andrew joshua hunter ranger buster
  killer tigger summer winter spring autumn sommer monday friday january december hello hallo whatever nothing internet computer
  google facebook samsung iphone android windows microsoft linux apple orange banana chocolate cookie cheese pepper ginger flower
  butterfly rainbow angel angels diamond silver golden freedom forever family friends mother father babygirl sweetie honey
  mustang ferrari porsche mercedes harley corvette liverpool chelsea arsenal barcelona realmadrid juventus manchester
  qwerty qwertz azerty qwertyuiop qwertzuiop asdfghjkl asdfgh zxcvbnm yxcvbnm qazwsx qazwsxedc qweasd qweasdzxc zaqxsw asdasd
  abcdef abcdefgh abcabc abcd aaa blabla lalala dupa polska deutschland france london berlin america jesus jesuschrist
  matrix phoenix thunder eagle falcon tiger panther wolf maverick cowboy dallas yankees lakers steelers cooper scooter`
    .split(/\s+/)
    .filter(Boolean),
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
/** Dates, phone numbers, and what stands on one block of keys. */
const DIGITS_AND_SIGNS = /^[ -@[-`{-~]*$/;
const FEWEST_DIFFERENT = 5;
const SHORTEST_PART = 4;

/** Whether a password is among the first that anybody would try. `about`: what the account tells of its owner. */
export function isGuessable(password: string, about: readonly string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if (new Set(plain).size < FEWEST_DIFFERENT) return true;
  const bare = plain.replace(/[^\p{L}\p{N}]/gu, '');
  if (DIGITS_AND_SIGNS.test(plain) || runsAlong(bare) || isBraided(bare)) return true;
  const words = [...new Set([plain, withoutEnds(plain), withoutEnds(spelledOut(plain))])];
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

function isKnown(word: string): boolean {
  return roots.has(word) || commonPasswords.has(word);
}

function runsAlong(word: string): boolean {
  return ROWS.some((row) => isMadeOf(word, row));
}

/** Two rows in turns: "1q2w3e4r", "a1b2c3d4". */
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

/** Years and signs at the end are no letters in disguise. */
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
