import { build } from '../build.ts';
import { runTool } from '../failure.ts';
import { deliveryRows } from './delivery.ts';
import { importRows } from './import.ts';
import { printRows } from './measure.ts';

/** Measures against floors of the same run. A miss is printed, not an error: machines differ, ratios less so. */
await runTool(async () => {
  await build(['api']);
  process.stdout.write('Measuring the import …\n');
  const imported = await importRows();
  process.stdout.write('Measuring delivery …\n');
  const delivered = await deliveryRows();
  printRows([...delivered, ...imported]);
  return 0;
});
