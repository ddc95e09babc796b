import 'reflect-metadata';
import { Reprice } from '../modules/catalog/index.ts';
import { inCatalogueTurn } from './catalogue-turn.ts';
import { runCommand } from './run-command.ts';

/** `npm run reprice`: after a change of MARGIN or of an exchange rate in the environment, which count until PUT /ops/pricing has set others. Prices that somebody set by hand stay. */
await runCommand(async (app) => {
  await inCatalogueTurn(app, async () => {
    const changed = await app.get(Reprice, { strict: false }).run('reprice');
    process.stdout.write(`${changed} prices changed\n`);
  });
  return 0;
});
