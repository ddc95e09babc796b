import { expect, test } from '@jest/globals';
import { normalWords, searchName, searchQuestion, searchTerms } from './search-words.ts';

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

test('every typed word asks for a word that begins with it', () => {
  expect(searchQuestion('Elden R')?.tsquery).toBe('((elden:*) & (r:*)) | ((eldenr:*))');
});

test.each(['', '   ', '!!!', '\u0000', '🎮'])('nothing can be found for %j', (text) => {
  expect(searchQuestion(text)).toBeNull();
});

test('what is typed never becomes an operator of the question', () => {
  expect(searchQuestion("a & b | !(c):* \\ '")?.tsquery).toMatch(/^[\p{L}\p{N}:*&|() ]+$/u);
});
