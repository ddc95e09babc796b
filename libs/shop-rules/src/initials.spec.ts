import { expect, test } from '@jest/globals';
import { initials } from './initials.ts';

test.each([
  ['Hollow Knight: Silksong', 'HK'],
  ['hades', 'H'],
  ['- (The) Sims 4', 'S4'],
  ['Éclair ß', 'ÉS'],
  ['𝒜lpha 原神', '𝒜原'],
  ['', ''],
  [' … ', ''],
])('the initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
