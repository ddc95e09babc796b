import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../one-shot.ts';
import { root } from '../paths.ts';
import { brokenPart, type Outcome } from './outcome.ts';

const projects = ['apps/api', 'apps/sandbox', 'apps/storefront', 'libs/shop-rules', 'tools'];
const SLOW_TESTS = ['/node_modules/', '/e2e/', '\\.db\\.spec\\.ts$', '\\.http\\.spec\\.ts$', 'tools/supervisor/', 'tools/proofs/'];
const REDIS_TESTS = '-on-redis\\.';
const SHOWN_CHARACTERS = 12_000;

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly unknown[];
  }[];
}

/** Every Jest project in one run: unit, HTTP, database, sandbox, storefront, tools; `isFast` leaves out what needs a database or a shop.
 * Without TEST_REDIS_URL the files that end in `-on-redis.spec.ts` are left out: the caller says so. */
export async function jestTests(env: Readonly<Record<string, string | undefined>>, { isFast = false } = {}): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-jest-'));
  const report = join(folder, 'report.json');
  try {
    const configured = projects.filter((project) => existsSync(join(root, project, 'jest.config.mjs')));
    const args = ['--projects', ...configured, '--ci', '--maxWorkers=2', '--json', `--outputFile=${report}`];
    const leftOut = [...(isFast ? SLOW_TESTS : ['/node_modules/', '/e2e/']), ...(env.TEST_REDIS_URL === undefined ? [REDIS_TESTS] : [])];
    args.push('--testPathIgnorePatterns', ...leftOut);
    const { code, output } = await runNode(join(root, 'node_modules', 'jest', 'bin', 'jest.js'), args, {
      env: { ...process.env, ...env, NODE_ENV: 'test' },
      nodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    });
    if (!existsSync(report)) return brokenPart(`Jest ended with ${code} and left no report.`, output);
    return outcomeOf(JSON.parse(readFileSync(report, 'utf8')) as JestReport, projects);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that could not be run counts as one failure, and so does a project in which nothing ran. */
export function outcomeOf(report: JestReport, wanted: readonly string[]): Outcome {
  const silent = wanted.filter(
    (project) =>
      !report.testResults.some(({ name, assertionResults }) => name.startsWith(`${join(root, project)}/`) && assertionResults.length > 0),
  );
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message }) => `${name.slice(root.length + 1)}\n${message}`);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites + silent.length,
    details: [...silent.map((project) => `No test ran in ${project}.`), ...failures].join('\n\n').slice(0, SHOWN_CHARACTERS),
  };
}
