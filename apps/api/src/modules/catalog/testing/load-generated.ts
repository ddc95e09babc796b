import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { rebuildListings, run } from '../adapters/writes/listing-sql.ts';
import { productRow, writeProducts, writeWords } from '../adapters/writes/sql-imported-products.ts';
import { changeBasePrices } from '../adapters/writes/sql-prices.ts';
import type { ProductFeed } from '../application/import-ports.ts';
import type { ImportedProduct } from '../domain/imported-product.ts';
import { generatedLine } from './generated-lines.ts';

const BATCH = 2000;

/** Indexes of the read model that loading does not use: created afterwards, they cost a fraction. */
const sideIndexes = `select indexname as name, indexdef as text from pg_indexes
  where schemaname = current_schema() and tablename in ('listing', 'listing_genre', 'search_word') and indexname not like '%\\_pkey'`;

export interface Loading {
  readonly em: EntityManager;
  readonly feed: ProductFeed;
  readonly now: Date;
  readonly from: number;
  readonly to: number;
}

/**
 * Generated products `from` up to `to` (not included), read by the importer's reader and stored by its statements, in large batches and
 * without lookups: products must be new. Their pictures have no recipes, so that none can be drawn.
 */
export async function loadGenerated({ em, feed, now, from, to }: Loading): Promise<void> {
  const indexes = await run<{ name: string; text: string }>(kysely(em), sideIndexes, []);
  for (const { name } of indexes) await run(kysely(em), `drop index "${name}"`, []);
  let writing: Promise<void> = Promise.resolve();
  for (let first = from; first < to; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, to - first) }, (_, index) => readGenerated(feed, first + index));
    await writing;
    writing = em.fork().transactional((inner) => store(kysely(inner as EntityManager), batch, now));
    writing.catch(() => undefined);
  }
  await writing;
  for (const { text } of indexes) await run(kysely(em), text, []);
}

type Read = ReturnType<typeof readGenerated>;

/** The description is safe as it is, and cleaning HTML is most of what reading a line costs. */
function readGenerated(feed: ProductFeed, index: number): { id: string; product: ImportedProduct; hash: string } {
  const { description, ...line } = generatedLine(index);
  const read = feed.read({ number: index + 1, text: JSON.stringify(line) });
  if ('reason' in read) throw new Error(`Generated product ${index} is refused: ${read.reason}.`);
  return { id: String(line._id), product: { ...read.product, description: String(description) }, hash: read.hash };
}

async function store(db: Kysely<unknown>, batch: readonly Read[], now: Date): Promise<void> {
  const rows = batch.map(({ id, product, hash }) => productRow(id, product.kinguinId, product, hash));
  await run(db, writeProducts, [JSON.stringify(rows), now, 'generated', false]);
  await changeBasePrices(
    db,
    batch.map(({ id, product }) => ({ productId: id, ...product.price, startsAt: now, endsAt: null })),
    now,
    'generated',
  );
  await run(db, writeWords, [[...new Set(batch.flatMap(({ product }) => product.searchWords))]]);
  await rebuildListings(
    db,
    batch.map(({ id }) => id),
    now,
  );
}

function kysely(em: EntityManager): Kysely<unknown> {
  return em.getKysely() as unknown as Kysely<unknown>;
}
