import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Resident memory of a process in MiB, current or peak; null except on Linux. */
export function residentMiB(pid: number, which: 'now' | 'peak'): number | null {
  try {
    const field = which === 'now' ? 'VmRSS' : 'VmHWM';
    const kibibytes = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) / 1024;
  } catch {
    return null;
  }
}

export interface Row {
  readonly what: string;
  readonly measured: string;
  /** The minimal implementation, measured in the same run. */
  readonly baseline: string;
  readonly ratio: string;
  readonly bar: string;
  readonly isHeld: boolean;
}

export function printRows(rows: readonly Row[]): void {
  const table = rows.map(({ what, measured, baseline, ratio, bar, isHeld }) => ({
    what,
    measured,
    baseline,
    'of the baseline': ratio,
    bar,
    held: isHeld ? 'yes' : 'NO',
  }));
  const columns = Object.keys(table[0] ?? {}) as (keyof (typeof table)[number])[];
  const widths = columns.map((column) => Math.max(column.length, ...table.map((row) => row[column].length)));
  const line = (cells: readonly string[]) => `${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}\n`;
  process.stdout.write(
    `\n${line(columns)}${line(widths.map((width) => '-'.repeat(width)))}${table.map((row) => line(columns.map((column) => row[column]))).join('')}`,
  );
}
