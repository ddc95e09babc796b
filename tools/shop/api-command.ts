import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from './build.ts';
import { Failure, runTool } from '../shared/failure.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { endOneShots, runNode } from '../process/run-program.ts';
import { bringUpDatabase } from './start-database.ts';
import { root } from '../shared/paths.ts';
import type { Settings } from './settings.ts';
import { logFolder, runFile, shopSettings } from './shop-folder.ts';
import { runApiCommand } from './shop-processes.ts';
import { Supervisor } from '../supervisor/supervisor.ts';

const [name, ...args] = process.argv.slice(2);

await runTool(async () => {
  if (name === undefined) throw new Failure('Usage: tools/shop/api-command.ts NAME [ARGUMENT…]');
  const interruption = listenForInterruption();
  const settings = shopSettings();
  const isShopRunning = runFile.current()?.isShop === true;
  const interrupted = interruption.first.then(() => 130);
  if (isShopRunning) {
    const ended = interruption.first.then(async () => {
      await endOneShots();
      return 130;
    });
    return Promise.race([runCommand(settings, name), ended]);
  }

  await runFile.take(`\`npm run ${name.replace('-', ':')}\``);
  let supervisor: Supervisor | null = null;
  try {
    supervisor = new Supervisor({ logFolder, remember: (children) => runFile.remember(children) });
    return await Promise.race([withDatabase(settings, supervisor, name), interrupted]);
  } finally {
    await endOneShots();
    await supervisor?.stop();
    runFile.release();
  }
});

/** The shop is not running: its database is brought up for this command alone. */
async function withDatabase(settings: Settings, supervisor: Supervisor, command: string): Promise<number> {
  await bringUpDatabase(settings, supervisor);
  await build(['api']);
  await runApiCommand(settings, 'migrate');
  return runCommand(settings, command);
}

async function runCommand(settings: Settings, command: string): Promise<number> {
  // npm runs its scripts in the checkout; paths are relative to the user's working directory.
  const from = process.env.INIT_CWD ?? process.cwd();
  const meant = args.map((arg) => (arg.startsWith('-') || !existsSync(resolve(from, arg)) ? arg : resolve(from, arg)));
  const script = join(root, 'dist', 'api', 'commands', `${command}.js`);
  const { code } = await runNode(script, meant, { env: settings.environment, nodeArgs: ['--enable-source-maps'], shows: true });
  return typeof code === 'number' ? code : 1;
}
