import { type Kysely, sql } from 'kysely';
import { BinaryArray } from '../../../platform/database/binary-array.ts';
import type { Ids } from '../../../shared/ports.ts';
import type { Intake, NewKey, Repeat, Vault } from '../application/ports.ts';

/** The columns of `stock_key` that the vault needs for decryption. */
export interface Sealed {
  id: string;
  product_id: string;
  ciphertext: Buffer;
  nonce: Buffer;
  key_version: number;
}

interface Means {
  readonly database: Kysely<unknown>;
  readonly vault: Vault;
  readonly ids: Ids;
  readonly now: Date;
}

/** Placeholder for a missing hash. */
const NOTHING = Buffer.alloc(0);
const texts = (items: readonly unknown[]) => new BinaryArray('text', items.length);
const bytes = (items: readonly unknown[]) => new BinaryArray('bytea', items.length);

/** Encrypts keys and stores them as stock. Returns the indexes of skipped ones. The listings of their products are locked. */
export async function insertKeys(
  keys: readonly NewKey[],
  { actor, uploadId = null, refusesSimilar = false }: Intake,
  { database, vault, ids, now }: Means,
): Promise<ReadonlyMap<number, Repeat>> {
  const [id, product, kind] = [texts(keys), texts(keys), texts(keys)];
  const [ciphertext, nonce, fingerprint, normalised] = [bytes(keys), bytes(keys), bytes(keys), bytes(keys)];
  const versions: number[] = [];
  // Sequentially, and copied at once: thousands of encrypted keys in memory would survive the young generation of the garbage collector.
  for (const { productId, secret } of keys) {
    const next = ids.next();
    const sealed = vault.seal(secret, bind(next, productId));
    id.add(next);
    product.add(productId);
    kind.add(secret.kind);
    ciphertext.add(sealed.ciphertext);
    nonce.add(sealed.nonce);
    versions.push(sealed.keyVersion);
    fingerprint.add(vault.fingerprint(secret));
    normalised.add(vault.normalisedFingerprint(secret) ?? NOTHING);
  }
  const isSimilar = refusesSimilar
    ? sql`exists (select from stock_key k where k.normalised_fingerprint = given.normalised)
          and not exists (select from stock_key k where k.fingerprint = given.fingerprint)`
    : sql`false`;
  // In the order of fingerprints: concurrent uploads of the same keys under two products would deadlock.
  const { rows } = await sql<{ index: number; repeat: Repeat }>`
      with given as (
        select id, product_id, kind, ciphertext, nonce, key_version, fingerprint, nullif(normalised, ''::bytea) as normalised, place
        from unnest(${id.bytes()}::text[], ${product.bytes()}::text[], ${kind.bytes()}::text[], ${ciphertext.bytes()}::bytea[],
          ${nonce.bytes()}::bytea[], ${versions}::int[], ${fingerprint.bytes()}::bytea[], ${normalised.bytes()}::bytea[])
          with ordinality as given (id, product_id, kind, ciphertext, nonce, key_version, fingerprint, normalised, place)
      ), similar_to_known as materialized (
        select given.id from given where ${isSimilar}
      ), added as (
        insert into stock_key
          (id, product_id, kind, ciphertext, nonce, key_version, fingerprint, normalised_fingerprint, state, added_at, added_by, upload_id)
        select id, product_id, kind, ciphertext, nonce, key_version, fingerprint, normalised, 'available', ${now}::timestamptz,
          ${actor}::text, ${uploadId}::text
        from given where id not in (select id from similar_to_known)
        order by fingerprint, place on conflict (fingerprint) do nothing returning id
      )
      select place::int - 1 as index, case when id in (select id from similar_to_known) then 'similar' else 'same' end as repeat
      from given where not exists (select from added where added.id = given.id)`.execute(database);
  return new Map(rows.map(({ index, repeat }) => [index, repeat]));
}

/** Additional authenticated data: a ciphertext copied to another row cannot be decrypted. */
export function bind(keyId: string, productId: string): string {
  return `${keyId}/${productId}`;
}
