import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { Catalogue } from '../modules/catalog/index.ts';
import { AddKeys, type KeySecret } from '../modules/stock/index.ts';
import { runCommand } from './run-command.ts';

const BATCH = 1000;
const LONGEST_KEY = 500;

interface Line {
  readonly number: number;
  readonly product: string;
  readonly secret: KeySecret;
}

/** `npm run keys:import -- FILE`: CSV with the columns `kinguinId` or `_id`, and `key` or `login,password,mail`. */
await runCommand(async (app) => {
  const file = process.argv[2];
  if (file === undefined) {
    process.stderr.write('Name the file: npm run keys:import -- keys.csv\n');
    return 1;
  }
  const catalogue = app.get(Catalogue, { strict: false });
  const addKeys = app.get(AddKeys, { strict: false });
  const counts = { added: 0, duplicate: 0, unknown: 0, rejected: 0 };
  // The key itself is never printed: the line number is enough to find it.
  const report = (line: number, what: string) => process.stdout.write(`line ${line}: ${what}\n`);

  const takeIn = async (batch: readonly Line[]) => {
    const products = await catalogue.productIds([...new Set(batch.map(({ product }) => product))]);
    const known = batch.filter(({ number, product }) => {
      if (products.has(product)) return true;
      counts.unknown += 1;
      report(number, `unknown product ${product}`);
      return false;
    });
    if (known.length === 0) return;
    const repeats = await addKeys.run(
      known.map(({ product, secret }) => ({ productId: products.get(product) ?? '', secret })),
      'keys:import',
    );
    for (const index of repeats) report(known[index]?.number ?? 0, 'duplicate key, the shop has it already');
    counts.duplicate += repeats.size;
    counts.added += known.length - repeats.size;
  };

  const rows = createReadStream(file).pipe(
    parse({ columns: true, bom: true, trim: true, skip_empty_lines: true, info: true, relax_column_count: true }),
  );
  let batch: Line[] = [];
  for await (const { record, info } of rows as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
    const product = record.kinguinId || record._id;
    const secret = secretOf(record);
    if (!product || secret === null) {
      counts.rejected += 1;
      report(info.lines, product ? 'no readable key' : 'no kinguinId and no _id');
      continue;
    }
    batch.push({ number: info.lines, product, secret });
    if (batch.length === BATCH) {
      await takeIn(batch);
      batch = [];
    }
  }
  if (batch.length > 0) await takeIn(batch);
  process.stdout.write(
    `${counts.added} keys added, ${counts.duplicate} duplicates, ${counts.unknown} for unknown products, ${counts.rejected} rejected\n`,
  );
  return 0;
});

function secretOf({ key, login, password, mail }: Record<string, string>): KeySecret | null {
  if (key && key.length <= LONGEST_KEY) return { kind: 'text', key };
  if (login && password && login.length <= LONGEST_KEY && password.length <= LONGEST_KEY)
    return { kind: 'account', login, password, mail: mail ?? '' };
  return null;
}
