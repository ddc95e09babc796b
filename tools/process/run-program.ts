import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pinnedNode, root } from '../shared/paths.ts';

export interface Ended {
  readonly code: number | NodeJS.Signals;
  /** Standard output and error as they came. */
  readonly output: string;
  /** Standard output alone, for machines. */
  readonly stdout: string;
}

interface How {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** To the person's console instead of into the answer. */
  readonly shows?: boolean;
}

const running = new Set<ChildProcess>();
let isEnding = false;

/** Runs a Node script to its end, in a group of its own so that Ctrl-C reaches it only through us. It ends when this process is killed. */
export function runNode(
  script: string,
  args: readonly string[],
  { nodeArgs = [], ...how }: How & { readonly nodeArgs?: readonly string[] } = {},
): Promise<Ended> {
  const preload = ['--import', join(root, 'tools', 'process', 'exit-with-parent.mjs')];
  return runProgram(pinnedNode, [...preload, ...nodeArgs, script, ...args], how);
}

export async function runProgram(
  command: string,
  args: readonly string[],
  { env = process.env, cwd = root, shows = false }: How = {},
): Promise<Ended> {
  if (isEnding) throw new Error('No new process is started while the others are ended.');
  const out = shows ? 'inherit' : 'pipe';
  const child = spawn(command, args, {
    cwd,
    env: { ...env, KEYTURN_PARENT: String(process.pid) },
    detached: true,
    stdio: ['ignore', out, out, 'ipc'],
  });
  running.add(child);
  let output = '';
  let stdout = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdout?.on('data', (text: string) => (stdout += text));
  try {
    return await new Promise<Ended>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve({ code: code ?? signal ?? 1, output, stdout }));
    });
  } finally {
    running.delete(child);
  }
}

/** Ends every process that is being run to its end, with what it started. */
export async function endOneShots(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  isEnding = true;
  await Promise.all(
    [...running].map(async (child) => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, signal);
      } catch {
        return; // gone already
      }
      await new Promise((resolve) => child.once('close', resolve));
    }),
  );
}
