import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { root } from '../shared/paths.ts';
import type { Outcome } from './outcome.ts';

const FILE = join(root, 'docs', 'reliability-report.md');
const GIB = 1024 ** 3;

/** A full run of one campaign. All values are the texts of its cells. */
export interface ReportRow {
  readonly campaign: string;
  readonly result: string;
  readonly figures: string;
  /** ISO date. */
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly seed: string;
  readonly minutes: string;
}

const COLUMNS = ['campaign', 'result', 'figures', 'date', 'commit', 'machine', 'seed', 'minutes'] as const;

const INTRODUCTION = `# Reliability report

What each campaign of \`npm run prove\` found in the full run that its row names, by date, commit and seed; [reliability](reliability.md) says what they check, [testing](testing.md#add-a-campaign) how they are run again. A run without \`--minutes\` writes the row of each campaign as it ends. The same commit and seed repeat a row's chance; what depends on the timing of processes differs.
`;

/** What a row says of a run; of one that reports no figures, how many tests it had. */
export function resultOf({
  passed,
  failed,
  reported = [],
}: Pick<Outcome, 'passed' | 'failed' | 'reported'>): Pick<ReportRow, 'result' | 'figures'> {
  return {
    result: failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`,
    figures: reported.length > 0 ? reported.join('; ') : `${passed + failed} ${passed + failed === 1 ? 'test' : 'tests'}`,
  };
}

/** The rows of the report, by campaign. */
export function readReport(text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''): Map<string, ReportRow> {
  const cells = text.split('\n').flatMap((line) =>
    line.startsWith('|')
      ? [
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim()),
        ]
      : [],
  );
  const rows = cells
    .slice(2)
    .map((row) => Object.fromEntries(COLUMNS.map((name, index) => [name, row[index] ?? ''])) as unknown as ReportRow);
  return new Map(rows.map((row) => [row.campaign, row]));
}

/** The whole page, rows by name. */
export function renderReport(rows: Iterable<ReportRow>): Promise<string> {
  const table = [...rows]
    .toSorted((one, other) => one.campaign.localeCompare(other.campaign))
    .map((row) => `| ${COLUMNS.map((name) => row[name].replaceAll('|', '/')).join(' | ')} |`);
  const head = [`| ${COLUMNS.map((name) => name[0]?.toUpperCase() + name.slice(1)).join(' | ')} |`, `|${' --- |'.repeat(COLUMNS.length)}`];
  return format([INTRODUCTION, ...head, ...table, ''].join('\n'), { parser: 'markdown' });
}

export async function writeRow(row: ReportRow): Promise<void> {
  writeFileSync(FILE, await renderReport(readReport().set(row.campaign, row).values()));
}

/** The campaigns that passed with this commit and seed. With no commit there are none: what was run is not known then. */
export function passedWith(rows: ReadonlyMap<string, ReportRow>, { commit, seed }: { commit: string | null; seed: number }): Set<string> {
  const isDone = (row: ReportRow) => row.commit === commit && row.seed === String(seed) && !row.result.includes('FAILED');
  return new Set([...rows.values()].filter(isDone).map(({ campaign }) => campaign));
}

/**
 * The last commit that changed anything but the report: a run is resumed after its first rows were committed. `isClean`: whether nothing
 * else was changed since; nobody could repeat such a run.
 */
export function commitOfTree(): { readonly commit: string; readonly isClean: boolean } {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', '.', ':!docs/reliability-report.md'], { cwd: root, encoding: 'utf8' }).trim();
  try {
    return { commit: git('log', '-1', '--abbrev=8', '--format=%h'), isClean: git('status', '--porcelain') === '' };
  } catch {
    // No clone, but an archive of its files: samples can be run there.
    return { commit: 'unknown', isClean: false };
  }
}

export function machine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.replaceAll(/\s+/g, ' ').trim() ?? 'CPU'}, ${Math.round(totalmem() / GIB)} GiB, Node ${process.versions.node}`;
}
