import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../shared/paths.ts';

const STATES = ['holds', 'untested', 'open', 'specified', 'operator', 'does not apply'];
const SHOWN = ['holds', 'specified', 'operator'];
/** Levels 1 and 2 of ASVS 5.0.0. */
const REQUIREMENTS = 253;

const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
const testsIn = (text: string) =>
  [...text.matchAll(/`([^`]+\.(?:ts|tsx))`: “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }));
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+)(?: to (\d+\.\d+\.\d+))? +\| ([a-z ]+?) +\| (.*?) *\|$/gm)].map(
  ([, from = '', to = from, state = '', why = '']) => ({
    from,
    to,
    state,
    why,
    tests: testsIn(why),
  }),
);

test('every test that the page of security names exists, under its title', () => {
  const named = testsIn(page);
  expect(named.length).toBeGreaterThan(180);
  const gone = named.filter(({ file, title }) => !existsSync(join(root, file)) || !readFileSync(join(root, file), 'utf8').includes(title));
  expect(gone).toEqual([]);
});

test('what holds, is specified or the operator’s has a test, what does not hold has a reason, and what is the operator’s a guide', () => {
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.filter(({ state }) => !STATES.includes(state))).toEqual([]);
  expect(rows.filter(({ state, tests }) => SHOWN.includes(state) && tests.length === 0)).toEqual([]);
  const hasReason = (why: string) => /\p{L}{2}/u.test(why.replaceAll(/`[^`]+`|“[^”]+”/g, ''));
  expect(rows.filter(({ state, why }) => state !== 'holds' && !hasReason(why))).toEqual([]);
  const guideOf = (why: string) => /\]\((how-to\/operators\/[\w-]+\.md)/.exec(why)?.[1] ?? 'none';
  expect(rows.filter(({ state, why }) => state === 'operator' && !existsSync(join(root, 'docs', guideOf(why))))).toEqual([]);
});

test('what was found above “low” is counted right, and is mended or as the shop is specified to be', () => {
  const found = /\nFound, high:\n([^]*)\nFound, low:\n/.exec(page)?.[1]?.match(/^- .*/gm) ?? [];
  const mended = found.filter((line) => line.startsWith('- Mended: '));
  const specified = found.filter((line) => line.startsWith('- Left, as specified: '));
  const said = /, (\d+) things above “low” were found: (\d+) are mended, and (\d+) is as/.exec(page)?.slice(1).map(Number);
  expect(said).toEqual([found.length, mended.length, specified.length]);
  expect(mended.length + specified.length).toBe(found.length);
});

test('no requirement is there twice, and the numbers at the top are right', () => {
  const covered = rows.flatMap(({ from, to, state }) => {
    const [chapter, section, first] = from.split('.').map(Number);
    const [, lastSection, last = 0] = to.split('.').map(Number);
    // A range over sections is one of a chapter that does not apply: its numbers are not counted here.
    if (section !== lastSection) return [];
    return Array.from({ length: last - (first ?? 0) + 1 }, (_, index) => ({ id: `${chapter}.${section}.${(first ?? 0) + index}`, state }));
  });
  const ids = covered.map(({ id }) => id);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  const said = STATES.map((state) => Number(new RegExp(`\\*\\*${state}\\*\\* \\((\\d+)\\)`).exec(page)?.[1]));
  expect(said.reduce((sum, count) => sum + count, 0)).toBe(REQUIREMENTS);
  for (const [place, state] of STATES.entries())
    if (state !== 'does not apply') expect([state, covered.filter((one) => one.state === state).length]).toEqual([state, said[place]]);
});
