import { ConfigInvalid, readConfig } from './config.ts';
import { StoreUnusable } from './store/database.ts';
import { PortUnavailable, startSandbox } from './sandbox.ts';

try {
  const sandbox = await startSandbox(readConfig(process.env));
  const halves = [
    sandbox.stripeOrigin === '' ? [] : [`stand-in for Stripe, Google, Facebook and Steam on ${sandbox.stripeOrigin}`],
    sandbox.mailboxOrigin === '' ? [] : [`mailbox on ${sandbox.mailboxOrigin}, SMTP on port ${sandbox.smtpPort}`],
  ].flat();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
  process.stdout.write(`Running: ${halves.join('; ')}.\n`);
} catch (error) {
  const isExpected = error instanceof ConfigInvalid || error instanceof PortUnavailable || error instanceof StoreUnusable;
  process.stderr.write(`${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`);
  process.exit(1);
}
