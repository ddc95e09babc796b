import { createHmac } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../platform/config/config.ts';
import { secretFrom } from '../../../platform/config/derived-secret.ts';
import { ClosedAddresses } from '../application/ports.ts';

@Injectable()
export class SqlClosedAddresses extends ClosedAddresses {
  private readonly secret: string;

  constructor(
    config: Config,
    private readonly em: EntityManager,
  ) {
    super();
    this.secret = secretFrom(config.keyFingerprintSecret, 'closed addresses');
  }

  override async note(userId: string, email: string): Promise<void> {
    await sql`insert into closed_address (user_id, address_hash) values (${userId}, ${this.hashOf(email)}) on conflict do nothing`.execute(
      this.em.getKysely(),
    );
  }

  override async accountsOf(emails: readonly string[]): Promise<string[]> {
    const hashes = emails.map((email) => this.hashOf(email));
    const { rows } = await sql<{ id: string }>`select user_id as id from closed_address
      where address_hash = any(${hashes}::text[]) order by user_id`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }

  private hashOf(email: string): string {
    return createHmac('sha256', this.secret).update(email).digest('base64url');
  }
}
