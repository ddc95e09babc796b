import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { root } from '../shared/paths.ts';
import { allCampaigns } from './campaigns.ts';
import { commitOfTree, passedWith, readReport, renderReport, type ReportRow, resultOf } from './report.ts';

const row = (campaign: string, figures = '1 | 2'): ReportRow => ({
  campaign,
  result: '3 passed',
  figures,
  date: '2026-11-23',
  commit: 'abc1234',
  machine: '2 × CPU',
  seed: '7',
  minutes: '1.5',
});

test('rows are read as they were written, by name, and a second run of a campaign replaces its row', async () => {
  const once = readReport(await renderReport([row('race'), row('kill')]));
  expect([...once.keys()]).toEqual(['kill', 'race']);
  expect(once.get('race')).toEqual(row('race', '1 / 2'));
  const twice = readReport(await renderReport(once.set('race', row('race', '9')).values()));
  expect(twice.size).toBe(2);
  expect(twice.get('race')?.figures).toBe('9');
});

test('a report that is not there has no rows', () => {
  expect(readReport('').size).toBe(0);
});

test('what is resumed leaves out what passed with the same commit and seed, and nothing else', async () => {
  const rows = readReport(
    await renderReport([
      row('race'),
      { ...row('kill'), commit: 'def5678' },
      { ...row('load'), seed: '8' },
      { ...row('money'), result: '3 passed, 1 FAILED' },
    ]),
  );
  expect([...passedWith(rows, { commit: 'abc1234', seed: 7 })]).toEqual(['race']);
  expect([...passedWith(rows, { commit: 'def5678', seed: 7 })]).toEqual(['kill']);
  expect([...passedWith(rows, { commit: null, seed: 7 })]).toEqual([]);
});

test('a row has the figures that its campaign reports, or the number of its tests', () => {
  expect(resultOf({ passed: 2, failed: 0, reported: ['204 kills', 'at rest'] })).toEqual({
    result: '2 passed',
    figures: '204 kills; at rest',
  });
  expect(resultOf({ passed: 2, failed: 1, reported: [] })).toEqual({ result: '2 passed, 1 FAILED', figures: '3 tests' });
  expect(resultOf({ passed: 1, failed: 0 }).figures).toBe('1 test');
});

test('docs/reliability-report.md has no row of a campaign that is gone, and none that failed', () => {
  const names = new Set(allCampaigns().map(({ name }) => name));
  const rows = readReport();
  expect(rows.size).toBeGreaterThan(10);
  expect([...rows.keys()].filter((name) => !names.has(name))).toEqual([]);
  expect([...rows.values()].filter(({ result }) => result.includes('FAILED'))).toEqual([]);
});

test('the commit of a run stays the same when its rows are committed', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const { commit } = commitOfTree();
  const since = git('diff', '--name-only', commit, 'HEAD').split('\n');
  expect(since.filter((file) => !['', 'docs/reliability-report.md'].includes(file))).toEqual([]);
  expect(git('show', '--format=', '--name-only', commit)).not.toBe('docs/reliability-report.md');
});
