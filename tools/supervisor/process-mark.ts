import { existsSync, readFileSync } from 'node:fs';
import { execaSync } from 'execa';

/** Identifies a process, and distinguishes it from a later one with the same pid. */
export interface ProcessMark {
  readonly pid: number;
  readonly startedAt: string;
}

/** Null when there is no such process, or only its zombie. */
export function markOf(pid: number): ProcessMark | null {
  if (existsSync('/proc/self/stat')) {
    try {
      // The name in parentheses may hold spaces: count the fields after it. The 1st is the state, the 20th the start in ticks since boot.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      if (fields[0] === 'Z' || fields[0] === 'X') return null;
      return { pid, startedAt: `${bootId()}/${fields[19]}` };
    } catch {
      return null;
    }
  }
  const started = execaSync('ps', ['-o', 'lstart=', '-p', String(pid)], { reject: false }).stdout.trim();
  return started === '' ? null : { pid, startedAt: started };
}

export function isAlive(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.startedAt === mark.startedAt;
}

/** The command line of a process; empty if there is none. */
export function commandLineOf(pid: number): string {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  return execaSync('ps', ['-o', 'command=', '-p', String(pid)], { reject: false }).stdout.trim();
}

/** Ends processes that are still the ones marked: the signal first, after the time given SIGKILL. Others with that number are left alone. */
export async function endAll(marks: readonly ProcessMark[], signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const deadline = performance.now() + graceMs;
  for (const mark of marks) if (isAlive(mark)) sendSignal(mark.pid, signal);
  while (marks.some(isAlive) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const mark of marks) if (isAlive(mark)) sendSignal(-mark.pid, 'SIGKILL');
}

/** A negative number means the group of that process. A process that is gone already is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
