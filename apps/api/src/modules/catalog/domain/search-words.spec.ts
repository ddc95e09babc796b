import { expect, test } from '@jest/globals';
import { normalWords, prefixesOf, searchName, searchQuestion, searchTerms, searchWords, spelledOut } from './search-words.ts';

test.each([
  ['Pokémon Łowca Ærøskøbing', 'pokemon lowca aeroskobing'],
  ['S.T.A.L.K.E.R.: Shadow of Chernobyl', 'stalker shadow of chernobyl'],
  ['Tom Clancy’s Rainbow Six® Siege', 'tom clancys rainbow six siege'],
  ['Ori & the Blind Forest', 'ori and the blind forest'],
  ['  ½ Life \u0000 <b> ', '1 2 life b'],
])('%s is read as the words %s', (name, words) => {
  expect(normalWords(name).join(' ')).toBe(words);
});

test.each([
  ['Grand Theft Auto V Steam CD Key', 'grand theft auto 5'],
  ['Hades II EU Steam Altergift', 'hades 2'],
  ['Steam', 'steam'],
  ['The Witcher 3: Wild Hunt GOG.com Account', 'the witcher 3 wild hunt'],
])('the name of %s is compared as %s', (name, compared) => {
  expect(searchName(name)).toBe(compared);
});

test.each([
  ['Grand Theft Auto V', ['gta', 'gta5', '5', 'v']],
  ['Call of Duty: Black Ops 6', ['cod', 'bo', 'bo6', '6']],
  ['Counter-Strike 2', ['cs', 'cs2', 'counterstrike']],
  ['Star Fox 64', ['starfox']],
])('%s is found under %j', (name, terms) => {
  expect(searchTerms([name]).split(' ')).toEqual(expect.arrayContaining(terms));
});

test('every typed word matches words that begin with it', () => {
  expect(searchQuestion('Elden R')?.tsquery).toBe('((elden:*) & (r:*)) | ((eldenr:*))');
});

test.each([
  ['witcher', '((witcher:*))'],
  ['the witcher 3', '(witcher:* | thewitcher:* | witcher3:* | (witcher:* & 3))'],
  ['the lost p', '(lost:* | thelost:* | lostp:*)'],
  ['red dead', '(red:* | reddead:*) & (dead:* | reddead:*)'],
  ['the c', '((the:*) & (c:*)) | ((thec:*))'],
])('%s is looked up by its selective words', (text, narrow) => {
  expect(searchQuestion(text)?.narrow).toBe(narrow);
});

test('of more than six words no two are tried as one: the index would look up eleven alternatives of twelve words', () => {
  expect(searchQuestion('a b c d e f')?.tsquery.split(' | ')).toHaveLength(6);
  expect(searchQuestion('a b c d e f g')?.tsquery).toBe('((a:*) & (b:*) & (c:*) & (d:*) & (e:*) & (f:*) & (g:*))');
});

test('two joined words are terms, and no words', () => {
  expect(searchWords(['Star Fox II'])).toEqual(['star', 'fox', 'ii', '2']);
  expect(searchTerms(['Star Fox II'])).toBe('star fox ii 2 starfox fox2');
});

test.each<[string, Record<string, string[]>, string, string]>([
  ['witch', { witch: ['witch', 'witcher'] }, '(((witch | witcher)))', '(((witch | witcher)))'],
  // Too many words begin with "p".
  ['lost p', { lost: ['lost'], lostp: [] }, '(((lost)) & (p:*)) | (((lostp)))', '((lost) | (lostp))'],
  // No word begins so: it may be two words.
  ['starfo', { starfo: [] }, '((starfo:*))', '((starfo:*))'],
])('%s is expanded if its words are known', (text, known, tsquery, narrow) => {
  const question = searchQuestion(text);
  if (question === null) throw new Error('no question');
  expect(spelledOut(question, new Map(Object.entries(known)))).toMatchObject({ tsquery, narrow });
});

test('the prefixes of a query are all of its prefix terms', () => {
  const question = searchQuestion('gta5 the');
  expect(question && prefixesOf(question)).toEqual(['gta5', 'gta', 'the', 'gta5the']);
});

test.each<[string, readonly string[]]>([
  ['Resistance The', ['the resistance']],
  ['II Hades', ['hades 2']],
  ['dead dead', []],
  ['one two three four five', []],
])('%s may be meant for %j', (text, orders) => {
  expect(searchQuestion(text)?.otherOrders).toEqual(orders);
});

test.each(['', '   ', '!!!', '\u0000', '🎮'])('nothing can be found for %j', (text) => {
  expect(searchQuestion(text)).toBeNull();
});

test('typed text never becomes an operator of the query', () => {
  expect(searchQuestion("a & b | !(c):* \\ '")?.tsquery).toMatch(/^[\p{L}\p{N}:*&|() ]+$/u);
});
