import 'reflect-metadata';
import { PricingRules, Reprice } from '../modules/catalog/index.ts';
import { runCommand } from './run-command.ts';

/** `npm run reprice`: after a change of MARGIN or of an exchange rate in the environment, which count until PUT /ops/pricing has set others. Prices that somebody set by hand stay. */
await runCommand(async (app) => {
  const rules = await app.get(PricingRules, { strict: false }).current();
  const changed = await app.get(Reprice, { strict: false }).run(rules, 'reprice');
  process.stdout.write(`${changed} prices changed\n`);
  return 0;
});
