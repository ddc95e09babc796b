import 'reflect-metadata';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { feedLines, FinishImport, ImportCatalogue } from '../modules/catalog/index.ts';
import { AuditModule } from '../modules/ops/audit.module.ts';
import { Audit } from '../modules/ops/index.ts';
import { Ids } from '../shared/ports.ts';
import { inCatalogueLock } from './catalogue-lock.ts';
import { catalogueModules } from './catalogue-modules.ts';
import { commandOperator } from './command-operator.ts';
import { configOrExit } from './config-or-exit.ts';
import { ImportProgress } from './import-progress.ts';
import { keepHeapSmall } from './small-heap.ts';

/** Loads only the modules that an import needs, for small machines. */
@Module({})
class ImportModule {}

/** `npm run catalog:import -- FILE`: JSON lines, a JSON array, or result pages of the supplier. Can be repeated. */
async function importCatalogue(file: string | undefined): Promise<number> {
  const size = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  if (file === undefined || !size?.isFile()) {
    process.stderr.write(file === undefined ? 'Name the file: npm run catalog:import -- feed.jsonl\n' : `There is no file ${file}.\n`);
    return 1;
  }
  const imports = [...catalogueModules(configOrExit()), AuditModule];
  const app = await NestFactory.createApplicationContext({ module: ImportModule, imports }, { logger: ['warn', 'error', 'fatal'] });
  try {
    await inCatalogueLock(app, async () => {
      const progress = new ImportProgress(size.size);
      const by = commandOperator('catalog-import');
      const audit = app.get(Audit, { strict: false });
      const noted = { by, subject: { type: 'import', id: app.get(Ids, { strict: false }).next() } };
      // Before the first product changes, and once more at the end: a run that broke off is in the log, too.
      await audit.record({ ...noted, action: 'imports.start', after: { file: basename(file), bytes: size.size } });
      const importCatalogue = app.get(ImportCatalogue, { strict: false });
      const { warnings, ...counts } = await importCatalogue.run(progress.counting(feedLines(file)), by.name, progress);
      await app.get(FinishImport, { strict: false }).run();
      await audit.record({ ...noted, action: 'imports.end', after: counts });
      progress.end();
      for (const [warning, count] of [...warnings].sort(([, one], [, other]) => other - one))
        process.stdout.write(`${count} × ${warning}\n`);
      process.stdout.write(
        `${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged, ${counts.rejected} rejected\n`,
      );
    });
    return 0;
  } finally {
    await app.close();
  }
}

keepHeapSmall();
process.exitCode = await importCatalogue(process.argv[2]);
