import { expect, test } from '@jest/globals';
import { AREAS, codeOf, codeOfParts, leftOut, specsOf } from './areas.ts';
import type { Mutant } from './mutants.ts';
import { compareSurvivors, entryOf, knownSurvivors, scoreOf, type Survivor } from './survivors.ts';

const mutant: Mutant = {
  file: 'price.ts',
  line: 7,
  code: 'return cost + fee;',
  mutator: 'ArithmeticOperator',
  was: 'cost + fee',
  became: 'cost - fee',
  status: 'Survived',
};
const listed: Survivor = { ...mutant, why: 'The fee is zero.' };

test('a survivor that is not listed is found, and a listed one that is noticed by now', () => {
  expect(compareSurvivors([mutant], [])).toEqual({ unknown: [entryOf(mutant)], stale: [] });
  expect(compareSurvivors([mutant, { ...mutant, line: 9 }], [listed])).toEqual({ unknown: [entryOf(mutant)], stale: [] });
  expect(compareSurvivors([{ ...mutant, status: 'NoCoverage' }], [listed])).toEqual({ unknown: [], stale: [] });
  expect(compareSurvivors([{ ...mutant, status: 'Killed' }], [listed])).toEqual({ unknown: [], stale: [entryOf(listed)] });
  expect(compareSurvivors([{ ...mutant, file: 'order.ts', status: 'Killed' }], [listed])).toEqual({ unknown: [], stale: [] });
});

test('the score leaves out what could not be loaded', () => {
  const all = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'CompileError'].map((status) => ({ ...mutant, status }));
  expect(scoreOf(all)).toBe(50);
});

test('each listed survivor has its reason, and is in a file of an area', () => {
  const areas = AREAS.flatMap(codeOf);
  expect(knownSurvivors().filter(({ file }) => !areas.includes(file))).toEqual([]);
  expect(() => knownSurvivors(`file\nprice.ts\tA\tb\tc\td\t`)).toThrow('a reason is missing');
});

test('each area finds its code and its specs, and no file is in two of them', () => {
  expect(AREAS.filter((area) => codeOf(area).length < area.code.length || specsOf(area).length < area.specs.length)).toEqual([]);
  const files = AREAS.flatMap(codeOf);
  expect(files.toSorted()).toEqual([...new Set(files)].toSorted());
});

test('each file of orders, settlement, refunds, stock, prices and the checkout is in an area, or left out with a reason', () => {
  const named = new Set([...AREAS.flatMap(codeOf), ...leftOut()]);
  expect(codeOfParts().filter((file) => !named.has(file))).toEqual([]);
  const besides = codeOfParts().filter((file) => /pricing|open-checkout|hoarding|check-cart/.test(file));
  expect(besides).toHaveLength(4);
  expect(AREAS.flatMap(codeOf).filter((file) => leftOut().includes(file))).toEqual([]);
});
