import { demoLoginIsThere } from '../../apps/api/src/demo/demo-login.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { endOneShots } from '../process/run-program.ts';
import { Failure, runTool } from '../shared/failure.ts';
import { portProblem } from '../shared/ports.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { addressTable } from './address-table.ts';
import { build } from './build.ts';
import { portsInUse, type Settings } from './settings.ts';
import { logFolder, runFile, startedShopSettings } from './shop-folder.ts';
import { runApiCommand, startSandbox, startShopProcesses } from './shop-processes.ts';
import { bringUpDatabase } from './start-database.ts';
import { runSteps } from './steps.ts';
import { restartOnChange } from './watch.ts';

const watches = process.argv.includes('--watch');
const report = (sentence: string) => process.stdout.write(`${sentence}\n`);

await runTool(async () => {
  const interruption = listenForInterruption();
  const settings = startedShopSettings();
  await runFile.take(watches ? '`npm run dev`' : '`npm start`', { isShop: true });
  let supervisor: Supervisor | null = null;
  try {
    supervisor = new Supervisor({ logFolder, report, remember: (children) => runFile.remember(children) });
    await bringUp(settings, supervisor, interruption.first);
    await interruption.first;
    report('\nEnding: open requests and jobs are finished first (Ctrl-C again does not wait).');
    return 0;
  } finally {
    void interruption.second.then(() => {
      supervisor?.killAll();
      runFile.release();
      process.exit(130);
    });
    await endOneShots();
    await supervisor?.stop();
    runFile.release();
  }
});

/** Resolves once the shop is ready, or after an interruption. */
async function bringUp(settings: Settings, supervisor: Supervisor, interruption: Promise<void>): Promise<void> {
  const startedAt = performance.now();
  report(`\nKeyturn, on Node ${process.versions.node}\n`);
  await refuseTakenPorts(settings);
  let data = '';
  let seeded = '';
  const isOpen = await runSteps(
    [
      { name: 'database', work: async () => (data = await bringUpDatabase(settings, supervisor)) },
      { name: 'build', work: () => build(watches ? ['api'] : ['api', 'storefront']) },
      { name: 'migrate', work: () => runApiCommand(settings, 'migrate') },
      [
        { name: 'seed', work: async () => (seeded = await runApiCommand(settings, 'seed-demo')) },
        { name: 'stand-ins', work: () => startSandbox(supervisor, settings) },
      ],
      { name: 'start', work: () => startShopProcesses(supervisor, settings, { watches }) },
    ],
    interruption,
  );
  if (!isOpen) return;
  if (watches) restartOnChange(supervisor, report);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  report(`\nOpen after ${seconds} s.\n\n${addressTable(settings, data, seeded.endsWith(demoLoginIsThere))}\n\nCtrl-C ends it.\n`);
}

async function refuseTakenPorts(settings: Settings): Promise<void> {
  for (const { name, port, variable, host } of portsInUse(settings)) {
    const problem = await portProblem(port, host);
    if (problem === 'taken')
      throw new Failure(`Port ${port}, for the ${name}, is taken by another program: end that, or choose another port with ${variable}.`);
    if (problem === 'forbidden')
      throw new Failure(`Permission is missing to listen on port ${port}, for the ${name}: choose one above 1023 with ${variable}.`);
  }
}
