import 'reflect-metadata';
import { Reprice } from '../modules/catalog/index.ts';
import { Config } from '../platform/config/config.ts';
import { runCommand } from './run-command.ts';

/** `npm run reprice`: after a change of MARGIN or of an exchange rate. Prices that somebody set by hand stay. */
await runCommand(async (app) => {
  const { margin, exchangeRates } = app.get(Config);
  const changed = await app.get(Reprice, { strict: false }).run({ margin, exchangeRates }, 'reprice');
  process.stdout.write(`${changed} prices changed\n`);
  return 0;
});
