import { createHash, timingSafeEqual } from 'node:crypto';
import { EntitySchema, LockMode, raw, UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../../platform/config/config.ts';
import { isSecret } from '../../../../platform/encryption/is-secret.ts';
import { OpsKeys } from '../../application/ports.ts';
import { OpsKey, type OpsKeyDraft, OpsKeyNameTaken } from '../../domain/ops-key.ts';

/** `keyturn_ops_`, a prefix for secret scanners, the id of its row, and 256 random bits. */
const FORM = /^keyturn_ops_([0-9a-z]{26})_([\w-]{43})$/;

export const opsKeyMapping = new EntitySchema<OpsKey>({
  class: OpsKey,
  tableName: 'ops_key',
  properties: {
    id: { type: 'string', primary: true },
    name: { type: 'string' },
    role: { type: 'string' },
    secretHash: { type: 'blob' },
    createdAt: { type: 'datetime' },
    createdBy: { type: 'string' },
    expiresAt: { type: 'datetime' },
    networks: { type: 'json' },
    hasFactor: { type: 'boolean' },
    revokedAt: { type: 'datetime', nullable: true },
    lastUsedAt: { type: 'datetime', nullable: true },
  },
});

/**
 * The secret part of a key is stored as SHA-256. Slow hashes are for secrets chosen by people: 256 random bits cannot be guessed, and every
 * ops call computes the hash. The row is found by the id, which is no secret, and hashes are compared in constant time, so that timing
 * reveals nothing.
 */
@Injectable()
export class MikroOrmOpsKeys extends OpsKeys {
  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {
    super();
  }

  override async add(draft: OpsKeyDraft, token: string): Promise<{ key: OpsKey; text: string }> {
    const key = new OpsKey({ ...draft, secretHash: hashed(token) });
    try {
      await this.save(key);
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new OpsKeyNameTaken(key.name);
      throw error;
    }
    return { key, text: `keyturn_ops_${key.id}_${token}` };
  }

  override async save(key: OpsKey): Promise<void> {
    await this.em.persist(key).flush();
  }

  override async prove(text: string): Promise<OpsKey | null> {
    if (this.isDevelopmentKey(text)) return developmentKey;
    const [, id, token] = FORM.exec(text) ?? [];
    if (id === undefined || token === undefined) return null;
    const key = await this.em.fork().findOne(OpsKey, { id });
    return key !== null && timingSafeEqual(key.secretHash, hashed(token)) ? key : null;
  }

  override async noteUse(id: string, at: Date): Promise<void> {
    await this.em.nativeUpdate(OpsKey, { id }, { lastUsedAt: at });
  }

  override async forUpdate(idOrName: string): Promise<OpsKey | null> {
    const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const isNamed = { [raw('lower(name)')]: raw('lower(?)', [idOrName]), revokedAt: null };
    return (await this.em.findOne(OpsKey, { id: idOrName }, locked)) ?? (await this.em.findOne(OpsKey, isNamed, locked));
  }

  override async lockedOwners(at: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from ops_key
      where role = 'owner' and revoked_at is null and expires_at > ${at} order by id for update`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }

  override all(): Promise<OpsKey[]> {
    return this.em.fork().findAll(OpsKey, { orderBy: { id: 'desc' } });
  }

  /** Not stored in a table, so that a database copied to production contains no such key; production refuses the variable. */
  private isDevelopmentKey(text: string): boolean {
    const { developmentOpsKey, isProduction } = this.config;
    return !isProduction && developmentOpsKey !== null && isSecret(text, developmentOpsKey);
  }
}

const developmentKey = Object.assign(
  new OpsKey({
    id: 'development',
    name: 'development',
    role: 'owner',
    secretHash: new Uint8Array(),
    createdBy: 'OPS_DEVELOPMENT_KEY',
    expiresAt: new Date(8.64e15),
    networks: [],
    hasFactor: false,
    createdAt: new Date(0),
  }),
  { lastUsedAt: new Date(8.64e15) } satisfies Partial<OpsKey>,
);

function hashed(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
