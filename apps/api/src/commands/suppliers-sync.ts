import 'reflect-metadata';
import { runCommand } from './run-command.ts';
import { syncSupplier } from './sync-supplier.ts';

/** `npm run suppliers:sync -- NAME [--accept-fewer=60]`: reads all offers of a supplier now. */
await runCommand(async (app) => {
  const { exitCode, says } = await syncSupplier(app, process.argv.slice(2));
  (exitCode === 0 ? process.stdout : process.stderr).write(`${says}\n`);
  return exitCode;
});
