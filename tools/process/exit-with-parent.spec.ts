import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { isAlive, markOf } from '../supervisor/process-mark.ts';

const PRELOAD = join(import.meta.dirname, 'exit-with-parent.mjs');
const LONGEST_MS = 30_000;
/** As pino does in a process that ends by an error while nobody reads its output: its thread sleeps, and tries to write again. */
const CHILD = `process.on('SIGTERM', () => { for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100); });
  setInterval(() => undefined, 1000); process.send('ready');`;
const PARENT = `const child = require('node:child_process').spawn(process.execPath, ['--import', ${JSON.stringify(PRELOAD)}, '-e', ${JSON.stringify(CHILD)}], {
    env: { ...process.env, KEYTURN_PARENT: String(process.pid) }, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true });
  child.on('message', () => console.log(child.pid));`;

test(
  'a child whose thread is stuck ends after its parent, too, once it has had its ten seconds',
  async () => {
    const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = markOf(Number(line.toString()));
    expect(child !== null && isAlive(child)).toBe(true);
    parent.kill('SIGKILL');
    try {
      for (const end = Date.now() + LONGEST_MS; child !== null && isAlive(child) && Date.now() < end;) await setTimeout(50);
      expect(child !== null && isAlive(child)).toBe(false);
    } finally {
      if (child !== null && isAlive(child)) process.kill(child.pid, 'SIGKILL');
    }
  },
  2 * LONGEST_MS,
);
