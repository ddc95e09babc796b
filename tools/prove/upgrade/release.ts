import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode, runProgram } from '../../process/run-program.ts';
import { Failure } from '../../shared/failure.ts';
import { removeFolder, root } from '../../shared/paths.ts';

const MIGRATIONS = 'apps/api/src/migrations';

/** A version of the API, built from the history. */
export interface Release {
  readonly commit: string;
  readonly folder: string;
  /** A compiled script, such as `main.js`. */
  script(name: string): string;
  remove(): void;
}

export interface Releases {
  /** The latest version that has the first migrations alone: there is no earlier one that sells. */
  readonly first: string;
  /** The latest version without the newest migration. */
  readonly before: string;
}

/** Finds both in the history of a clone.
 * @throws Failure that says what is missing: a download without history, or a shallow clone, has no former versions. */
export async function findReleases(clone = root): Promise<Releases> {
  const git = (...args: string[]) => runProgram('git', args, { cwd: clone });
  const { code, stdout } = await git('rev-parse', '--is-shallow-repository');
  if (code !== 0) throw new Failure(`The former versions are taken from the history: ${clone} is no clone with git.`);
  if (stdout.trim() === 'true')
    throw new Failure('The former versions are taken from the history, which this clone lacks: git fetch --unshallow');
  const log = await git('log', '--topo-order', '--diff-filter=A', '--format=%n%H', '--name-only', '--', `${MIGRATIONS}/*-2*.ts`);
  return releasesIn(log.stdout);
}

/** Reads it from `git log --name-only`, newest first: a commit, then the migrations that it added. */
function releasesIn(log: string): Releases {
  const additions = log
    .split(/\n(?=[0-9a-f]{40}\n)/)
    .map((part) => part.split('\n').filter((line) => line !== ''))
    .flatMap(([commit, ...files]) =>
      commit === undefined ? [] : [{ commit, dates: files.map((file) => /-(\d{8})\.ts$/.exec(file)?.[1] ?? '') }],
    );
  const earliest = additions.flatMap(({ dates }) => dates).toSorted()[0];
  const second = additions.findLast(({ dates }) => dates.some((date) => date !== earliest));
  const newest = additions[0];
  if (!second || !newest) throw new Failure('There is one set of migrations: nothing to upgrade from.');
  return { first: `${second.commit}^`, before: `${newest.commit}^` };
}

/** Builds the API of a commit in a temporary folder, with the packages of this one. */
export async function buildRelease(commit: string): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-release-'));
  const archive = join(folder, 'sources.tar');
  await succeed('git', ['archive', '--output', archive, commit, 'apps/api', 'libs', 'package.json'], root);
  await succeed('tar', ['-xf', archive], folder);
  linkPackages(folder);
  const compiler = join(root, 'node_modules', '@swc', 'cli', 'bin', 'swc.js');
  const args = ['src', '-d', '../../dist/api', '--strip-leading-paths', '--copy-files', '--ignore', '**/testing/**,**/*.spec.ts'];
  const { code, output } = await runNode(compiler, args, { cwd: join(folder, 'apps', 'api') });
  if (code !== 0) throw new Error(`The API of ${commit} does not build: ${output.slice(-2000)}`);
  return { commit, folder, script: (name) => join(folder, 'dist', 'api', name), remove: () => removeFolder(folder) };
}

/** Each package by a link, for the workspace's own packages must be those of that version. */
function linkPackages(folder: string): void {
  const [here, there] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(there, '@keyturn'), { recursive: true });
  for (const name of readdirSync(here)) if (name !== '@keyturn') symlinkSync(join(here, name), join(there, name));
  for (const name of readdirSync(join(folder, 'libs'))) symlinkSync(join(folder, 'libs', name), join(there, '@keyturn', name));
}

async function succeed(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await runProgram(program, args, { cwd });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output.slice(-2000)}`);
}
