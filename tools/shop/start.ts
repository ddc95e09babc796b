import { demoLoginIsThere } from '../../apps/api/src/demo/demo-login.ts';
import { build } from './build.ts';
import { Failure, runTool } from '../shared/failure.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { endOneShots } from '../process/run-program.ts';
import { bringUpDatabase } from './start-database.ts';
import { portProblem } from '../shared/ports.ts';
import { portsInUse, type Settings } from './settings.ts';
import { logFolder, runFile, startedShopSettings } from './shop-folder.ts';
import { runApiCommand, startSandbox, startShopProcesses } from './shop-processes.ts';
import { step } from '../shared/steps.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { addressTable } from './address-table.ts';
import { restartOnChange } from './watch.ts';

const watches = process.argv.includes('--watch');
const tell = (sentence: string) => process.stdout.write(`${sentence}\n`);

await runTool(async () => {
  const interruption = listenForInterruption();
  const settings = startedShopSettings();
  await runFile.take(watches ? '`npm run dev`' : '`npm start`', { isShop: true });
  let supervisor: Supervisor | null = null;
  try {
    supervisor = new Supervisor({ logFolder, tell, remember: (children) => runFile.remember(children) });
    await Promise.race([bringUp(settings, supervisor), interruption.first]);
    await interruption.first;
    tell('\nEnding: open requests and jobs are finished first (Ctrl-C again does not wait).');
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

async function bringUp(settings: Settings, supervisor: Supervisor): Promise<void> {
  const startedAt = performance.now();
  tell(`\nKeyturn, on Node ${process.versions.node}\n`);
  await refuseTakenPorts(settings);
  const data = await step('database', () => bringUpDatabase(settings, supervisor));
  await step('build', () => build(watches ? ['api'] : ['api', 'storefront']));
  const [hasDemoLogin] = await Promise.all([prepareData(settings), startSandbox(supervisor, settings)]);
  await step('start', () => startShopProcesses(supervisor, settings, { watches }));
  if (watches) restartOnChange(supervisor, tell);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  tell(`\nOpen after ${seconds} s.\n\n${addressTable(settings, data, hasDemoLogin)}\n\nCtrl-C ends it.\n`);
}

/** Answers whether the shop has the demo login. */
async function prepareData(settings: Settings): Promise<boolean> {
  await step('migrate', () => runApiCommand(settings, 'migrate'));
  const seeded = await step('seed', () => runApiCommand(settings, 'seed-demo'));
  return seeded.endsWith(demoLoginIsThere);
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
