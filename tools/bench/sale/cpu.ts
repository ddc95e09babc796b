import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../shared/failure.ts';

/** USER_HZ, which Linux fixes for programs. */
const TICKS_PER_SECOND = 100;

export const processKinds = ['api', 'worker', 'postgres', 'sandbox', 'buyers'] as const;
type ProcessKind = (typeof processKinds)[number];

/** Milliseconds of CPU, user and system, by kind of process. */
export type CpuTimes = Readonly<Record<ProcessKind, number>>;

/** Ticks in a line of `/proc/PID/stat`; with those of its ended children where they are wanted. */
export function ticksIn(stat: string, hasEndedChildren: boolean): number {
  // The name of the program may hold blanks and brackets: the fields begin behind its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number];
  return user + system + (hasEndedChildren ? childrenUser + childrenSystem : 0);
}

/** CPU that the given processes have used up to now; the PostgreSQL of a data folder with all its backends. */
export function cpuTimes(of: { apis: readonly number[]; workers: readonly number[]; databaseFolder: string; sandbox: number }): CpuTimes {
  const postmaster = Number(readFileSync(join(of.databaseFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const buyers = process.cpuUsage();
  return {
    api: sum(of.apis.map((pid) => cpuOf(pid))),
    worker: sum(of.workers.map((pid) => cpuOf(pid))),
    postgres: cpuOf(postmaster, true) + sum(childrenOf(postmaster).map((pid) => cpuOf(pid))),
    sandbox: cpuOf(of.sandbox),
    buyers: (buyers.user + buyers.system) / 1000,
  };
}

export function cpuBetween(before: CpuTimes, after: CpuTimes): CpuTimes {
  return Object.fromEntries(processKinds.map((kind) => [kind, after[kind] - before[kind]])) as Record<ProcessKind, number>;
}

function cpuOf(pid: number, hasEndedChildren = false): number {
  try {
    return (ticksIn(readFileSync(`/proc/${pid}/stat`, 'utf8'), hasEndedChildren) / TICKS_PER_SECOND) * 1000;
  } catch {
    // A backend that ended meanwhile: its time is its parent's now.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    throw new Failure('CPU by process is read from /proc, which this computer lacks.');
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
