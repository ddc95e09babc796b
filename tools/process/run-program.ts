import { join } from 'node:path';
import { execa } from 'execa';
import { pinnedNode, root } from '../shared/paths.ts';

export interface Ended {
  readonly code: number | NodeJS.Signals;
  /** Standard output and error as they came. */
  readonly output: string;
  /** Standard output alone, for machines. */
  readonly stdout: string;
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** To the person's console instead of into the answer. */
  readonly shows?: boolean;
}

const options = {
  extendEnv: false,
  stdin: 'ignore',
  all: true,
  stripFinalNewline: false,
  reject: false,
  // The child hears through this channel that this process was killed (exit-with-parent.mjs).
  ipc: true,
  serialization: 'json',
  // In a process group of its own, so that Ctrl-C reaches it only through us.
  killDescendants: true,
  // It may drain for as long as it needs; a second Ctrl-C does not wait.
  forceKillAfterDelay: false,
} as const;

const running = new Set<Promise<unknown> & { kill(): boolean }>();
let isEnding = false;

/** Runs a Node script to its end. It ends when this process is killed. */
export function runNode(
  script: string,
  args: readonly string[],
  { nodeArgs = [], ...how }: RunOptions & { readonly nodeArgs?: readonly string[] } = {},
): Promise<Ended> {
  const preload = ['--import', join(root, 'tools', 'process', 'exit-with-parent.mjs')];
  return runProgram(pinnedNode, [...preload, ...nodeArgs, script, ...args], how);
}

/** Runs a program to its end.
 * @throws Error where it cannot be started; a program that fails is an answer. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { env = process.env, cwd = root, shows = false }: RunOptions = {},
): Promise<Ended> {
  if (isEnding) throw new Error('No new process is started while the others are ended.');
  const out = shows ? 'inherit' : 'pipe';
  const program = execa(command, args, { ...options, cwd, env: { ...env, KEYTURN_PARENT: String(process.pid) }, stdout: out, stderr: out });
  running.add(program);
  try {
    const result = await program;
    const code = result.exitCode ?? result.signal;
    if (code === undefined) throw new Error(result.shortMessage);
    return { code, output: result.all ?? '', stdout: result.stdout ?? '' };
  } finally {
    running.delete(program);
  }
}

/** Ends every program that is being run to its end, with what it started. */
export async function endOneShots(): Promise<void> {
  isEnding = true;
  for (const program of running) program.kill();
  await Promise.all(running);
}
