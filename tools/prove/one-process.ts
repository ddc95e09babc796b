import { join } from 'node:path';
import { root } from '../shared/paths.ts';
import { freePorts } from '../shared/ports.ts';
import { answers, nodeChild } from '../supervisor/child.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One more API process on a free port, ready. Answers its origin. */
export async function startApi(supervisor: Supervisor, name: string, env: Environment): Promise<string> {
  const [port] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const script = join(root, 'dist', 'api', 'main.js');
  const ready = { ask: answers(`${origin}/health/ready`) };
  await supervisor.start(nodeChild({ name, script, env: { ...env, API_PORT: String(port) }, ready }));
  return origin;
}

/** One more worker, ready. */
export async function startWorker(supervisor: Supervisor, name: string, env: Environment): Promise<void> {
  await supervisor.start(nodeChild({ name, script: join(root, 'dist', 'api', 'worker.js'), env, ready: { line: /worker ready/ } }));
}
