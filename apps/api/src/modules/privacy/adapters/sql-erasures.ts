import { createHmac } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../platform/config/config.ts';
import { derivedSecret, secretFrom } from '../../../platform/config/derived-secret.ts';
import { type Erasure, Erasures } from '../application/ports.ts';

@Injectable()
export class SqlErasures extends Erasures {
  private readonly secret: string;
  /** Of versions that made it from a secret that is rotated: lists have its hashes for `KEEP_ERASURES_DAYS`. */
  private readonly formerSecret: string;

  constructor(
    config: Config,
    private readonly em: EntityManager,
  ) {
    super();
    this.secret = secretFrom(config.keyFingerprintSecret, 'erasures');
    this.formerSecret = derivedSecret(config, 'erasures');
  }

  override async add({ pseudonym, accountId, addressHashes, askedBy, at }: Erasure): Promise<void> {
    await sql`insert into erasure (pseudonym, account_id, address_hashes, asked_by, at)
      values (${pseudonym}, ${accountId}, ${[...addressHashes]}::text[], ${askedBy}, ${at}) on conflict do nothing`.execute(
      this.em.getKysely(),
    );
  }

  override async since(at: Date): Promise<Erasure[]> {
    const { rows } = await sql<Erasure>`select pseudonym, account_id as "accountId", address_hashes as "addressHashes",
      asked_by as "askedBy", at from erasure where at >= ${at} order by at, pseudonym`.execute(this.em.getKysely());
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  }

  override hashOf(email: string): string {
    return hashed(email, this.secret);
  }

  override hashesOf(email: string): string[] {
    return [this.hashOf(email), hashed(email, this.formerSecret)];
  }
}

function hashed(email: string, secret: string): string {
  return createHmac('sha256', secret).update(email).digest('base64url');
}
