import { createHash } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { Throttle } from '../application/ports.ts';

const SWEEP_EVERY = 200;

/**
 * Fixed windows in PostgreSQL: shared by all replicas, and a restart forgives nothing.
 * Buckets are stored hashed, because they hold addresses.
 */
@Injectable()
export class SqlThrottle extends Throttle {
  private hits = 0;

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async hit(bucket: string, most: number, windowMs: number): Promise<number | null> {
    const now = this.clock.now();
    const db = this.em.getKysely();
    const endsAt = new Date(now.getTime() + windowMs);
    const { rows } = await sql<{ hits: number; waits: number }>`insert into rate_limit as known (bucket, hits, ends_at)
      values (${createHash('sha256').update(bucket).digest('base64url')}, 1, ${endsAt})
      on conflict (bucket) do update set
        hits = case when known.ends_at <= ${now} then 1 else known.hits + 1 end,
        ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
      returning hits, ceil(extract(epoch from ends_at - ${now}::timestamptz))::integer as waits`.execute(db);
    if ((this.hits += 1) % SWEEP_EVERY === 0) await sql`delete from rate_limit where ends_at <= ${now}`.execute(db);
    const [row] = rows;
    return row === undefined || row.hits <= most ? null : Math.max(1, row.waits);
  }
}
