import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { execaSync } from 'execa';
import { markOf } from '../supervisor/process-mark.ts';
import { endOneShots, runProgram } from './run-program.ts';

test('a program that fails or is killed answers with its code or its signal, and one that cannot be started throws', async () => {
  expect(await runProgram('sh', ['-c', 'echo out; echo err >&2; exit 3'])).toEqual({ code: 3, output: 'out\nerr\n', stdout: 'out\n' });
  expect(await runProgram('sh', ['-c', 'kill -KILL $$'])).toMatchObject({ code: 'SIGKILL' });
  await expect(runProgram('no-such-program', [])).rejects.toThrow('ENOENT');
});

test('a program sees the environment that it is given and no other', async () => {
  const { stdout } = await runProgram('/usr/bin/env', [], { env: { GIVEN: 'yes' } });
  const names = stdout.split('\n').map((line) => line.split('=')[0]);
  expect(names).toContain('GIVEN');
  expect(names).not.toContain('HOME');
});

test('programs are ended together with what they started, and no other is started afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-program-'));
  try {
    const pipe = join(folder, 'pipe');
    execaSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    const program = runProgram('sh', ['-c', 'sleep 60 & echo $! > "$0"; wait', pipe]);
    const started = Number(await readFile(pipe, 'utf8'));
    expect(markOf(started)).not.toBeNull();
    await endOneShots();
    expect(await program).toMatchObject({ code: 'SIGTERM' });
    // It is ended, and gone once the process that has taken it over has collected it.
    while (markOf(started) !== null) await setTimeout(10);
    await expect(runProgram('true', [])).rejects.toThrow('No new process');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
