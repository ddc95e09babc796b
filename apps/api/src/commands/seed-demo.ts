import 'reflect-metadata';
import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { sql } from 'kysely';
import pg from 'pg';
import { demoKeys, type DemoProduct, demoProductFiles, demoProducts, demoReference, demoStock, demoSuppliers } from '../demo/index.ts';
import { withPictures } from '../demo/demo-pictures.ts';
import { demoLoginIsThere } from '../demo/demo-login.ts';
import { Catalogue, type FeedLine, feedLines, FinishImport, ImportCatalogue, ProductReads } from '../modules/catalog/index.ts';
import { SupplierOffers } from '../modules/suppliers/index.ts';
import { AddKeys, type KeySecret } from '../modules/stock/index.ts';
import { Config } from '../platform/config/config.ts';
import { LOCKS } from '../platform/database/locks.ts';
import { ImageRecipes } from '../platform/images/ports.ts';
import type { ImageRecipe } from '../platform/images/recipe.ts';
import { Clock, Transaction } from '../shared/ports.ts';
import { DEMO_ACTOR, DemoContent } from './demo-content.ts';
import { runCommand } from './run-command.ts';

const KEYS_AT_ONCE = 1000;
const STARTED = 'demo started';
const DONE = 'demo done';

/**
 * Fills an empty shop with the demo catalogue. Every step can be repeated and the last one leaves a mark, so that a run that
 * broke off is completed by the next, and a shop that was filled, or that has products of its own, is left as it is. So is every
 * shop in production without SEED_DEMO=true: made-up keys must not be sold.
 */
await runCommand(async (app) => {
  const config = app.get(Config);
  if (!config.seedsDemo) {
    process.stdout.write('not asked for (SEED_DEMO)\n');
    return 0;
  }
  const lock = new pg.Client({ connectionString: config.directDatabaseUrl });
  await lock.connect();
  await lock.query('select pg_advisory_lock($1)', [LOCKS.demo]);
  try {
    const words = [await seed(app), ...((await new DemoContent(app).hasLogin()) ? [demoLoginIsThere] : [])];
    process.stdout.write(`${words.join(', ')}\n`);
    return 0;
  } finally {
    await lock.end();
  }
});

async function seed(app: INestApplicationContext): Promise<string> {
  const { rows } = await sql<{ done: boolean; started: boolean }>`select
    exists (select from seed_step where name = ${DONE}) as done,
    exists (select from seed_step where name = ${STARTED}) as started`.execute(database(app));
  const [state] = rows;
  if (!state || state.done) return 'left as it is';
  if (!state.started && (await app.get(ProductReads, { strict: false }).hasAny())) return 'left as it is';
  await mark(app, STARTED);
  const products = await seedProducts(app);
  await seedLinks(app);
  const keys = await seedKeys(app);
  const content = new DemoContent(app);
  await content.writeHome();
  await content.writePages();
  await content.writePeople();
  await app.get(FinishImport, { strict: false }).run();
  const pictures = await content.drawHomePictures();
  await mark(app, DONE);
  return `${products} products, ${keys} keys, ${pictures} pictures`;
}

async function seedProducts(app: INestApplicationContext): Promise<number> {
  const importer = app.get(ImportCatalogue, { strict: false });
  let count = 0;
  for (const file of demoProductFiles()) {
    const refusals: string[] = [];
    const summary = await importer.run(picturedLines(app, file), DEMO_ACTOR, {
      rejected: (line, reason) => refusals.push(`line ${line}: ${reason}`),
      progressed: () => undefined,
    });
    if (refusals.length > 0) throw new Error(`The demo catalogue is wrong, ${file.pathname}, ${refusals.join('; ')}`);
    count += summary.created + summary.updated + summary.unchanged;
  }
  return count;
}

/** The products of a file with their pictures; what those are drawn from is stored before the products are. */
async function* picturedLines(app: INestApplicationContext, file: URL): AsyncGenerator<FeedLine> {
  const pictured: { number: number; text: string }[] = [];
  const recipes: ImageRecipe[] = [];
  for await (const { number, text } of feedLines(file)) {
    const line = withPictures(JSON.parse(text ?? '') as DemoProduct);
    pictured.push({ number, text: JSON.stringify(line.product) });
    recipes.push(...line.recipes);
  }
  const images = app.get(ImageRecipes, { strict: false });
  await app.get(Transaction, { strict: false }).run(() => images.add(recipes));
  yield* pictured;
}

/** Which products of CodesWholesale's stand-in are which of the demo's. */
async function seedLinks(app: INestApplicationContext): Promise<void> {
  const links = Object.entries(demoSuppliers().links);
  const ids = await app.get(Catalogue, { strict: false }).productIds(links.map(([, reference]) => String(reference)));
  const offers = app.get(SupplierOffers, { strict: false });
  const now = app.get(Clock, { strict: false }).now();
  await app.get(Transaction, { strict: false }).run(async () => {
    for (const [theirs, reference] of links) {
      const productId = ids.get(String(reference));
      if (productId === undefined) throw new Error(`The demo catalogue lacks ${reference}.`);
      await offers.link('codeswholesale', theirs, productId, DEMO_ACTOR, now);
    }
  });
}

async function seedKeys(app: INestApplicationContext): Promise<number> {
  const stock = demoStock();
  const products = demoProducts();
  const ids = await app.get(Catalogue, { strict: false }).productIds(products.map((product) => String(demoReference(product))));
  const keys = products.flatMap((product) => {
    const reference = demoReference(product);
    const productId = ids.get(String(reference));
    if (productId === undefined) throw new Error(`The demo catalogue lacks ${reference}.`);
    return demoKeys(product, stock.get(reference) ?? 0).map((text) => ({
      productId,
      secret: secretOf(text, product.category === 'Account'),
    }));
  });
  const addKeys = app.get(AddKeys, { strict: false });
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) await addKeys.run(keys.slice(start, start + KEYS_AT_ONCE), DEMO_ACTOR);
  return keys.length;
}

/** Accounts come as three labelled lines. */
function secretOf(text: string, isAccount: boolean): KeySecret {
  const [login, password, mail] = text.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
  if (isAccount && login && password && mail) return { kind: 'account', login, password, mail };
  return { kind: 'text', key: text };
}

async function mark(app: INestApplicationContext, step: string): Promise<void> {
  await sql`insert into seed_step (name, done_at) values (${step}, ${app.get(Clock, { strict: false }).now()}) on conflict do nothing`.execute(
    database(app),
  );
}

function database(app: INestApplicationContext) {
  return app.get(EntityManager, { strict: false }).getKysely();
}
