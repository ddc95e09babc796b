import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Failure } from '../shared/failure.ts';
import { runNode } from '../process/run-program.ts';
import { root } from '../shared/paths.ts';

const SHOWN_LINES = 25;
const NOISE = /^\s*(>|NX\b|at |- \w+$|\(node:|\(Use `node|Warning: command|Failed tasks|Run duration|Cache: |Critical path|Recoverable)/;

/** Builds what changed since the last time: Nx knows by content.
 * @returns "built" or "unchanged".
 * @throws Failure with the builder's own words. */
export async function build(projects: readonly string[], target = 'build'): Promise<string> {
  const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const args = ['run-many', `--targets=${target}`, `--projects=${projects.join(',')}`, '--outputStyle=stream-without-prefixes'];
  const { code, output } = await runNode(nx, args, {
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', NODE_ENV: undefined },
  });
  if (code !== 0) {
    const words = stripVTControlCharacters(output)
      .split('\n')
      .filter((line) => line.trim() !== '' && !NOISE.test(line));
    throw new Failure(`The build failed:\n${words.slice(-SHOWN_LINES).join('\n')}`);
  }
  return output.includes(`Cache:             ${projects.length}/${projects.length} hit`) ? 'unchanged' : 'built';
}
