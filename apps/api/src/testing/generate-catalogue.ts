import 'reflect-metadata';
import { EntityManager } from '@mikro-orm/postgresql';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ProductFeed } from '../modules/catalog/application/import-ports.ts';
import { FinishImport } from '../modules/catalog/index.ts';
import { loadGenerated } from '../modules/catalog/testing/load-generated.ts';
import { Clock } from '../shared/ports.ts';
import { catalogueModules } from '../commands/catalogue-modules.ts';
import { configOrExit } from '../commands/config-or-exit.ts';

@Module({})
class GenerateModule {}

/** For measurements: fills the database with made-up products FROM up to TO, as an import would have stored them. */
async function generate(from: number, to: number): Promise<void> {
  const config = configOrExit();
  if (config.isProduction) throw new Error('A shop in production is not filled with made-up products.');
  const imports = catalogueModules(config);
  const app = await NestFactory.createApplicationContext({ module: GenerateModule, imports }, { logger: ['warn', 'error', 'fatal'] });
  try {
    const get = <T>(token: abstract new (...args: never[]) => T) => app.get<T>(token as never, { strict: false });
    await loadGenerated({ em: get(EntityManager), feed: get(ProductFeed), now: get(Clock).now(), from, to });
    await get(FinishImport).run();
    process.stdout.write(`${to - from} products\n`);
  } finally {
    await app.close();
  }
}

const [from = 0, to = 100_000] = process.argv.slice(2).map(Number);
await generate(from, to);
