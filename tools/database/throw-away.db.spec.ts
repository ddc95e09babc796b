import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pinnedNode } from '../shared/paths.ts';

const PROGRAM = `
  process.once('SIGTERM', () => process.exit(143));
  const { startThrowAwayPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'throw-away.ts'))});
  const { url, data } = await startThrowAwayPostgres();
  process.send({ url, data });
`;

test('a process that exits without stopping its throw-away PostgreSQL leaves neither its files nor its port behind', async () => {
  const child = spawn(pinnedNode, ['--input-type=module', '--eval', PROGRAM], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [{ url, data }] = (await once(child, 'message')) as [{ url: string; data: string }];
  expect(existsSync(data)).toBe(true);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([143, null]);
  expect(existsSync(dirname(data))).toBe(false);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED');
});
