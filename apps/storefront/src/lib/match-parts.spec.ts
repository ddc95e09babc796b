/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { matchParts } from './match-parts.ts';

/** The name with its matches in brackets. */
const marked = (name: string, typed: string) =>
  matchParts(name, typed)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

test.each([
  ['Half-Life 2', 'half', '[Half]-Life 2'],
  ['Half-Life 2', 'life ha', '[Ha]lf-[Life] 2'],
  ['Pokémon Café', 'pokem caf', '[Pokém]on [Caf]é'],
  ['Pokémon Café'.normalize('NFD'), 'cafe', `Pokémon [Café]`.normalize('NFD')],
  ['The Witcher 3', 'itch', 'The Witcher 3'],
  ['S.T.A.L.K.E.R.', '.*+?(', 'S.T.A.L.K.E.R.'],
  ['Star Wars', 's star', '[Star] Wars'],
  ['🎮 Arcade', '🎮 arc', '🎮 [Arc]ade'],
])('of %j, %j emphasises %j', (name, typed, expected) => {
  expect(marked(name, typed)).toBe(expected);
});
