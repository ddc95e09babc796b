import 'reflect-metadata';
import { QuarantineKeys } from '../modules/stock/index.ts';
import { DomainError } from '../shared/domain-error.ts';
import { commandOperator } from './command-operator.ts';
import { runCommand } from './run-command.ts';

const USAGE = `npm run keys:quarantine -- 2026-11-21T08:00:00Z

After a restore and before the shop opens: takes every key off sale that was in stock at that moment, the last one that the backup knows of.
Keys that come in later are sold. docs/how-to/operators/restore.md says how the others are released.
`;
/** With its zone: a moment that is read an hour too early would leave keys on sale that were sold. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/** `npm run keys:quarantine -- MOMENT`: can be repeated, and completes a run that broke off. */
await runCommand(async (app) => {
  const [text = ''] = process.argv.slice(2);
  if (!MOMENT.test(text) || Number.isNaN(Date.parse(text))) {
    process.stderr.write(`Name the moment of the backup, with its time zone.\n\n${USAGE}`);
    return 1;
  }
  try {
    const by = commandOperator('keys-quarantine');
    const { taken, kept, later } = await app.get(QuarantineKeys, { strict: false }).run(new Date(text), by);
    if (later > 0)
      process.stdout.write(
        `${later} keys that came in after that moment are on sale. If you have uploaded none since, name a later moment.\n`,
      );
    process.stdout.write(`${taken} keys in quarantine, ${kept} kept for orders that the payment provider is asked about\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
});
