import { afterEach, expect, jest, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shared/paths.ts';
import { auditLines, checkAdvisories, type Database, MENDED_WITHIN_DAYS, osv } from './advisories.ts';

const policy = readFileSync(join(root, 'SECURITY.md'), 'utf8');

const packages = [
  { name: 'good', version: '1.0.0', license: 'MIT', integrity: null },
  { name: 'bad', version: '2.0.0', license: 'MIT', integrity: null },
];
const away: Database = async () => null;
afterEach(() => void jest.restoreAllMocks());

test('a report of npm is read, and an answer that is none is not taken for a good one', () => {
  expect(auditLines(JSON.stringify({ vulnerabilities: { bad: { severity: 'high', range: '<2.0.1' } } }))).toEqual([
    'bad <2.0.1: high, to be mended within 14 days',
  ]);
  expect(auditLines(JSON.stringify({ vulnerabilities: {} }))).toEqual([]);
  expect([auditLines(JSON.stringify({ message: '405 Method Not Allowed' })), auditLines('')]).toEqual([null, null]);
});

test('the days of the policy are those that the command prints with each severity', () => {
  const days = (severity: string) =>
    /within (\d+) days/.exec(auditLines(JSON.stringify({ vulnerabilities: { bad: { severity, range: '*' } } }))?.[0] ?? '')?.[1];
  const [, urgent, others] = /within (\d+) days where its advisory is high or critical[^.]*; otherwise within (\d+)\./.exec(policy) ?? [];
  expect([days('critical'), days('high'), days('moderate'), days('low')]).toEqual([urgent, urgent, others, others]);
  expect(Number(/without an advisory are updated at least every (\d+) days/.exec(policy)?.[1])).toBe(MENDED_WITHIN_DAYS.other);
});

test('where npm has no audit, OSV is asked, and a package that it knows of fails the check', async () => {
  const asked = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ results: [{}, { vulns: [{ id: 'GHSA-1' }] }] }));
  expect(await checkAdvisories(packages, [away, osv])).toEqual({ lines: ['bad 2.0.0: GHSA-1, to be mended within 14 days'], code: 1 });
  expect(asked).toHaveBeenCalledTimes(1);
});

test('without an advisory the check passes and counts, and without a database it says that nothing was checked', async () => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  expect(await checkAdvisories(packages, [async () => []])).toEqual({ lines: ['No advisory about 2 shipped packages is known.'], code: 0 });
  expect(await checkAdvisories(packages, [away, osv])).toEqual({
    lines: ['No database of advisories could be reached: nothing was checked.'],
    code: 0,
  });
});
