import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { runNode } from '../../process/run-program.ts';
import { Failure } from '../../shared/failure.ts';
import { root } from '../../shared/paths.ts';
import { build } from '../../shop/build.ts';
import { sealKey } from './sealed-keys.ts';

const BATCH = 5000;

/** A product on sale, by the number that a cart names. */
export interface SoldProduct {
  readonly id: string;
  readonly kinguinId: number;
  /** Euro cents. */
  readonly priceMinor: number;
}

/** Adds `count` generated games without keys; their prices are within what a payment may be. */
export async function addGames(
  database: pg.Client,
  environment: Readonly<Record<string, string | undefined>>,
  count: number,
): Promise<SoldProduct[]> {
  await build(['api'], 'build-for-bench');
  // One in fifty of the generated products is software.
  const generated = Math.ceil(count * 1.1) + 10;
  const { code, output } = await runNode(join(root, 'dist/api-for-bench/testing/generate-catalogue.js'), ['0', String(generated)], {
    env: environment,
  });
  if (code !== 0) throw new Failure(`Products could not be generated: ${output.slice(-1000)}`);
  const { rows } = await database.query<SoldProduct>(
    `select p.id, p.kinguin_id as "kinguinId", l.eur_minor as "priceMinor" from product p join listing l on l.product_id = p.id
      where p.changed_by = 'generated' and p.type = 'game' and l.eur_minor > 100 and not l.is_hidden order by p.id limit $1`,
    [count],
  );
  if (rows.length < count) throw new Failure(`${rows.length} games were generated, and ${count} are to be sold.`);
  return rows;
}

/** Puts `each` keys of every product into the stock, oldest first in the order of their ids, and brings the shown stock up to date. */
export async function addKeys(
  database: Pick<pg.Client, 'query'>,
  material: Buffer,
  products: readonly SoldProduct[],
  each: number,
): Promise<void> {
  const wanted = products.flatMap(({ id: productId }) =>
    Array.from({ length: each }, (_, index) => ({ productId, id: `bench-${productId}-${String(index).padStart(6, '0')}` })),
  );
  for (let start = 0; start < wanted.length; start += BATCH) {
    const keys = wanted
      .slice(start, start + BATCH)
      .map(({ id, productId }) => ({ id, productId, ...sealKey(material, id, { id, productId }) }));
    await database.query(
      `insert into stock_key (id, product_id, kind, ciphertext, nonce, key_version, fingerprint, normalised_fingerprint, state, added_at, added_by)
        select id, product_id, 'text', ciphertext, nonce, 1, hash, hash, 'available', now(), 'bench'
        from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[], $5::bytea[]) as given (id, product_id, ciphertext, nonce, hash)`,
      [
        keys.map(({ id }) => id),
        keys.map(({ productId }) => productId),
        keys.map(({ ciphertext }) => ciphertext),
        keys.map(({ nonce }) => nonce),
        keys.map(({ id }) => createHash('sha256').update(id).digest()),
      ],
    );
  }
}
