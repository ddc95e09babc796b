import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Gate } from '../gate.ts';
import { root } from '../paths.ts';
import { outcomeOf as browserOutcome } from './browser-tests.ts';
import { outcomeOf as jestOutcome } from './jest-tests.ts';
import { oneCheck } from './outcome.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('the sum stands alone on the last line, after what did not run, and any failure makes the exit code 1', async () => {
  const printed = listen();
  const gate = new Gate();
  await gate.part('lint', async () => oneCheck(true, ''));
  await gate.part('types', async () => oneCheck(false, 'error TS2322'));
  gate.note('The browser tests did not run.');
  expect(gate.close()).toBe(1);
  expect(printed().split('\n').slice(-3)).toEqual(['The browser tests did not run.', '1 passed, 1 failed', '']);
});

test('a part that breaks down counts as failed and does not end the run', async () => {
  const printed = listen();
  const gate = new Gate();
  await gate.part('lint', () => Promise.reject(new Error('out of memory')));
  await gate.part('types', async () => oneCheck(true, ''));
  expect(gate.close()).toBe(1);
  expect(printed()).toContain('out of memory');
  expect(printed()).toMatch(/1 passed, 1 failed\n$/);
});

test('a run in which nothing was checked has not passed', () => {
  listen();
  expect(new Gate().close()).toBe(1);
});

test('a project in which no test ran, and a file that could not be loaded, each count as a failure', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 1,
    testResults: [
      { name: join(root, 'apps/api/src/a.spec.ts'), status: 'passed', message: '', assertionResults: [{}] },
      { name: join(root, 'apps/api/src/b.spec.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  };
  const { passed, failed, details } = jestOutcome(report, ['apps/api', 'tools']);
  expect({ passed, failed }).toEqual({ passed: 4, failed: 2 });
  expect(details).toBe('No test ran in tools.\n\napps/api/src/b.spec.ts\nCannot find module');
});

test('browser tests that pass only when repeated have failed, and so has a run without any', () => {
  expect(browserOutcome({ stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [] }, 'log')).toEqual({
    passed: 3,
    failed: 2,
    details: 'log',
  });
  expect(browserOutcome({ stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [] }, '').failed).toBe(1);
});

function listen(): () => string {
  let printed = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  return () => printed;
}
