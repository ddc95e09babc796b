import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Gate } from './gate.ts';
import { root } from '../shared/paths.ts';
import { outcomeOfPlaywright } from './browser-report.ts';
import { outcomeOfJest } from './jest-report.ts';
import { errorsIn, figuresIn, oneCheck } from './outcome.ts';

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

test('the figures that a test prints are shown with its part, though it passed, and nothing else of its output is', async () => {
  const printed = listen();
  const gate = new Gate();
  const figures = figuresIn('PASS a.spec.ts\n› Answers per operation:\n›   getHome  200 × 20\nsome › noise\n» 204 kills\n');
  await gate.part('Jest', async () => ({ passed: 1, failed: 0, details: '', ...figures }));
  expect(figures.reported).toEqual(['204 kills']);
  expect(printed()).toContain('1 passed\n    Answers per operation:\n      getHome  200 × 20\n');
  expect(printed()).not.toContain('noise');
  expect(figuresIn('\u001B[1A\u001B[2K» 700 texts\n').reported).toEqual(['700 texts']);
});

test('what the shop logged as an error is found in the output, with the lines that belong to it', () => {
  const output = [
    'RUNS a.prove.ts',
    '[Nest] 7  - 24/11/2026   ERROR [http] Object(2) {',
    "  error: 'no such column'",
    '}',
    '» 204 kills',
    '[Nest] 7  - 24/11/2026     LOG [http] fine',
  ];
  expect(errorsIn(output.join('\n'))).toBe(output.slice(1, 4).join('\n'));
  expect(errorsIn('\u001B[31m[Nest] 7  - \u001B[39m24/11/2026 \u001B[31m  ERROR\u001B[39m [http] away')).toBe(
    '[Nest] 7  - 24/11/2026   ERROR [http] away',
  );
  expect(errorsIn('PASS a.prove.ts')).toBe('');
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

test('a part that is ended by an interruption neither counts nor prints, and nothing follows it', async () => {
  const printed = listen();
  const gate = new Gate();
  await gate.part('lint', async () => oneCheck(true, ''));
  const end = Promise.withResolvers<never>();
  const next = jest.fn();
  void gate.part('types', () => end.promise).then(next);
  gate.interrupt();
  end.reject(new Error('ended'));
  await new Promise(setImmediate);
  gate.close();
  expect(printed()).toMatch(/1 passed, 0 failed\n$/);
  expect(printed()).not.toContain('types');
  expect(next).not.toHaveBeenCalled();
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

test('a file of Jest that could not be loaded counts as a failure beside those of its tests, and so does a run without any test', () => {
  const report = {
    testResults: [
      inFile('apps/api/src/a.spec.ts', 'passed', ['passed', 'passed']),
      inFile('apps/api/src/b.spec.ts', 'failed', [], 'Cannot find module'),
      inFile('apps/api/src/c.spec.ts', 'failed', ['passed', 'failed'], 'expected 1'),
    ],
  };
  expect(outcomeOfJest(report)).toEqual({
    passed: 3,
    failed: 2,
    details: 'apps/api/src/b.spec.ts\nCannot find module\n\napps/api/src/c.spec.ts\nexpected 1',
  });
  expect(outcomeOfJest({ testResults: [] })).toMatchObject({ passed: 0, failed: 1 });
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

const browserReport = (expected: number, specs: readonly ReturnType<typeof tried>[], skipped = 0) => {
  const count = (status: string) => specs.filter(({ tests }) => tests[0]?.status === status).length;
  return {
    stats: { expected, unexpected: count('unexpected'), flaky: count('flaky'), skipped },
    suites: [{ specs: [], suites: [{ specs }] }],
    errors: [],
  };
};

test('a browser test that passes only when repeated has failed, and what every failed try said is printed within bounds', () => {
  const specs = [
    tried('stands', 'expected'),
    tried('waits', 'flaky', '\u001b[31mlate\u001b[39m'),
    tried('breaks', 'unexpected', 'x'.repeat(9000)),
  ];
  expect(outcomeOfPlaywright(browserReport(1, specs))).toEqual({
    passed: 1,
    failed: 2,
    details: `a.e2e.ts, waits\na.e2e.ts, breaks\na.e2e.ts, waits\na.e2e.ts:7\nlate\n\na.e2e.ts, breaks\na.e2e.ts:7\n${'x'.repeat(2000)}`,
  });
});

test('browser tests that did not run have failed, and so has a run without any', () => {
  expect(outcomeOfPlaywright(browserReport(3, [], 2))).toMatchObject({ passed: 3, failed: 2, details: expect.stringContaining('2 tests') });
  expect(outcomeOfPlaywright(browserReport(0, [])).failed).toBe(1);
});

function listen(): () => string {
  let printed = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  return () => printed;
}
