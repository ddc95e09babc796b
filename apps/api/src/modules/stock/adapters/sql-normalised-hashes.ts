import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { BinaryArray } from '../../../platform/database/binary-array.ts';
import { Config } from '../../../platform/config/config.ts';
import { NormalisedHashes } from '../application/fill-normalised-hashes.ts';
import { Vault } from '../application/ports.ts';
import { bind, type Sealed } from './insert-keys.ts';

@Injectable()
export class SqlNormalisedHashes extends NormalisedHashes {
  private readonly logger = new Logger('stock');
  private hasWarned = false;

  constructor(
    private readonly em: EntityManager,
    private readonly vault: Vault,
    private readonly config: Config,
  ) {
    super();
  }

  override async fill(after: string, most: number): Promise<{ last: string | null; unreadable: number }> {
    // Key versions unknown to this process are left to others.
    const rows = await this.rows<Sealed>(sql`
      select id, product_id, ciphertext, nonce, key_version from stock_key
      where normalised_fingerprint is null and kind = 'text' and id > ${after}
        and key_version = any(${[...this.config.keyEncryptionKeys.keys()]}::int[])
      order by id limit ${most} for no key update skip locked`);
    const hashed = rows.flatMap((row) => {
      const hash = this.hashOf(row);
      return hash === null ? [] : [{ id: row.id, hash }];
    });
    await this.rows(sql`
      update stock_key set normalised_fingerprint = given.hash
      from unnest(${hashed.map(({ id }) => id)}::text[], ${BinaryArray.of(
        'bytea',
        hashed.map(({ hash }) => hash),
      )}::bytea[]) as given (id, hash)
      where stock_key.id = given.id returning stock_key.id`);
    const unreadable = rows.length - hashed.length;
    // Logged once: they are found again at each run.
    if (unreadable > 0 && !this.hasWarned)
      this.logger.warn({ message: 'Keys that do not open get no hash of their normalised form.', unreadable });
    this.hasWarned ||= unreadable > 0;
    return { last: rows.at(-1)?.id ?? null, unreadable };
  }

  private hashOf({ id, product_id, ciphertext, nonce, key_version }: Sealed): Buffer | null {
    try {
      return this.vault.normalisedFingerprint(this.vault.open({ ciphertext, nonce, keyVersion: key_version }, bind(id, product_id)));
    } catch {
      return null;
    }
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}
