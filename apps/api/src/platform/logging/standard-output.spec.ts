import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

const LONGEST_MS = 60_000;
/** More than a pipe and its reader take in. */
const MANY = 20_000;
/** Logs in the turn in which it ends by an error: no failed write has been heard of by then. */
const PROGRAM = `import { JsonLogger } from ${JSON.stringify(join(import.meta.dirname, 'json-logger.ts'))};
const log = new JsonLogger('info');
process.stdin.once('data', (lines) => {
  for (let line = 0; line < Number(lines); line += 1) log.error('The database has gone.', 'database');
  throw new Error('Nothing goes on.');
});
log.log('ready');`;

async function endOf(hasReader: boolean, lines: number) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { timeout: LONGEST_MS, killSignal: 'SIGKILL' });
  const said = text(child.stderr);
  await once(child.stdout, 'readable');
  child.stdout.read();
  if (!hasReader) await once(child.stdout.destroy(), 'close');
  child.stdin.end(String(lines));
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  child.stdout.destroy();
  return { exitCode, said: await said };
}

test(
  'a process that ends by an error says so and ends, also where the reader of its log has gone or has stopped to read',
  async () => {
    const ended = { exitCode: 1, said: expect.stringContaining('Nothing goes on.') };
    expect(await Promise.all([endOf(false, 2), endOf(true, MANY)])).toEqual([ended, ended]);
  },
  2 * LONGEST_MS,
);
