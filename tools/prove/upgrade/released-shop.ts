import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThrowAwayPostgres, type ThrowAwayPostgres } from '../../database/throw-away.ts';
import { runNode } from '../../process/run-program.ts';
import { removeFolder, root } from '../../shared/paths.ts';
import { freePorts } from '../../shared/ports.ts';
import { readSettings, type Settings } from '../../shop/settings.ts';
import { answers, nodeChild } from '../../supervisor/child.ts';
import { Supervisor } from '../../supervisor/supervisor.ts';
import type { BuyerOfShop } from '../buyer.ts';
import type { Release } from './release.ts';

const MOST_OF_A_LINE = 2000;

/** The processes of one version. */
export interface Running {
  readonly api: string;
  stop(): Promise<void>;
}

/** A database with the stand-ins, on which any version can be run. */
export interface ReleasedShop {
  readonly databaseUrl: string;
  readonly origins: Omit<BuyerOfShop, 'api'>;
  /** Runs a command of a version to its end. Answers its last line. @throws Error with its output where it fails. */
  command(release: Pick<Release, 'script'>, name: string): Promise<string>;
  /** One API process and one worker, ready. One version at a time: webhooks go to one address. */
  start(release: Pick<Release, 'script'>, name: string): Promise<Running>;
  /** The errors that an API process of this name has logged, shortened. */
  errorsOf(name: string): string[];
  stop(): Promise<void>;
}

/** What is built in this clone. */
export const thisVersion: Pick<Release, 'script'> = { script: (name) => join(root, 'dist', 'api', name) };

export async function startReleasedShop(): Promise<ReleasedShop> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-upgrade-'));
  let postgres: ThrowAwayPostgres | undefined;
  const supervisors: Supervisor[] = [];
  const supervisor = () => {
    const made = new Supervisor({ logFolder: join(folder, 'logs') });
    supervisors.push(made);
    return made;
  };
  const stop = async () => {
    for (const one of supervisors.toReversed()) await one.stop();
    await postgres?.stop();
    removeFolder(folder);
  };
  try {
    postgres = await startThrowAwayPostgres();
    const { url } = postgres;
    const settings = await settingsOf(url, folder);
    const { environment: env, origins } = settings;
    const sandbox = { name: 'sandbox', script: join(root, 'apps/sandbox/src/main.ts'), env };
    await supervisor().start(nodeChild({ ...sandbox, ready: { ask: answers(`${origins.sandbox}/health`) } }));
    return {
      databaseUrl: url,
      origins: { sandbox: origins.sandbox, mailbox: origins.mailbox },
      command: (release, name) => command(release.script(`commands/${name}.js`), env),
      start: async (release, name) => {
        const processes = supervisor();
        await processes.start(
          nodeChild({ name: `${name}-worker`, script: release.script('worker.js'), env, ready: { line: /worker ready/ } }),
          nodeChild({
            name: `${name}-api`,
            script: release.script('main.js'),
            env,
            ready: { ask: answers(`${origins.api}/health/ready`) },
          }),
        );
        return { api: origins.api, stop: () => processes.stop() };
      },
      errorsOf: (name) => {
        const log = join(folder, 'logs', `${name}-api.log`);
        // A process that has written nothing has no log.
        const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
        return lines.filter((line) => line.includes('"level":"error"')).map((line) => line.slice(0, MOST_OF_A_LINE));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function settingsOf(databaseUrl: string, folder: string): Promise<Settings> {
  const names = ['SANDBOX_PORT', 'MAILBOX_PORT', 'SMTP_PORT', 'STOREFRONT_PORT', 'API_PORT'];
  const ports = await freePorts(names.length);
  const { PATH, HOME, TMPDIR } = process.env;
  const limits = {
    LIFT_HOARDING_LIMITS: 'true',
    // Of releases that do not know that one.
    MOST_OPEN_CHECKOUTS_PER_ADDRESS: '10000',
    MOST_OPEN_CHECKOUTS_PER_EMAIL: '10000',
    MOST_RESERVED_PIECES_PER_PRODUCT: '10000',
    RATE_LIMIT_SCALE: '1000000',
  };
  const given = Object.fromEntries(names.map((name, place) => [name, String(ports[place])]));
  return readSettings({ PATH, HOME, TMPDIR, DATABASE_URL: databaseUrl, ...limits, ...given }, folder);
}

async function command(script: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await runNode(script, [], { env });
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${output.slice(-2000)}`);
  return output.trim().split('\n').at(-1) ?? '';
}
