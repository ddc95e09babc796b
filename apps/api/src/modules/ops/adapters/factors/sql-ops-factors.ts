import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../../platform/config/config.ts';
import { Sealer } from '../../../../platform/encryption/sealer.ts';
import { type Opening, type OpsFactor, OpsFactors } from '../../application/second-factor.ts';

interface Row {
  readonly key_id: string;
  readonly ciphertext: Buffer;
  readonly nonce: Buffer;
  readonly key_version: number;
  /** Instants come as text. */
  readonly open_until: string | null;
  readonly open_network: string | null;
}

const contextOf = (keyId: string) => `ops_factor ${keyId}`;

@Injectable()
export class SqlOpsFactors extends OpsFactors {
  private readonly sealer: Sealer;

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {
    super();
    this.sealer = new Sealer(config);
  }

  override async add(keyId: string, secret: string): Promise<void> {
    const { ciphertext, nonce, keyVersion } = this.sealer.seal(secret, contextOf(keyId));
    await sql`insert into ops_factor (key_id, ciphertext, nonce, key_version)
      values (${keyId}, ${ciphertext}, ${nonce}, ${keyVersion})`.execute(this.em.getKysely());
  }

  override async find(keyId: string): Promise<OpsFactor | null> {
    const { rows } = await sql<Row>`select * from ops_factor where key_id = ${keyId}`.execute(this.em.getKysely());
    const [row] = rows;
    return row ? { secret: this.secretOf(row), opening: openingOf(row) } : null;
  }

  override async open(keyId: string, step: number, { until, network }: Opening): Promise<boolean> {
    const { rows } = await sql`update ops_factor set last_step = ${step}, open_until = ${until}, open_network = ${network}
      where key_id = ${keyId} and last_step < ${step} returning key_id`.execute(this.em.getKysely());
    return rows.length > 0;
  }

  override async encryptAnew(most: number): Promise<number> {
    const { rows } = await sql<Row>`select * from ops_factor where key_version < ${this.config.keyEncryptionVersion}
      order by key_id limit ${most}`.execute(this.em.getKysely());
    for (const row of rows) {
      const { ciphertext, nonce, keyVersion } = this.sealer.seal(this.secretOf(row), contextOf(row.key_id));
      await sql`update ops_factor set ciphertext = ${ciphertext}, nonce = ${nonce}, key_version = ${keyVersion}
        where key_id = ${row.key_id}`.execute(this.em.getKysely());
    }
    return rows.length;
  }

  private secretOf({ key_id, ciphertext, nonce, key_version }: Row): string {
    return this.sealer.open({ ciphertext, nonce, keyVersion: key_version }, contextOf(key_id));
  }
}

/** Null also for what an earlier version opened, without a network. */
function openingOf({ open_until: until, open_network: network }: Row): Opening | null {
  return until === null || network === null ? null : { until: new Date(until), network };
}
