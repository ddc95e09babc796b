import { build } from '../shop/build.ts';
import { Failure, runTool } from '../shared/failure.ts';
import { catalogueRows, growthAlone } from './catalogue.ts';
import { deliveryRows } from './delivery/paid-orders.ts';
import { importRows } from './import.ts';
import { interactionRows } from './interaction.ts';
import { keyRows } from './keys.ts';
import { lighthouseRows } from './lighthouse.ts';
import { loginRows, mailedLinkRows } from './logins.ts';
import { printRows, type Row } from './measure.ts';
import { saleBench } from './sale/index.ts';
import { searchRows } from './search-quality.ts';
import { supplierRows } from './delivery/bought-keys.ts';
import { timelineRows } from './timeline.ts';

const parts: Readonly<Record<string, () => Promise<Row[]>>> = {
  catalogue: catalogueRows,
  delivery: deliveryRows,
  growth: growthAlone,
  import: importRows,
  interaction: interactionRows,
  keys: keyRows,
  lighthouse: lighthouseRows,
  logins: loginRows,
  'mailed-links': mailedLinkRows,
  sale: saleBench,
  search: searchRows,
  suppliers: supplierRows,
  timeline: timelineRows,
};

/** `npm run bench [-- PART …]`: measures against baselines of the same run. Ends with 1 where a bar is missed. */
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
  return rows.every(({ isHeld }) => isHeld) ? 0 : 1;
});
