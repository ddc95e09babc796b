import { execFile } from 'node:child_process';
import { root } from '../shared/paths.ts';
import { type LockedPackage, shippedPackages } from './lock-file.ts';

const OSV = 'https://api.osv.dev/v1/querybatch';
const TIMEOUT_MS = 60_000;

/** Days within which an affected package is replaced or updated, as SECURITY.md promises. */
export const MENDED_WITHIN_DAYS = { urgent: 14, other: 90 } as const;

/** OSV names no severity: then it counts as urgent until somebody has looked. */
function daysFor(severity?: string): number {
  return severity === 'low' || severity === 'moderate' ? MENDED_WITHIN_DAYS.other : MENDED_WITHIN_DAYS.urgent;
}

/** What a database of advisories says about packages: one line for each that is affected; null where it cannot be reached. */
export type Database = (packages: readonly LockedPackage[]) => Promise<readonly string[] | null>;

/** `npm audit`: the registry may have none. */
export const npmAudit: Database = () =>
  new Promise((resolve) => {
    const options = { cwd: root, timeout: TIMEOUT_MS, maxBuffer: 64 * 1_048_576 };
    // It ends with an error where it finds something, too.
    execFile('npm', ['audit', '--omit=dev', '--json'], options, (_error, output) => resolve(auditLines(output)));
  });

/** Lines of the report of `npm audit --json`; null where it is no report. */
export function auditLines(output: string): readonly string[] | null {
  try {
    const report = JSON.parse(output) as { vulnerabilities?: Record<string, { severity: string; range: string }> };
    if (report.vulnerabilities === undefined) return null;
    return Object.entries(report.vulnerabilities).map(
      ([name, { severity, range }]) => `${name} ${range}: ${severity}, to be mended within ${daysFor(severity)} days`,
    );
  } catch {
    return null;
  }
}

/** https://google.github.io/osv.dev/post-v1-querybatch: an answer for each question, in their order. */
export const osv: Database = async (packages) => {
  try {
    const queries = packages.map(({ name, version }) => ({ package: { name, ecosystem: 'npm' }, version }));
    const answer = await fetch(OSV, { method: 'POST', body: JSON.stringify({ queries }), signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) return null;
    const { results } = (await answer.json()) as { results: { vulns?: { id: string }[] }[] };
    return packages.flatMap(({ name, version }, place) =>
      (results[place]?.vulns ?? []).map(({ id }) => `${name} ${version}: ${id}, to be mended within ${daysFor()} days`),
    );
  } catch {
    return null;
  }
};

/** The first database that answers decides. Returns what is printed, and the exit code: 1 where a shipped package is affected. */
export async function checkAdvisories(
  packages: readonly LockedPackage[],
  databases: readonly Database[],
): Promise<{ lines: readonly string[]; code: 0 | 1 }> {
  for (const ask of databases) {
    const found = await ask(packages);
    if (found !== null)
      return found.length > 0
        ? { lines: found, code: 1 }
        : { lines: [`No advisory about ${packages.length} shipped packages is known.`], code: 0 };
  }
  return { lines: ['No database of advisories could be reached: nothing was checked.'], code: 0 };
}

if (import.meta.main) {
  const { lines, code } = await checkAdvisories(shippedPackages(), [npmAudit, osv]);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  process.exitCode = code;
}
