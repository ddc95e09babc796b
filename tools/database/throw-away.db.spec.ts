import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { execa } from 'execa';
import { pinnedNode } from '../shared/paths.ts';

const PROGRAM = `
  process.once('SIGTERM', () => process.exit(143));
  const { startThrowAwayPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'throw-away.ts'))});
  const { url, data } = await startThrowAwayPostgres();
  process.send({ url, data });
`;

test('a process that exits without stopping its throw-away PostgreSQL leaves neither its files nor its port behind', async () => {
  const child = execa(pinnedNode, ['--input-type=module', '--eval', PROGRAM], { ipc: true, reject: false, stderr: 'inherit' });
  const { url, data } = (await child.getOneMessage()) as { url: string; data: string };
  expect(existsSync(data)).toBe(true);
  child.kill('SIGTERM');
  expect(await child).toMatchObject({ exitCode: 143 });
  expect(existsSync(dirname(data))).toBe(false);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED');
});
