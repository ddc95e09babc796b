import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThrowAwayPostgres } from '../database/throw-away.ts';
import { removeFolder } from '../shared/paths.ts';
import { freePorts } from '../shared/ports.ts';
import { readSettings, type Settings } from './settings.ts';
import { runApiCommand, startSandbox, startShopProcesses } from './shop-processes.ts';
import { Supervisor } from '../supervisor/supervisor.ts';

export interface ThrowAwayShop {
  readonly settings: Settings;
  readonly logFolder: string;
  readonly stop: () => Promise<void>;
}

/** The whole shop on free ports with a database and pictures of its own, for browser tests and measurements. The apps must be built.
 * Of the person's environment it takes only where programs are: their Stripe, SMTP and database stay out of it. */
export async function startThrowAwayShop(environment: Readonly<Record<string, string>> = {}): Promise<ThrowAwayShop> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-shop-'));
  const postgres = await startThrowAwayPostgres();
  const logFolder = join(folder, 'logs');
  const supervisor = new Supervisor({ logFolder });
  // A process that ends without stopping it leaves neither servers nor a folder.
  const drop = () => {
    supervisor.killAll();
    removeFolder(folder);
  };
  process.once('exit', drop);
  const stop = async () => {
    await supervisor.stop();
    await postgres.stop();
    removeFolder(folder);
    process.off('exit', drop);
  };
  try {
    const [storefront, api, sandbox, mailbox, smtp] = (await freePorts(5)).map(String) as [string, string, string, string, string];
    const { PATH, HOME, TMPDIR } = process.env;
    const given = {
      PATH,
      HOME,
      TMPDIR,
      STOREFRONT_PORT: storefront,
      API_PORT: api,
      SANDBOX_PORT: sandbox,
      MAILBOX_PORT: mailbox,
      SMTP_PORT: smtp,
      DATABASE_URL: postgres.url,
      // All visitors come from one computer here.
      RATE_LIMIT_SCALE: '1000',
      LIFT_HOARDING_LIMITS: 'true',
      ...environment,
    };
    const settings = readSettings(given, folder);
    await runApiCommand(settings, 'migrate');
    await runApiCommand(settings, 'seed-demo');
    await startSandbox(supervisor, settings);
    await startShopProcesses(supervisor, settings, { watches: false });
    return { settings, logFolder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
