import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Gate } from './gate.ts';
import { root } from '../paths.ts';
import { outcomeOf as browserOutcome } from './browser-tests.ts';
import { outcomeOf as jestOutcome } from './jest-tests.ts';
import { MOST_REPEATED, oneCheck, toldIn } from './outcome.ts';

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

test('what a test has to tell is printed with its part, though it passed, and nothing else of its output is', async () => {
  const printed = listen();
  const gate = new Gate();
  const told = toldIn('PASS a.spec.ts\n› Answers per operation:\n›   getHome  200 × 20\nsome › noise\n');
  await gate.part('Jest', async () => ({ passed: 1, failed: 0, details: '', told }));
  expect(printed()).toContain('1 passed\n    Answers per operation:\n      getHome  200 × 20\n');
  expect(printed()).not.toContain('noise');
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

const inFile = (file: string, status: string, tests: readonly string[], message = '') => ({
  name: join(root, file),
  status,
  message,
  assertionResults: tests.map((of) => ({ status: of })),
});

test('a project in which no test ran, and a file that could not be loaded, each count as a failure', () => {
  const report = {
    testResults: [
      inFile('apps/api/src/a.spec.ts', 'passed', ['passed', 'passed', 'passed', 'passed']),
      inFile('apps/api/src/b.spec.ts', 'failed', [], 'Cannot find module'),
    ],
  };
  expect(jestOutcome(report, ['apps/api', 'tools'])).toEqual({
    passed: 4,
    failed: 2,
    details: 'No test ran in tools.\n\napps/api/src/b.spec.ts\nCannot find module',
    repeated: [],
  });
});

test('a file of tests that passes when repeated alone has passed and is named, and one that fails again has failed', () => {
  const first = {
    testResults: [
      inFile('tools/a.spec.ts', 'passed', ['passed']),
      inFile('tools/b.spec.ts', 'failed', ['passed', 'failed'], 'too late'),
      inFile('tools/c.spec.ts', 'failed', ['failed'], 'wrong'),
    ],
  };
  const again = {
    testResults: [inFile('tools/b.spec.ts', 'passed', ['passed', 'passed']), inFile('tools/c.spec.ts', 'failed', ['failed'], 'wrong')],
  };
  expect(jestOutcome(first, ['tools'], again)).toEqual({
    passed: 3,
    failed: 1,
    details: 'tools/b.spec.ts\ntoo late\n\ntools/c.spec.ts\nwrong',
    repeated: ['tools/b.spec.ts'],
  });
});

const tried = (title: string, status: string, ...messages: string[]) => ({
  file: 'a.e2e.ts',
  title,
  tests: [
    {
      status,
      results: [
        ...messages.map((message) => ({ errors: [{ message, location: { file: join(root, 'a.e2e.ts'), line: 7 } }] })),
        { errors: [] },
      ],
    },
  ],
});

const browserReport = (expected: number, unexpected: number, specs: readonly ReturnType<typeof tried>[]) => ({
  stats: { expected, unexpected, flaky: specs.filter(({ tests }) => tests[0]?.status === 'flaky').length },
  suites: [{ specs: [], suites: [{ specs }] }],
  errors: [],
});

test('a browser test that passes when repeated has passed and is named, and what every failed try said is told', () => {
  const specs = [
    tried('stands', 'expected'),
    tried('waits', 'flaky', '\u001b[31mlate\u001b[39m'),
    tried('breaks', 'unexpected', 'x'.repeat(9000), 'again'),
  ];
  expect(browserOutcome(browserReport(3, 1, specs), 'log')).toEqual({
    passed: 4,
    failed: 1,
    details: `a.e2e.ts, breaks\na.e2e.ts, waits\na.e2e.ts:7\nlate\n\na.e2e.ts, breaks\na.e2e.ts:7\n${'x'.repeat(2000)}\na.e2e.ts:7\nagain`,
    repeated: ['a.e2e.ts, waits'],
  });
});

test('more browser tests that pass only when repeated than a busy machine explains have failed, and so has a run without any', () => {
  const many = Array.from({ length: MOST_REPEATED + 1 }, (_, position) => tried(String(position), 'flaky'));
  expect(browserOutcome(browserReport(3, 0, many), '')).toMatchObject({ passed: 3, failed: MOST_REPEATED + 1 });
  expect(browserOutcome(browserReport(0, 0, []), '').failed).toBe(1);
});

test('what passed only when repeated is named in the closing lines, and does not fail the run', async () => {
  const printed = listen();
  const gate = new Gate();
  await gate.part('browser', async () => ({ passed: 2, failed: 0, details: 'the first try', repeated: ['a.e2e.ts, waits'] }));
  expect(gate.close()).toBe(0);
  expect(printed()).toContain('the first try');
  expect(printed().split('\n').slice(-3)).toEqual(['Passed only when repeated: a.e2e.ts, waits', '2 passed, 0 failed', '']);
});

function listen(): () => string {
  let printed = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  return () => printed;
}
