import 'reflect-metadata';
import { setTimeout } from 'node:timers/promises';
import { SteerSuppliers, supplierNamed, SyncOffers, Syncs } from '../modules/suppliers/index.ts';
import { DomainError } from '../shared/domain-error.ts';
import { commandOperator } from './command-operator.ts';
import { runCommand } from './run-command.ts';

const LOOK_EVERY_MS = 1000;

/** `npm run suppliers:sync -- NAME`: reads all offers of a supplier now. One that is under way is waited for. */
await runCommand(async (app) => {
  const name = process.argv[2];
  if (name === undefined) {
    process.stderr.write('Name the supplier: npm run suppliers:sync -- kinguin\n');
    return 1;
  }
  try {
    const act = { by: commandOperator('suppliers-sync'), reason: `npm run suppliers:sync -- ${name}` };
    const id = await app.get(SteerSuppliers, { strict: false }).sync(name, act);
    for (;;) {
      // A worker may have it.
      await app.get(SyncOffers, { strict: false }).one([supplierNamed(name)]);
      const report = await app.get(Syncs, { strict: false }).ofId(id);
      if (report?.state === 'done') {
        const { products, offers, skipped, created, updated, repriced, removed } = report;
        const parts = [
          `${created} created`,
          `${updated} updated`,
          `${repriced} repriced`,
          `${removed} offers removed`,
          `${skipped} skipped`,
        ];
        process.stdout.write(`${products} products, ${offers} offers: ${parts.join(', ')}\n`);
        return 0;
      }
      if (report === null || report.state === 'failed' || report.failure !== null) {
        process.stderr.write(`${report?.failure ?? 'It was deleted.'}\n`);
        return 1;
      }
      await setTimeout(LOOK_EVERY_MS);
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
});
