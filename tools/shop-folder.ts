import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, root } from './paths.ts';
import { readSettings, type Settings } from './settings.ts';
import { RunFile } from './supervisor/run-file.ts';

export const logFolder = join(dataFolder, 'logs');
export const runFile = new RunFile(join(dataFolder, 'run', 'shop.json'));

/** The settings of the shop in this checkout: the environment, and what an optional .env adds to it. */
export function shopSettings(): Settings {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  return readSettings(process.env, dataFolder);
}
