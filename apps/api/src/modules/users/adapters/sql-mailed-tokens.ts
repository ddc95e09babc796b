import { createHash, createHmac } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../platform/config/config.ts';
import { derivedSecret } from '../../../platform/config/derived-secret.ts';
import { Clock } from '../../../shared/ports.ts';
import { type MailedToken, type MailedTokenKind, MailedTokens } from '../application/ports.ts';

interface Row {
  id: string;
  kind: MailedTokenKind;
  user_id: string | null;
  email: string | null;
  expires_at: Date;
  used_at: Date | null;
}

/** The plain token is the row's id under a secret, so that a worker can write it into a mail; the row holds its hash. */
@Injectable()
export class SqlMailedTokens extends MailedTokens {
  private readonly secret: string;

  constructor(
    config: Config,
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
    this.secret = derivedSecret(config, 'mailed token');
  }

  override async add({ id, kind, userId, email, expiresAt }: Omit<MailedToken, 'usedAt'>): Promise<void> {
    await sql`insert into account_token (id, kind, user_id, email, token_hash, created_at, expires_at)
      values (${id}, ${kind}, ${userId}, ${email}, ${hashed(this.plain(id))}, ${this.clock.now()}, ${expiresAt})`.execute(
      this.em.getKysely(),
    );
  }

  override ofId(id: string): Promise<MailedToken | null> {
    return this.one(sql`id = ${id}`);
  }

  override opened(kind: MailedTokenKind, token: string): Promise<MailedToken | null> {
    return this.one(sql`token_hash = ${hashed(token)} and kind = ${kind}`);
  }

  override async use(id: string): Promise<boolean> {
    const { rows } =
      await sql`update account_token set used_at = ${this.clock.now()} where id = ${id} and used_at is null returning 1`.execute(
        this.em.getKysely(),
      );
    return rows.length === 1;
  }

  override async openOnce(kind: MailedTokenKind, token: string): Promise<MailedToken | null> {
    const now = this.clock.now();
    const link = await this.opened(kind, token);
    if (link === null || link.expiresAt <= now || !(await this.use(link.id))) return null;
    return { ...link, usedAt: now };
  }

  override async give(id: string, userId: string): Promise<void> {
    await sql`update account_token set user_id = ${userId} where id = ${id}`.execute(this.em.getKysely());
  }

  override async endAll(email: string, kind: MailedTokenKind): Promise<void> {
    await sql`update account_token set used_at = ${this.clock.now()}
      where email = ${email} and kind = ${kind} and used_at is null`.execute(this.em.getKysely());
  }

  override plain(id: string): string {
    return createHmac('sha256', this.secret).update(id).digest('base64url');
  }

  private async one(where: ReturnType<typeof sql>): Promise<MailedToken | null> {
    const { rows } = await sql<Row>`select id, kind, user_id, email, expires_at, used_at from account_token where ${where}`.execute(
      this.em.getKysely(),
    );
    const [row] = rows;
    if (!row) return null;
    const { id, kind, email } = row;
    return { id, kind, email, userId: row.user_id, expiresAt: new Date(row.expires_at), usedAt: row.used_at && new Date(row.used_at) };
  }
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
