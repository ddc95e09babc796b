import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { pinnedNode } from '../../shared/paths.ts';
import { Supervisor } from '../../supervisor/supervisor.ts';
import { eventually } from '../buyer.ts';
import { endedByThemselves, isAboutAnEnd } from './ends.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyturn-ends-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KILLED = "process.kill(process.pid, 'SIGKILL')";
const BROKEN = 'process.exit(1)';
/** Becomes ready the first time alone, and ends then. */
const ended = (how: string) => `const { existsSync, writeFileSync } = require('node:fs');
  console.log('an error of its own');
  if (existsSync(process.argv[1])) ${how};
  writeFileSync(process.argv[1], '');
  console.log('ready');
  setTimeout(() => ${how}, 50);`;

/** What is said of a process that ends like this once it is ready, and while it starts again. */
async function saidOf(name: string, how: string): Promise<string[]> {
  const said: string[] = [];
  const supervisor = new Supervisor({ logFolder: folder, report: (sentence) => void said.push(sentence) });
  const plan = { command: pinnedNode, args: ['-e', ended(how), join(folder, `${name}.mark`)], env: process.env };
  await supervisor.start({
    name,
    ...plan,
    ready: { line: /ready/ },
    stopSignal: 'SIGTERM',
    watchesParentBy: 'channel',
    longestPauseMs: 1000,
  });
  await eventually(
    async () => said.filter(isAboutAnEnd).length,
    (count) => count >= 2,
    20_000,
    20,
  );
  await supervisor.stop();
  return said.filter(isAboutAnEnd).slice(0, 2);
}

test('a process that ends by itself is told from one that was killed, when it runs and when it starts', async () => {
  const [killed, broken] = await Promise.all([saidOf('worker-0', KILLED), saidOf('api-0', BROKEN)]);
  expect(endedByThemselves(killed)).toEqual([]);
  expect(broken).toEqual([
    expect.stringMatching(/^\[api-0\] ended \(code 1\)/),
    expect.stringMatching(/^\[api-0\] ended \(api-0 did not start: an error of its own\. /),
  ]);
  expect(endedByThemselves(broken)).toEqual(broken);
});
