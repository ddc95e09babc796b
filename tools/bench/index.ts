import { build } from '../build.ts';
import { Failure, runTool } from '../failure.ts';
import { deliveryRows } from './delivery.ts';
import { importRows } from './import.ts';
import { printRows, type Row } from './measure.ts';

const parts: Readonly<Record<string, () => Promise<Row[]>>> = { delivery: deliveryRows, import: importRows };

/** `npm run bench [-- PART …]`: measures against floors of the same run. A miss is printed, not an error: machines differ, ratios less so. */
await runTool(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !(name in parts));
  if (unknown !== undefined)
    throw new Failure(`There is nothing to measure called "${unknown}": choose from ${Object.keys(parts).join(', ')}.`);
  await build(['api']);
  const rows: Row[] = [];
  for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
    process.stdout.write(`Measuring: ${name} …\n`);
    rows.push(...((await parts[name]?.()) ?? []));
  }
  printRows(rows);
  return 0;
});
