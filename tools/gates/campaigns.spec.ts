import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../shared/paths.ts';
import { allCampaigns, BUILD_MINUTES, type Campaign, draw, SHOP_START_MINUTES, staleMinutes } from './campaigns.ts';

const campaigns: Campaign[] = Array.from({ length: 20 }, (_, index) => ({
  name: `c${index}`,
  file: `tools/c${index}.prove.ts`,
  kind: 'tools',
  minutes: 1 + (index % 4),
  needsRedis: false,
}));
const names = (some: readonly Pick<Campaign, 'name'>[]) => some.map(({ name }) => name);

test('the same seed draws the same campaigns in the same order, another seed others', () => {
  expect(draw(campaigns, 7, 15)).toEqual(draw(campaigns, 7, 15));
  expect(names(draw(campaigns, 7, 15).drawn)).not.toEqual(names(draw(campaigns, 8, 15).drawn));
});

test('a draw stays within its minutes, leaves none out that would have fitted, and names every one that it leaves', () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const { drawn, left } = draw(campaigns, seed, 15);
    const used = drawn.reduce((all, { minutes }) => all + minutes, 0);
    const room = 15 - BUILD_MINUTES;
    expect(used).toBeLessThanOrEqual(room);
    expect(left.filter(({ minutes }) => used + minutes <= room)).toEqual([]);
    expect(names([...drawn, ...left]).toSorted()).toEqual(names(campaigns).toSorted());
  }
});

test('the first campaign in the browser needs the minutes in which its shop starts, and the others do not', () => {
  const inBrowser = campaigns.slice(0, 2).map((one) => ({ ...one, kind: 'browser' as const, minutes: 1 }));
  const both = BUILD_MINUTES + SHOP_START_MINUTES + 2;
  expect(draw(inBrowser, 1, both).drawn).toHaveLength(2);
  expect(draw(inBrowser, 1, both - 0.1).drawn).toHaveLength(1);
  expect(draw(inBrowser, 1, both - 1.1).drawn).toHaveLength(0);
});

test('without a bound all are drawn', () => {
  expect(draw(campaigns, 1).left).toEqual([]);
});

test('among some seeds every campaign of the project is drawn', () => {
  const all = allCampaigns();
  const seen = new Set(Array.from({ length: 100 }, (_, seed) => names(draw(all, seed, 15).drawn)).flat());
  expect(names(all).filter((name) => !seen.has(name))).toEqual([]);
});

test('no two campaigns share a name, and no minutes are kept for one that is gone', () => {
  const all = allCampaigns();
  expect(all.length).toBeGreaterThan(10);
  expect(new Set(names(all)).size).toBe(all.length);
  expect(staleMinutes(all)).toEqual([]);
});

test('docs/reliability.md has a row for each campaign: what is checked, and the planted defect that it has found', () => {
  const page = readFileSync(join(root, 'docs', 'reliability.md'), 'utf8');
  const rows = Array.from(page.matchAll(/^\| `([\w-]+)` +\|(.*)\|$/gm), ([, name = '', cells = '']) => ({
    name,
    cells: cells.split(' | '),
  }));
  expect(names(rows).toSorted()).toEqual(names(allCampaigns()).toSorted());
  expect(rows.filter(({ cells }) => cells.length !== 2 || cells.some((cell) => cell.trim() === ''))).toEqual([]);
});
