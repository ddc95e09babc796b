/** Writes the files in openapi/ from the code; with `--check` it only fails when one of them is stale. */
import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { format } from 'prettier';
import { AppModule } from './app.module.ts';
import { readConfig } from './platform/config/config.ts';
import { openApiDocument } from './platform/http/openapi/openapi.ts';

/** Which part each file holds. */
const files = { 'openapi/openapi.json': 'shop', 'openapi/ops.json': 'ops' } as const;

// Nothing here may depend on the machine: defaults only, an address where no database is, and no `init`, which would connect.
const config = readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', REDIS_URL: 'redis://127.0.0.1:1' });
const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config), new FastifyAdapter(), {
  logger: ['error', 'fatal'],
  preview: true,
});
for (const [file, part] of Object.entries(files)) {
  const target = resolve(file);
  const text = await format(JSON.stringify(sorted(openApiDocument(app, part))), { parser: 'json', printWidth: 140 });
  if (!process.argv.includes('--check')) {
    await writeFile(target, text);
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`${file} is stale: the code says something else. Build the API and run: node dist/api/write-openapi.js\n`);
    process.exitCode = 1;
  }
}
process.exit();

/** The same document for the same code, in whatever order modules were loaded. Lists keep their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
