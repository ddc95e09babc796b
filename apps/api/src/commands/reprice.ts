import 'reflect-metadata';
import { PricingRules, Reprice } from '../modules/catalog/index.ts';
import { Audit } from '../modules/ops/index.ts';
import { commandOperator } from './command-operator.ts';
import { inCatalogueLock } from './catalogue-lock.ts';
import { runCommand } from './run-command.ts';

/** `npm run reprice`: after a change of MARGIN or of an exchange rate in the environment, which count until PUT /ops/pricing has set others. Prices that somebody set by hand stay. */
await runCommand(async (app) => {
  await inCatalogueLock(app, async () => {
    const rules = await app.get(PricingRules, { strict: false }).current();
    const by = commandOperator('reprice');
    const noted = { by, subject: { type: 'pricing', id: 'rules' } };
    const audit = app.get(Audit, { strict: false });
    // Before the first price changes, and once more when they all have: a run that broke off is in the log, too.
    await audit.record({ ...noted, action: 'pricing.reprice', after: { margin: rules.margin, ...rules.exchangeRates } });
    const changed = await app.get(Reprice, { strict: false }).run(by.name);
    await audit.record({ ...noted, action: 'pricing.repriced', after: { changed } });
    process.stdout.write(`${changed} prices changed\n`);
  });
  return 0;
});
