import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../one-shot.ts';
import { root } from '../paths.ts';
import { brokenPart, MOST_REPEATED, type Outcome, toldIn } from './outcome.ts';

const projects = ['apps/api', 'apps/sandbox', 'apps/storefront', 'libs/shop-rules', 'tools'];
const ALWAYS_LEFT_OUT = ['/node_modules/', '/e2e/'];
/** Whole shops of several processes, held to seconds: nothing else may run beside them. */
const PROOFS = 'tools/proofs/';
const SLOW_TESTS = ['\\.db\\.spec\\.ts$', '\\.http\\.spec\\.ts$', 'tools/supervisor/'];
const REDIS_TESTS = '-on-redis\\.';
/** A worker that kept more after a file is begun anew: with native modules its heap only grows, and collecting it stalls tests. */
const WORKER_MEMORY = '--workerIdleMemoryLimit=1500MB';
const SHOWN_CHARACTERS = 12_000;

type Environment = Readonly<Record<string, string | undefined>>;

interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Every Jest project in one run: unit, HTTP, database, sandbox, storefront, tools; `isFast` leaves out what needs a database or a shop. */
export function jestTests(env: Environment, { isFast = false } = {}): Promise<Outcome> {
  return runTwice(env, projects, ['--maxWorkers=2', WORKER_MEMORY], [PROOFS, ...(isFast ? SLOW_TESTS : [])]);
}

/** What is proved on whole shops of real processes, one after the other. */
export function proofs(env: Environment): Promise<Outcome> {
  return runTwice(env, ['tools'], ['--runInBand', '--testPathPatterns', PROOFS], []);
}

/** Without TEST_REDIS_URL the files that end in `-on-redis.spec.ts` are left out: the caller says so. What fails is repeated alone. */
async function runTwice(env: Environment, wanted: readonly string[], how: readonly string[], leftOut: readonly string[]): Promise<Outcome> {
  const configured = wanted.filter((project) => existsSync(join(root, project, 'jest.config.mjs')));
  const redisTests = env.TEST_REDIS_URL === undefined ? [REDIS_TESTS] : [];
  const args = ['--projects', ...configured, '--ci', '--testPathIgnorePatterns', ...ALWAYS_LEFT_OUT, ...redisTests, ...leftOut];
  const { report, output } = await runJest(env, [...how, ...args]);
  if (report === null) return brokenPart('Jest left no report.', output);
  const failed = failedFiles(report);
  const told = toldIn(output);
  if (failed.length === 0 || failed.length > MOST_REPEATED) return { ...outcomeOf(report, wanted), told };
  const again = await runJest(env, ['--runInBand', ...args, '--runTestsByPath', ...failed]);
  return { ...outcomeOf(report, wanted, again.report ?? undefined), told };
}

async function runJest(env: Environment, args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-jest-'));
  const file = join(folder, 'report.json');
  try {
    const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    const { output } = await runNode(jest, [...args, '--json', `--outputFile=${file}`], {
      env: { ...process.env, ...env, NODE_ENV: 'test' },
      nodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    });
    return { report: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as JestReport) : null, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const failedFiles = ({ testResults }: JestReport) => testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** What the first run came to, with the files that `again` repeated as they were then. A file that could not be run counts as one
 * failure, and so does a project in which nothing ran. */
export function outcomeOf(first: JestReport, wanted: readonly string[], again: JestReport = { testResults: [] }): Outcome {
  const second = new Map(again.testResults.map((result) => [result.name, result]));
  const results = first.testResults.map((result) => second.get(result.name) ?? result);
  const silent = wanted.filter(
    (project) => !results.some(({ name, assertionResults }) => name.startsWith(`${join(root, project)}/`) && assertionResults.length > 0),
  );
  const count = (wanted: string) =>
    results.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;
  const unloaded = results.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  const failures = first.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message }) => `${name.slice(root.length + 1)}\n${message}`);
  return {
    passed: count('passed'),
    failed: count('failed') + unloaded.length + silent.length,
    details: [...silent.map((project) => `No test ran in ${project}.`), ...failures].join('\n\n').slice(0, SHOWN_CHARACTERS),
    repeated: failedFiles(first)
      .filter((name) => second.get(name)?.status === 'passed')
      .map((name) => name.slice(root.length + 1)),
  };
}
