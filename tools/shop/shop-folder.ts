import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, makeFolder, root } from '../shared/paths.ts';
import { readSettings, type Settings } from './settings.ts';
import { RunFile } from '../supervisor/run-file.ts';

export const logFolder = join(dataFolder, 'logs');
export const runFile = new RunFile(join(dataFolder, 'run', 'shop.json'));

/**
 * The settings of a shop that is being started: in development with an owner's key for /docs, made up once and kept beside the data,
 * so that no key is known to everybody who has read this.
 */
export function startedShopSettings(): Settings {
  const settings = shopSettings();
  const { NODE_ENV, OPS_DEVELOPMENT_KEY } = settings.environment;
  if (NODE_ENV === 'production' || OPS_DEVELOPMENT_KEY !== undefined) return settings;
  return { ...settings, environment: { ...settings.environment, OPS_DEVELOPMENT_KEY: keptKey() } };
}

function keptKey(): string {
  const file = join(makeFolder(dataFolder), 'ops-development-key');
  if (!existsSync(file)) writeFileSync(file, `keyturn_ops_development_${randomBytes(32).toString('base64url')}`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/**
 * The settings of the shop in this checkout: the environment, and what an optional .env adds to it. Where payments are imitated, suppliers
 * are too, unless that is switched off.
 */
export function shopSettings(): Settings {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const settings = readSettings(process.env, dataFolder);
  if (process.env.NODE_ENV === 'production' || !settings.hasPaymentStandIn) return settings;
  return readSettings({ SANDBOX_SUPPLIERS: 'on', ...process.env }, dataFolder);
}
