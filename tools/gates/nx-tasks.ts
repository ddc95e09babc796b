import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runNode } from '../process/run-program.ts';
import { root } from '../shared/paths.ts';
import { outcomeOfPlaywright, type PlaywrightReport } from './browser-report.ts';
import { gateEnvironment } from '../test-environment/environment.ts';
import { type JestReport, outcomeOfJest } from './jest-report.ts';
import { brokenPart, figuresIn, type Outcome, sum } from './outcome.ts';

const REPORTS = join(root, 'dist', 'reports');
// Two gates may run in one checkout.
const PROFILE = join('dist', 'reports', `nx-profile-${process.pid}.json`);
const UNCHANGED = ['local-cache', 'local-cache-kept-existing'];
const SHOWN_CHARACTERS = 6000;

/** Targets that run tests leave a report of them. */
const TESTS: Readonly<Record<string, (report: unknown) => Outcome>> = {
  test: (report) => outcomeOfJest(report as JestReport),
  integration: (report) => outcomeOfJest(report as JestReport),
  e2e: (report) => outcomeOfPlaywright(report as PlaywrightReport),
};

/** One task of a run, as Nx writes it for NX_PROFILE: a trace for the browser's developer tools. */
export interface TracedTask {
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
  for (const target of targets) for (const old of globSync(`${target}-*.json`, { cwd: REPORTS })) rmSync(join(REPORTS, old));
  const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const { code, output } = await runNode(nx, ['run-many', `--targets=${targets.join(',')}`, '--parallel=2', '--outputStyle=static'], {
    env: { ...gateEnvironment(), NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', NODE_ENV: undefined, NX_PROFILE: PROFILE },
  });
  const words = stripVTControlCharacters(output);
  if (!existsSync(join(root, PROFILE))) return brokenPart(`Nx ended with ${code} before it ran a task.`, words);
  const trace = JSON.parse(readFileSync(join(root, PROFILE), 'utf8')) as TracedTask[];
  rmSync(join(root, PROFILE));
  const tasks = trace.filter(({ ph, args }) => ph === 'X' && args.target !== undefined);
  const outcomes = tasks.map((task) => outcomeOf(task, words));
  const { passed, failed } = sum(outcomes);
  // Something failed which is no task: a cycle, a target that is missing.
  if (failed === 0 && (code !== 0 || tasks.length === 0)) return brokenPart(`Nx ended with ${code}.`, words);
  const details = outcomes.map((outcome) => outcome.details).filter((text) => text !== '');
  return { passed, failed, details: details.join('\n\n'), figures: [...timesOf(tasks), ...figuresIn(words).figures] };
}

/**
 * The result of a task. If it runs tests, its report decides, and a missing report is no success: a task that failed beside tests which all
 * passed has failed, and so has one that left no report.
 * @param output what Nx printed.
 */
export function outcomeOf({ name, args: { target, status } }: TracedTask, output: string, reports = REPORTS): Outcome {
  const isFine = status === 'success' || UNCHANGED.includes(status ?? '');
  const broken = () => brokenPart(`${name}: ${status}`, wordsOf(name, output));
  const read = TESTS[target?.target ?? ''];
  if (read === undefined) {
    // A build checks nothing by itself, and some have nothing to do.
    const passed = target?.target === 'build' ? 0 : 1;
    return isFine ? { passed, failed: 0, details: '' } : broken();
  }
  const report = join(reports, `${target?.target}-${target?.project}.json`);
  if (!existsSync(report)) return isFine ? brokenPart(`${name} left no report of its tests.`) : broken();
  const tests = read(JSON.parse(readFileSync(report, 'utf8')));
  if (isFine || tests.failed > 0) return tests;
  return { ...broken(), passed: tests.passed };
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
