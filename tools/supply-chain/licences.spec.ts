import { expect, test } from '@jest/globals';
import { shippedPackages } from './lock-file.ts';

/** Those under which a shop may be run and changed without giving its own code away. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Linked as a library of the system, which its licence allows; each with the reason. */
const EXCEPTIONS = new Map<RegExp, string>([
  [/^png-js$/, 'MIT, by the file LICENSE: package.json says nothing'],
  [/^(?:passport-strategy|pause)$/, 'MIT, by the file LICENSE: package.json has a former form'],
  [/^@img\/sharp-/, 'libvips is loaded as a shared library (LGPL-3.0-or-later)'],
  [/^@resvg\/resvg-js/, 'unchanged files may be shipped (MPL-2.0)'],
]);

const isAllowed = (licence: string) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(/ OR /)
    .some((choice) => choice.split(/ AND /).every((one) => ALLOWED.has(one.trim())));

test('every package that is shipped has a licence under which a shop may use it', () => {
  const packages = shippedPackages();
  expect(packages.length).toBeGreaterThan(200);
  const unfit = packages.filter(
    ({ name, license }) => !(license !== null && isAllowed(license)) && ![...EXCEPTIONS.keys()].some((exception) => exception.test(name)),
  );
  expect(unfit.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test.each([
  ['GPL-3.0-only', false],
  ['AGPL-3.0', false],
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND Zlib)', true],
  ['MIT AND GPL-2.0', false],
])('the licence %s may be shipped: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected);
});
