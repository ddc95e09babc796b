import { join } from 'node:path';
import { Failure } from '../shared/failure.ts';
import { runNode } from '../process/run-program.ts';
import { root } from '../shared/paths.ts';
import { hasStandIns, reachable, type Settings } from './settings.ts';
import { answers, type ChildPlan, nodeChild } from '../supervisor/child.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { causeIn } from '../supervisor/log-messages.ts';

/** Runs a one-shot command of the built API to its end.
 * @returns its last line of output.
 * @throws Failure where it ends with another code than 0. */
export async function runApiCommand(settings: Settings, name: string, args: readonly string[] = []): Promise<string> {
  const { code, output } = await runNode(join(root, 'dist', 'api', 'commands', `${name}.js`), args, {
    env: settings.environment,
    nodeArgs: ['--enable-source-maps'],
  });
  const lines = output.split('\n');
  if (code !== 0) throw new Failure(`${name} failed: ${causeIn(lines) || `it ended with ${code}`}`);
  return lines.findLast((line) => line.trim() !== '' && !line.startsWith('{')) ?? '';
}

/** Starts the stand-ins for payments, identities and suppliers, and the mailbox, as far as they are wanted. They need nothing of the shop.
 * @returns "none" where none is wanted. */
export async function startSandbox(supervisor: Supervisor, settings: Settings): Promise<'none' | void> {
  const isImitating = hasStandIns(settings);
  if (!isImitating && !settings.hasMailbox) return 'none';
  const port = isImitating ? settings.ports.sandbox : settings.ports.mailbox;
  const script = join(root, 'apps', 'sandbox', 'src', 'main.ts');
  await supervisor.start(
    nodeChild({ name: 'sandbox', script, env: settings.environment, ready: { ask: answering(settings, port, '/health') } }),
  );
}

/** Starts the shop's own processes on a database that is up, migrated and seeded. */
export async function startShopProcesses(supervisor: Supervisor, settings: Settings, { watches }: { watches: boolean }): Promise<void> {
  const compiled = (script: string) => ({ script: join(root, 'dist', 'api', script), env: settings.environment });
  // On one computer API and worker cannot share the metrics port: the worker uses the next one.
  const { METRICS_PORT } = settings.environment;
  const env = { ...settings.environment, METRICS_PORT: METRICS_PORT && String(Number(METRICS_PORT) + 1) };
  const worker = nodeChild({ name: 'worker', ...compiled('worker.js'), env, ready: { line: /worker ready/ } });
  const api = nodeChild({ name: 'api', ...compiled('main.js'), ready: { ask: answering(settings, settings.ports.api, '/health/ready') } });
  // Two groups that may start together, but API and storefront stop before the worker.
  await Promise.all([supervisor.start(worker), supervisor.start(api, watches ? storefrontWithReload(settings) : storefront(settings))]);
}

function storefront(settings: Settings): ChildPlan {
  return nodeChild({
    name: 'storefront',
    script: join(root, 'apps', 'storefront', 'server', 'main.ts'),
    env: settings.environment,
    ready: { ask: answering(settings, settings.ports.storefront, '/health') },
  });
}

function storefrontWithReload(settings: Settings): ChildPlan {
  return nodeChild({
    name: 'storefront',
    script: join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    args: [
      '--config',
      'apps/storefront/vite.config.ts',
      '--host',
      settings.host,
      '--port',
      String(settings.ports.storefront),
      '--strictPort',
      '--clearScreen',
      'false',
    ],
    env: settings.environment,
    ready: { ask: answering(settings, settings.ports.storefront, '/') },
  });
}

function answering(settings: Settings, port: number, path: string): () => Promise<boolean> {
  return answers(`http://${reachable(settings.host)}:${port}${path}`);
}
