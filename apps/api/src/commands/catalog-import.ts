import 'reflect-metadata';
import { statSync } from 'node:fs';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CatalogModule } from '../modules/catalog/catalog.module.ts';
import { feedLines, FinishImport, ImportCatalogue } from '../modules/catalog/index.ts';
import { ClockModule } from '../platform/clock/clock.module.ts';
import { ConfigModule } from '../platform/config/config.module.ts';
import { DatabaseModule } from '../platform/database/database.module.ts';
import { inCatalogueTurn } from './catalogue-turn.ts';
import { configOrExit } from './config-or-exit.ts';
import { ImportProgress } from './import-progress.ts';
import { keepHeapSmall } from './small-heap.ts';

/** The catalogue alone: what an import does not need, it does not load, and a small machine is enough. */
@Module({})
class ImportModule {}

/** `npm run catalog:import -- FILE`: JSON lines, a JSON array, or result pages of the supplier. Can be repeated. */
async function importCatalogue(file: string | undefined): Promise<number> {
  const size = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  if (file === undefined || !size?.isFile()) {
    process.stderr.write(file === undefined ? 'Name the file: npm run catalog:import -- feed.jsonl\n' : `There is no file ${file}.\n`);
    return 1;
  }
  const imports = [ConfigModule.with(configOrExit()), DatabaseModule, ClockModule, CatalogModule];
  const app = await NestFactory.createApplicationContext({ module: ImportModule, imports }, { logger: ['warn', 'error', 'fatal'] });
  try {
    await inCatalogueTurn(app, async () => {
      const progress = new ImportProgress(size.size);
      const summary = await app.get(ImportCatalogue, { strict: false }).run(progress.counting(feedLines(file)), 'catalog:import', progress);
      await app.get(FinishImport, { strict: false }).run();
      progress.end();
      for (const [warning, count] of [...summary.warnings].sort(([, one], [, other]) => other - one))
        process.stdout.write(`${count} × ${warning}\n`);
      process.stdout.write(
        `${summary.created} created, ${summary.updated} updated, ${summary.unchanged} unchanged, ${summary.rejected} rejected\n`,
      );
    });
    return 0;
  } finally {
    await app.close();
  }
}

keepHeapSmall();
process.exitCode = await importCatalogue(process.argv[2]);
