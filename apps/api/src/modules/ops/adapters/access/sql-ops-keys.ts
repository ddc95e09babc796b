import { createHash, timingSafeEqual } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Config } from '../../../../platform/config/config.ts';
import { OpsKeys } from '../../application/ports.ts';
import type { OpsKey } from '../../domain/ops-key.ts';
import type { OpsRole } from '../../domain/roles.ts';

/** `keyturn_ops_`, by which scanners of leaked secrets know it, the id by which its row is found, and 256 random bits. */
const FORM = /^keyturn_ops_([0-9a-z]{26})_([\w-]{43})$/;

interface Row {
  id: string;
  name: string;
  role: OpsRole;
  secret_hash: Buffer;
  created_at: string;
  created_by: string;
  expires_at: string;
  networks: string[];
  revoked_at: string | null;
  last_used_at: string | null;
}

/**
 * Of a key the shop keeps SHA-256 of its secret part. A slow hash is for secrets that people think of: 256 random bits cannot be
 * guessed however fast a guess is, and every call of ops pays for the comparison. The row is found by the id, which is no secret,
 * and the hashes are compared in constant time, so that the time of an answer tells nothing of the rest.
 */
@Injectable()
export class SqlOpsKeys extends OpsKeys {
  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {
    super();
  }

  override async add(key: OpsKey, token: string): Promise<string | null> {
    const { rows } = await sql`insert into ops_key (id, name, role, secret_hash, created_at, created_by, expires_at, networks)
      values (${key.id}, ${key.name}, ${key.role}, ${hashed(token)}, ${key.createdAt}, ${key.createdBy}, ${key.expiresAt}, ${listed(key.networks)})
      on conflict (lower(name)) where revoked_at is null do nothing returning 1`.execute(this.db());
    return rows.length === 1 ? `keyturn_ops_${key.id}_${token}` : null;
  }

  override async prove(text: string): Promise<OpsKey | null> {
    if (this.isDevelopmentKey(text)) return developmentKey;
    const [, id, token] = FORM.exec(text) ?? [];
    if (id === undefined || token === undefined) return null;
    const { rows } = await sql<Row>`select * from ops_key where id = ${id}`.execute(this.db());
    const [row] = rows;
    return row !== undefined && timingSafeEqual(row.secret_hash, hashed(token)) ? keyOf(row) : null;
  }

  override async noteUse(id: string, at: Date): Promise<void> {
    await sql`update ops_key set last_used_at = ${at} where id = ${id}`.execute(this.db());
  }

  override async find(idOrName: string): Promise<OpsKey | null> {
    const { rows } = await sql<Row>`select * from ops_key
      where id = ${idOrName} or (lower(name) = lower(${idOrName}) and revoked_at is null) order by id = ${idOrName} desc limit 1`.execute(
      this.db(),
    );
    return rows[0] ? keyOf(rows[0]) : null;
  }

  override async limit(id: string, { role, expiresAt, networks }: Pick<OpsKey, 'role' | 'expiresAt' | 'networks'>): Promise<void> {
    await sql`update ops_key set role = ${role}, expires_at = ${expiresAt}, networks = ${listed(networks)}
      where id = ${id} and revoked_at is null`.execute(this.db());
  }

  override async lockedOwners(at: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from ops_key
      where role = 'owner' and revoked_at is null and expires_at > ${at} order by id for update`.execute(this.db());
    return rows.map(({ id }) => id);
  }

  override async revoke(id: string, at: Date): Promise<boolean> {
    const { rows } = await sql`update ops_key set revoked_at = ${at} where id = ${id} and revoked_at is null returning 1`.execute(
      this.db(),
    );
    return rows.length === 1;
  }

  override async all(): Promise<OpsKey[]> {
    const { rows } = await sql<Row>`select * from ops_key order by id desc`.execute(this.db());
    return rows.map(keyOf);
  }

  /** Stands in no table, so that a database that moves to production takes no key along; production refuses the variable. */
  private isDevelopmentKey(text: string): boolean {
    const { developmentOpsKey, isProduction } = this.config;
    return !isProduction && developmentOpsKey !== null && timingSafeEqual(hashed(text), hashed(developmentOpsKey));
  }

  private db() {
    return this.em.getKysely();
  }
}

const developmentKey: OpsKey = {
  id: 'development',
  name: 'development',
  role: 'owner',
  createdAt: new Date(0),
  createdBy: 'OPS_DEVELOPMENT_KEY',
  expiresAt: new Date(8.64e15),
  networks: [],
  revokedAt: null,
  lastUsedAt: new Date(8.64e15),
};

function hashed(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function listed(networks: readonly string[]): RawBuilder<unknown> {
  return sql`${JSON.stringify(networks)}::jsonb`;
}

function keyOf(row: Row): OpsKey {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    expiresAt: new Date(row.expires_at),
    networks: row.networks,
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  };
}
