import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThrowAwayPostgres } from '../database/throw-away.ts';
import { root } from '../paths.ts';
import { freePorts } from '../ports.ts';
import { readSettings, type Settings } from '../settings.ts';
import { runApiCommand } from '../shop-processes.ts';
import { answers, nodeChild } from '../supervisor/child.ts';
import type { ProcessMark } from '../supervisor/process-mark.ts';
import { Supervisor } from '../supervisor/supervisor.ts';

export interface ShopOfMany {
  readonly settings: Settings;
  readonly databaseUrl: string;
  /** One origin per API process. */
  readonly apis: readonly string[];
  /** Process ids of the workers that run now; one that dies is restarted. */
  workerPids(): readonly number[];
  apiPids(): readonly number[];
  stop(): Promise<void>;
}

/** Several API processes and workers on one throw-away database, with the stand-ins; without a storefront. The API must be built. */
export async function startShopOfMany({
  apis,
  workers,
  redisUrl,
}: {
  apis: number;
  workers: number;
  redisUrl?: string | undefined;
}): Promise<ShopOfMany> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-many-'));
  const postgres = await startThrowAwayPostgres();
  let marks: ProcessMark[] = [];
  let apiMarks: ProcessMark[] = [];
  const supervisor = new Supervisor({ logFolder: join(folder, 'logs') });
  const apiSupervisor = new Supervisor({ logFolder: join(folder, 'logs'), remember: (children) => (apiMarks = children) });
  const workerSupervisor = new Supervisor({ logFolder: join(folder, 'logs'), remember: (children) => (marks = children) });
  const stop = async () => {
    await apiSupervisor.stop();
    await workerSupervisor.stop();
    await supervisor.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [sandbox, mailbox, smtp, storefront, ...apiPorts] = await freePorts(4 + apis);
    const { PATH, HOME, TMPDIR } = process.env;
    const ports = { SANDBOX_PORT: sandbox, MAILBOX_PORT: mailbox, SMTP_PORT: smtp, STOREFRONT_PORT: storefront, API_PORT: apiPorts[0] };
    const limits = {
      MOST_OPEN_CHECKOUTS_PER_ADDRESS: '10000',
      MOST_OPEN_CHECKOUTS_PER_EMAIL: '10000',
      MOST_RESERVED_PIECES_PER_PRODUCT: '10000',
    };
    const given = {
      PATH,
      HOME,
      TMPDIR,
      DATABASE_URL: postgres.url,
      REDIS_URL: redisUrl,
      ...limits,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    };
    const settings = readSettings(given, folder);
    const env = settings.environment;
    const compiled = (name: string) => join(root, 'dist', 'api', name);
    await runApiCommand(settings, 'migrate');
    await runApiCommand(settings, 'seed-demo');
    await supervisor.start(
      nodeChild({
        name: 'sandbox',
        script: join(root, 'apps/sandbox/src/main.ts'),
        env,
        ready: { ask: answers(`http://127.0.0.1:${sandbox}/health`) },
      }),
    );
    await workerSupervisor.start(
      ...Array.from({ length: workers }, (_, index) =>
        nodeChild({ name: `worker-${index}`, script: compiled('worker.js'), env, ready: { line: /worker ready/ } }),
      ),
    );
    await apiSupervisor.start(
      ...apiPorts.map((port, index) =>
        nodeChild({
          name: `api-${index}`,
          script: compiled('main.js'),
          env: { ...env, API_PORT: String(port) },
          ready: { ask: answers(`http://127.0.0.1:${port}/health/ready`) },
        }),
      ),
    );
    return {
      settings,
      databaseUrl: postgres.url,
      apis: apiPorts.map((port) => `http://127.0.0.1:${port}`),
      workerPids: () => marks.map(({ pid }) => pid),
      apiPids: () => apiMarks.map(({ pid }) => pid),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
