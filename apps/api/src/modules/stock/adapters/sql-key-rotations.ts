import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Config } from '../../../platform/config/config.ts';
import { Vault } from '../application/ports.ts';
import { KeyRotations, type Rotation, type RotationState } from '../application/rotate-keys.ts';
import { bind, type Sealed } from './insert-keys.ts';

const ROTATION = sql`select id, to_version as "toVersion", total, started_at as "startedAt", started_by as "startedBy", finished_at as "finishedAt"
  from key_rotation`;

/** Of a batch. A picture may have a megabyte. */
const MOST_BYTES = 8 * 1_048_576;

/** Instants come as text. */
type StoredRotation = Omit<Rotation, 'startedAt' | 'finishedAt'> & { readonly startedAt: string; readonly finishedAt: string | null };

@Injectable()
export class SqlKeyRotations extends KeyRotations {
  constructor(
    private readonly em: EntityManager,
    private readonly vault: Vault,
    private readonly config: Config,
  ) {
    super();
  }

  override async state(): Promise<RotationState> {
    const current = this.config.keyEncryptionVersion;
    const counted = await this.rows<{ version: number; keys: number }>(
      sql`select key_version as version, count(*)::int as keys from stock_key group by key_version`,
    );
    const counts = new Map([...this.config.keyEncryptionKeys.keys()].map((version) => [version, 0]));
    for (const { version, keys } of counted) counts.set(version, keys);
    const [rotation] = await this.rows<StoredRotation>(sql`${ROTATION} order by started_at desc, id desc limit 1`);
    return {
      current,
      versions: [...counts]
        .map(([version, keys]) => ({ version, keys, isKnown: this.config.keyEncryptionKeys.has(version) }))
        .sort((a, b) => a.version - b.version),
      rotation: rotation ? rotationOf(rotation) : null,
      remaining: counted.reduce((sum, { version, keys }) => (version < current ? sum + keys : sum), 0),
    };
  }

  override async open(): Promise<Rotation | null> {
    const [rotation] = await this.rows<StoredRotation>(sql`${ROTATION} where finished_at is null`);
    return rotation ? rotationOf(rotation) : null;
  }

  override async start({ id, toVersion, total, startedAt, startedBy }: Rotation): Promise<void> {
    await this.rows(sql`insert into key_rotation (id, to_version, total, started_at, started_by)
      values (${id}, ${toVersion}, ${total}, ${startedAt}, ${startedBy}) on conflict do nothing returning id`);
  }

  override async encryptAnew(toVersion: number, most: number): Promise<number> {
    // A process with the old configuration would encrypt them with the old version again.
    if (this.config.keyEncryptionVersion < toVersion) return 0;
    // The length of a ciphertext is known without reading it.
    const rows = await this.rows<Sealed>(sql`
      select id, product_id, ciphertext, nonce, key_version from (
        select *, row_number() over by_age as place, sum(octet_length(ciphertext)) over by_age as bytes from (
          select id, product_id, ciphertext, nonce, key_version from stock_key
          where key_version < ${toVersion} order by key_version, id limit ${most} for no key update skip locked
        ) locked window by_age as (order by key_version, id)
      ) sized where bytes <= ${MOST_BYTES} or place = 1`);
    if (rows.length === 0) return 0;
    const sealed = rows.map(({ id, product_id, ciphertext, nonce, key_version }) => {
      const context = bind(id, product_id);
      return { id, ...this.vault.seal(this.vault.open({ ciphertext, nonce, keyVersion: key_version }, context), context) };
    });
    await this.rows(sql`
      update stock_key set ciphertext = given.ciphertext, nonce = given.nonce, key_version = given.key_version
      from unnest(${sealed.map(({ id }) => id)}::text[], ${sealed.map(({ ciphertext }) => ciphertext)}::bytea[],
        ${sealed.map(({ nonce }) => nonce)}::bytea[], ${sealed.map(({ keyVersion }) => keyVersion)}::int[])
        as given (id, ciphertext, nonce, key_version)
      where stock_key.id = given.id returning stock_key.id`);
    return rows.length;
  }

  override async finish({ id, toVersion }: Rotation, at: Date): Promise<boolean> {
    const finished = await this.rows(sql`update key_rotation set finished_at = ${at}
      where id = ${id} and finished_at is null and not exists (select 1 from stock_key where key_version < ${toVersion}) returning id`);
    return finished.length > 0;
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}

function rotationOf(row: StoredRotation): Rotation {
  return { ...row, startedAt: new Date(row.startedAt), finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt) };
}
