import { mkdtempSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../shared/paths.ts';
import { freePorts } from '../shared/ports.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { installedByApt, isExecutable, programOnPath } from './installer.ts';

// Debian's redis-server is a link to this program of redis-tools, a package that brings no service.
const DEBIAN_TOOL = '/usr/bin/redis-check-rdb';

export interface TestRedis {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The program of a Redis server, installed where this process may; null where none can be had. */
async function findRedis(): Promise<string | null> {
  const found = programOnPath('redis-server', 'valkey-server');
  if (found !== null) return found;
  return isExecutable(DEBIAN_TOOL) || (await installedByApt('redis-tools')) ? DEBIAN_TOOL : null;
}

/** A throw-away Redis on a free port; null where none can be had. Never the one of REDIS_URL, which holds a shop's jobs. */
export async function startTestRedis(): Promise<TestRedis | null> {
  const server = await findRedis();
  if (server === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-redis-'));
  const [port] = (await freePorts(1)) as [number];
  const command = join(folder, 'redis-server');
  symlinkSync(server, command);
  const supervisor = new Supervisor({ logFolder: join(folder, 'logs') });
  const drop = () => {
    supervisor.killAll();
    removeFolder(folder);
  };
  process.once('exit', drop);
  const stop = async () => {
    await supervisor.stop();
    removeFolder(folder);
    process.off('exit', drop);
  };
  try {
    await supervisor.start({
      name: 'redis',
      command,
      args: [
        '--bind',
        '127.0.0.1',
        '--port',
        String(port),
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        folder,
        '--maxmemory-policy',
        'noeviction',
      ],
      env: { PATH: process.env.PATH },
      ready: { ask: () => isListening(port) },
      stopSignal: 'SIGTERM',
      watchesParentBy: 'shell',
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `redis://127.0.0.1:${port}`, stop };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });
}
