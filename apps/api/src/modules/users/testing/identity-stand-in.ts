import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface IdentityStandIn {
  readonly origin: string;
  stop(): Promise<void>;
}

/** The stand-in app as a process of its own, as Google, Facebook and Steam: nothing imports it. */
export async function identityStandIn(): Promise<IdentityStandIn> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  const script = join(import.meta.dirname, '../../../../../sandbox/src/main.ts');
  const env = {
    PATH: process.env.PATH,
    SANDBOX_PORT: String(port),
    SANDBOX_MAILBOX: 'off',
    SANDBOX_STRIPE: 'off',
    SANDBOX_DATA: ':memory:',
  };
  const child = spawn(process.execPath, ['--no-warnings', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
