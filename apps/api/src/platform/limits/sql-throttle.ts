import { createHash } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock, Throttle } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';
import { HitsTogether } from './hits-together.ts';

const SWEEP_EVERY = 200;

/**
 * Fixed windows in PostgreSQL: shared by all replicas, and not reset by a restart. Bucket names are stored hashed, because they contain
 * addresses. `RATE_LIMIT_SCALE` multiplies every limit.
 */
@Injectable()
export class SqlThrottle extends Throttle {
  private count = 0;
  private readonly together = new HitsTogether((bucket, more, windowMs) => this.write(bucket, more, windowMs));

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    super();
  }

  override async hit(bucket: string, most: number, windowMs: number, of: 'account' | 'network' = 'network'): Promise<number | null> {
    const { hits, endsInSeconds } = await this.add(bucket, 1, windowMs);
    return hits <= (of === 'network' ? this.scaled(most) : most) ? null : Math.max(1, endsInSeconds);
  }

  /** In a transaction its own connection writes: the hit is to be undone with it. */
  override add(bucket: string, more: number, windowMs: number): Promise<{ hits: number; endsInSeconds: number }> {
    return this.em.isInTransaction() ? this.write(bucket, more, windowMs) : this.together.add(bucket, more, windowMs);
  }

  private async write(bucket: string, more: number, windowMs: number): Promise<{ hits: number; endsInSeconds: number }> {
    const now = this.clock.now();
    const db = this.em.getKysely();
    const endsAt = new Date(now.getTime() + windowMs);
    const { rows } = await sql<{ hits: number; waits: number }>`insert into rate_limit as known (bucket, hits, ends_at)
      values (${hashed(bucket)}, ${more}, ${endsAt})
      on conflict (bucket) do update set
        hits = case when known.ends_at <= ${now} then excluded.hits else known.hits + excluded.hits end,
        ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
      returning hits, ceil(extract(epoch from ends_at - ${now}::timestamptz))::integer as waits`.execute(db);
    if ((this.count += 1) % SWEEP_EVERY === 0) await sql`delete from rate_limit where ends_at <= ${now}`.execute(db);
    return { hits: rows[0]?.hits ?? 0, endsInSeconds: rows[0]?.waits ?? 0 };
  }

  override async counted(bucket: string): Promise<{ hits: number; endsInSeconds: number }> {
    const now = this.clock.now();
    const { rows } = await sql<{ hits: number; waits: number }>`select hits,
      ceil(extract(epoch from ends_at - ${now}::timestamptz))::integer as waits
      from rate_limit where bucket = ${hashed(bucket)} and ends_at > ${now}`.execute(this.em.getKysely());
    return { hits: rows[0]?.hits ?? 0, endsInSeconds: rows[0]?.waits ?? 0 };
  }

  override async giveBack(bucket: string): Promise<void> {
    await sql`update rate_limit set hits = hits - 1 where bucket = ${hashed(bucket)} and hits > 0`.execute(this.em.getKysely());
  }

  override async forget(bucket: string): Promise<void> {
    await sql`delete from rate_limit where bucket = ${hashed(bucket)}`.execute(this.em.getKysely());
  }

  private scaled(most: number): number {
    return Math.max(1, Math.floor(most * this.config.rateLimitScale));
  }
}

function hashed(bucket: string): string {
  return createHash('sha256').update(bucket).digest('base64url');
}
