import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runNode } from '../process/run-program.ts';
import { removeFolder, root } from '../shared/paths.ts';

/** What a process of run-area.ts is told: paths from the root. */
export interface MutationJob {
  readonly code: readonly string[];
  readonly specs: readonly string[];
  readonly sandbox: string;
}

/** One change of the code, and what the tests made of it. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The line of the change, without its indentation. */
  readonly code: string;
  /** Stryker's name of the kind of change. */
  readonly mutator: string;
  readonly was: string;
  readonly became: string;
  readonly status: string;
}

/** Changes the code in all the ways that Stryker knows, one at a time, and runs the tests on each.
 * @throws Error with what the run printed, where the tests fail on the unchanged code. */
export async function mutantsOf(code: readonly string[], specs: readonly string[]): Promise<Mutant[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-mutation-'));
  try {
    const [jobFile, answerFile] = [join(folder, 'job.json'), join(folder, 'mutants.json')];
    const job: MutationJob = { code, specs, sandbox: relative(root, join(folder, 'sandbox')) };
    writeFileSync(jobFile, JSON.stringify(job));
    const { code: exit, output } = await runNode(join(import.meta.dirname, 'run-area.ts'), [jobFile, answerFile]);
    if (exit !== 0) throw new Error(`The mutation run ended with ${exit}:\n${output}`);
    return JSON.parse(readFileSync(answerFile, 'utf8')) as Mutant[];
  } finally {
    removeFolder(folder);
  }
}
