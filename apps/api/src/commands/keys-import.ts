import 'reflect-metadata';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { csvKeys, type KeyFate, UploadKeys } from '../modules/stock/index.ts';
import { DomainError } from '../shared/domain-error.ts';
import { commandOperator } from './command-operator.ts';
import { runCommand } from './run-command.ts';

const TEXTS: Record<Exclude<KeyFate, 'accepted'>, string> = {
  duplicateInFile: 'duplicate key, the file has it above',
  duplicateInShop: 'duplicate key, the shop has it already',
  probableDuplicate:
    'probable duplicate: differs from a known key in case, dashes and spaces alone; POST /ops/keys can take it all the same',
  empty: 'no key',
  tooLong: 'the key is too long',
  unreadable: 'no readable key',
  noColumn: 'names neither the column key nor login and password',
  noProduct: 'no kinguinId and no _id',
  unknownProduct: 'unknown product',
};

/** `npm run keys:import -- FILE`: CSV with the columns `kinguinId` or `_id`, and `key` or `login,password,mail`. Can be repeated. */
await runCommand(async (app) => {
  const file = process.argv[2];
  if (file === undefined || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    process.stderr.write(file === undefined ? 'Name the file: npm run keys:import -- keys.csv\n' : `There is no file ${file}.\n`);
    return 1;
  }
  const keys = csvKeys({ filename: basename(file), file: createReadStream(file) });
  const act = { by: commandOperator('keys-import'), reason: `npm run keys:import -- ${basename(file)}` };
  const how = { product: null, isDryRun: false, act, mostLines: Number.POSITIVE_INFINITY };
  try {
    const report = await app.get(UploadKeys, { strict: false }).run(keys, how);
    // The key itself is never printed: the line number is enough to find it.
    for (const { from, to, fate } of report.entries())
      if (fate !== 'accepted') process.stdout.write(`${from === to ? `line ${from}` : `lines ${from} to ${to}`}: ${TEXTS[fate]}\n`);
    const {
      accepted,
      duplicateInFile,
      duplicateInShop,
      probableDuplicate,
      unknownProduct,
      noProduct,
      empty,
      tooLong,
      unreadable,
      noColumn,
    } = report.counts;
    const rejected = noProduct + empty + tooLong + unreadable + noColumn;
    if (report.uploadId !== null)
      process.stdout.write(`upload ${report.uploadId}: POST /ops/keys/uploads/${report.uploadId}/burn takes it back\n`);
    // The sum comes last, as in every command.
    process.stdout.write(
      `${accepted} keys added, ${duplicateInFile + duplicateInShop + probableDuplicate} duplicates, ${unknownProduct} for unknown products, ${rejected} rejected\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
});
