import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runNode } from '../one-shot.ts';
import { root } from '../paths.ts';
import { outcomeOfPlaywright, type PlaywrightReport } from './browser-report.ts';
import { type JestReport, outcomeOfJest } from './jest-report.ts';
import { brokenPart, figuresIn, type Outcome, sum } from './outcome.ts';

const REPORTS = join(root, 'dist', 'reports');
const PROFILE = join('dist', 'reports', 'nx-profile.json');
const UNCHANGED = ['local-cache', 'local-cache-kept-existing'];
const SHOWN_CHARACTERS = 6000;

/** Targets that run tests leave a report of them. */
const TESTS: Readonly<Record<string, (report: unknown) => Outcome>> = {
  // The client's test is one check of the generated file, without a report.
  test: (report) => outcomeOfJest(report as JestReport),
  integration: (report) => outcomeOfJest(report as JestReport),
  e2e: (report) => outcomeOfPlaywright(report as PlaywrightReport),
};

/** One task of a run, as Nx writes it for NX_PROFILE: a trace for the browser's developer tools. */
interface TracedTask {
  readonly name: string;
  /** `X` for a task. */
  readonly ph: string;
  /** Microseconds. */
  readonly dur: number;
  readonly args: { readonly target?: { readonly project: string; readonly target: string }; readonly status?: string };
}

/** Runs these targets of every project that has them, two tasks at a time; what has not changed since it last passed comes from Nx's cache.
 * A task counts once, and one that runs tests counts each of them instead. */
export async function nxTasks(targets: readonly string[]): Promise<Outcome> {
  rmSync(REPORTS, { recursive: true, force: true });
  const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const { code, output } = await runNode(nx, ['run-many', `--targets=${targets.join(',')}`, '--parallel=2', '--outputStyle=static'], {
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', NODE_ENV: undefined, NX_PROFILE: PROFILE },
  });
  const words = stripVTControlCharacters(output);
  if (!existsSync(join(root, PROFILE))) return brokenPart(`Nx ended with ${code} before it ran a task.`, words);
  const trace = JSON.parse(readFileSync(join(root, PROFILE), 'utf8')) as TracedTask[];
  const tasks = trace.filter(({ ph, args }) => ph === 'X' && args.target !== undefined);
  const outcomes = tasks.map((task) => outcomeOf(task, words));
  const { passed, failed } = sum(outcomes);
  // Something failed which is no task: a cycle, a target that is missing.
  if (failed === 0 && (code !== 0 || tasks.length === 0)) return brokenPart(`Nx ended with ${code}.`, words);
  const details = outcomes.map((outcome) => outcome.details).filter((text) => text !== '');
  return { passed, failed, details: details.join('\n\n'), figures: [...timesOf(tasks), ...figuresIn(words)] };
}

function outcomeOf({ name, args: { target, status } }: TracedTask, output: string): Outcome {
  const isFine = status === 'success' || UNCHANGED.includes(status ?? '');
  const read = TESTS[target?.target ?? ''];
  const report = join(REPORTS, `${target?.target}-${target?.project}.json`);
  if (read !== undefined && existsSync(report)) {
    const tests = read(JSON.parse(readFileSync(report, 'utf8')));
    if (isFine === (tests.failed === 0)) return tests;
  }
  // A build checks nothing by itself, and some have nothing to do.
  const passed = target?.target === 'build' ? 0 : 1;
  return isFine ? { passed, failed: 0, details: '' } : { passed: 0, failed: 1, details: `${name}: ${status}\n${wordsOf(name, output)}` };
}

/** What a task printed: Nx prints each task's words behind a line `> nx run project:target`. */
function wordsOf(name: string, output: string): string {
  const from = output.indexOf(`> nx run ${name}`);
  if (from === -1) return '';
  const next = output.indexOf('\n> nx run ', from + 1);
  const words = output.slice(from, next === -1 ? undefined : next).trim();
  return words.slice(-SHOWN_CHARACTERS);
}

/** A line for each kind of task: the seconds of all together, and how many came from the cache. */
function timesOf(tasks: readonly TracedTask[]): string[] {
  const kinds = Map.groupBy(tasks, ({ args }) => args.target?.target ?? '');
  return [...kinds].map(([kind, some]) => {
    const seconds = some.reduce((all, { dur }) => all + dur, 0) / 1e6;
    const unchanged = some.filter(({ args }) => UNCHANGED.includes(args.status ?? '')).length;
    return `${kind.padEnd(24)}${seconds.toFixed(1).padStart(6)} s  ${some.length} tasks${unchanged > 0 ? `, ${unchanged} unchanged` : ''}`;
  });
}
