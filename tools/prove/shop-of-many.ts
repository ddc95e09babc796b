import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandbyOf } from '../database/standby.ts';
import { startThrowAwayPostgres, type ThrowAwayPostgres } from '../database/throw-away.ts';
import { root } from '../shared/paths.ts';
import { freePorts } from '../shared/ports.ts';
import { readSettings, type Settings } from '../shop/settings.ts';
import { runApiCommand } from '../shop/shop-processes.ts';
import { answers, nodeChild } from '../supervisor/child.ts';
import type { ProcessMark } from '../supervisor/process-mark.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { isAboutAnEnd } from './kill/ends.ts';

export interface ShopOfMany {
  readonly settings: Settings;
  readonly databaseUrl: string;
  /** Where the database's files lie. */
  readonly databaseFolder: string;
  /** Null without `hasReplica`. */
  readonly replica: ThrowAwayPostgres | null;
  /** One origin per API process. */
  readonly apis: readonly string[];
  /** One origin per storefront server; each asks one of the API processes. */
  readonly storefronts: readonly string[];
  /** Metrics origins (METRICS_PORT), one per API and worker. */
  readonly figures: { readonly apis: readonly string[]; readonly workers: readonly string[] };
  /** All lines that the process of this name (`api-0`, `worker-1`) has logged lately. */
  logOf(name: string): string;
  /** Process ids of the workers that run now; one that dies is restarted. */
  workerPids(): readonly number[];
  apiPids(): readonly number[];
  storefrontPids(): readonly number[];
  sandboxPid(): number;
  /** A sentence for each time that one of the processes ended, or did not start again, without being asked to. */
  ends(): readonly string[];
  /** Ends the shop's own processes, and leaves the database and the stand-ins. */
  endProcesses(): Promise<void>;
  stop(): Promise<void>;
}

/** Several processes of each kind on one throw-away database, with the stand-ins. What is started must be built. */
export async function startShopOfMany({
  apis,
  workers,
  storefronts = 0,
  redisUrl,
  hasReplica = false,
  isDurable = false,
  reach = async ({ url }) => url,
  environment = {},
}: {
  apis: number;
  workers: number;
  storefronts?: number;
  redisUrl?: string | undefined;
  hasReplica?: boolean;
  /** Whether the database waits for its disk, as a shop's own does. */
  isDurable?: boolean;
  /** How the processes reach the database: the URL that they are given. */
  reach?: (database: ThrowAwayPostgres) => Promise<string>;
  environment?: Readonly<Record<string, string>>;
}): Promise<ShopOfMany> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-many-'));
  const postgres = await startThrowAwayPostgres({ isDurable });
  let replica: ThrowAwayPostgres | null = null;
  let marks: ProcessMark[] = [];
  let apiMarks: ProcessMark[] = [];
  let storefrontMarks: ProcessMark[] = [];
  let sandboxMarks: ProcessMark[] = [];
  const ends: string[] = [];
  const supervisorWith = (remember: (children: ProcessMark[]) => void) => {
    const report = (sentence: string) => void (isAboutAnEnd(sentence) && ends.push(sentence));
    return new Supervisor({ logFolder: join(folder, 'logs'), report, remember });
  };
  const supervisor = supervisorWith((children) => (sandboxMarks = children));
  const apiSupervisor = supervisorWith((children) => (apiMarks = children));
  const storefrontSupervisor = supervisorWith((children) => (storefrontMarks = children));
  const workerSupervisor = supervisorWith((children) => (marks = children));
  const endProcesses = async () => {
    await storefrontSupervisor.stop();
    await apiSupervisor.stop();
    await workerSupervisor.stop();
  };
  const stop = async () => {
    await endProcesses();
    await supervisor.stop();
    await replica?.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // Before there is anything in it: the rest reaches the replica as it would in a shop.
    if (hasReplica) replica = await startStandbyOf(postgres);
    const databaseUrl = await reach(postgres);
    const [sandbox, mailbox, smtp, storefront, ...more] = await freePorts(4 + storefronts + 2 * apis + workers);
    const [apiPorts, storefrontPorts] = [more.splice(0, apis), more.splice(0, storefronts)];
    const [apiFigures, workerFigures] = [more.splice(0, apis), more];
    const { PATH, HOME, TMPDIR } = process.env;
    const ports = { SANDBOX_PORT: sandbox, MAILBOX_PORT: mailbox, SMTP_PORT: smtp, STOREFRONT_PORT: storefront, API_PORT: apiPorts[0] };
    const limits = {
      LIFT_HOARDING_LIMITS: 'true',
      RATE_LIMIT_SCALE: '1000000',
      SHUTDOWN_DELAY_SECONDS: '1',
    };
    const given = {
      PATH,
      HOME,
      TMPDIR,
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICA_URLS: replica?.url,
      REDIS_URL: redisUrl,
      ...limits,
      ...environment,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    };
    const settings = readSettings(given, folder);
    const env = settings.environment;
    const compiled = (name: string) => join(root, 'dist', 'api', name);
    const origin = (port: number) => `http://127.0.0.1:${port}`;
    const fill = async () => {
      await runApiCommand(settings, 'migrate');
      await runApiCommand(settings, 'seed-demo');
    };
    // Campaigns end processes one upon the other.
    const longestPauseMs = 1000;
    const standIns = nodeChild({
      longestPauseMs,
      name: 'sandbox',
      script: join(root, 'apps/sandbox/src/main.ts'),
      env,
      ready: { ask: answers(`${origin(sandbox ?? 0)}/health`) },
    });
    await Promise.all([supervisor.start(standIns), fill()]);
    // None of them needs another one to become ready.
    await Promise.all([
      workerSupervisor.start(
        ...Array.from({ length: workers }, (_, index) =>
          nodeChild({
            longestPauseMs,
            name: `worker-${index}`,
            script: compiled('worker.js'),
            env: { ...env, METRICS_PORT: String(workerFigures[index]) },
            ready: { line: /worker ready/ },
          }),
        ),
      ),
      apiSupervisor.start(
        ...apiPorts.map((port, index) =>
          nodeChild({
            longestPauseMs,
            name: `api-${index}`,
            script: compiled('main.js'),
            env: { ...env, API_PORT: String(port), METRICS_PORT: String(apiFigures[index]) },
            ready: { ask: answers(`${origin(port)}/health/ready`) },
          }),
        ),
      ),
      storefrontSupervisor.start(
        ...storefrontPorts.map((port, index) =>
          nodeChild({
            name: `storefront-${index}`,
            script: join(root, 'apps/storefront/server/main.ts'),
            env: { ...env, STOREFRONT_PORT: String(port), API_INTERNAL_ORIGIN: origin(apiPorts[index % apis] ?? 0) },
            ready: { ask: answers(`${origin(port)}/health`) },
          }),
        ),
      ),
    ]);
    return {
      settings,
      databaseUrl,
      databaseFolder: postgres.data,
      replica,
      apis: apiPorts.map(origin),
      storefronts: storefrontPorts.map(origin),
      figures: { apis: apiFigures.map(origin), workers: workerFigures.map(origin) },
      logOf: (name) => readFileSync(join(folder, 'logs', `${name}.log`), 'utf8'),
      workerPids: () => marks.map(({ pid }) => pid),
      apiPids: () => apiMarks.map(({ pid }) => pid),
      storefrontPids: () => storefrontMarks.map(({ pid }) => pid),
      sandboxPid: () => sandboxMarks[0]?.pid ?? 0,
      ends: () => ends,
      endProcesses,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
