import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { gateEnvironment } from '../test-environment/environment.ts';
import { outcomeOf } from './nx-tasks.ts';

let reports: string;
beforeEach(() => {
  reports = mkdtempSync(join(tmpdir(), 'keyturn-reports-'));
});
afterEach(() => {
  rmSync(reports, { recursive: true });
});

const task = (target: string, status: string) => ({
  name: `storefront:${target}`,
  ph: 'X',
  dur: 1,
  args: { target: { project: 'storefront', target }, status },
});
const OUTPUT = '> nx run storefront:e2e\nthe teardown broke\n> nx run api:e2e\nfine';
const outcome = (target: string, status: string) => outcomeOf(task(target, status), OUTPUT, reports);

function leaveBrowserReport(expected: number, skipped: number): void {
  const stats = { expected, skipped, unexpected: 0, flaky: 0 };
  writeFileSync(join(reports, 'e2e-storefront.json'), JSON.stringify({ stats, suites: [], errors: [] }));
}

test('a browser test that was skipped fails the gate, though Playwright ended well', () => {
  leaveBrowserReport(9, 1);
  expect(outcome('e2e', 'success')).toMatchObject({ passed: 9, failed: 1, details: expect.stringContaining('1 tests did not run') });
});

test('a task that failed although all its tests passed counts one failure beside them, with its own words', () => {
  leaveBrowserReport(9, 0);
  expect(outcome('e2e', 'failure')).toMatchObject({ passed: 9, failed: 1, details: expect.stringMatching(/the teardown broke$/) });
  expect(outcome('e2e', 'success')).toMatchObject({ passed: 9, failed: 0 });
});

test.each(['test', 'integration', 'e2e'])('a task %s that left no report has failed, however it ended', (target) => {
  expect(outcome(target, 'local-cache')).toMatchObject({ passed: 0, failed: 1, details: expect.stringContaining('no report') });
  expect(outcome(target, 'failure')).toMatchObject({ passed: 0, failed: 1 });
});

test('a task without tests counts once, a build not at all, and what Nx skipped has failed', () => {
  expect(outcome('lint', 'local-cache')).toMatchObject({ passed: 1, failed: 0 });
  expect(outcome('build', 'success')).toMatchObject({ passed: 0, failed: 0 });
  expect(outcome('build', 'skipped')).toMatchObject({ passed: 0, failed: 1, details: expect.stringContaining('skipped') });
});

test('no name in the environment leads the tests of a gate to servers that somebody else runs', () => {
  const given = {
    PATH: '/bin',
    GATE: 'prove',
    TEST_DATABASE_URL: 'postgres://a',
    TEST_REDIS_URL: 'redis://a',
    E2E_API_ORIGIN: 'https://a',
  };
  expect(gateEnvironment(given)).toEqual({ PATH: '/bin' });
});
