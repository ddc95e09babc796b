import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock, Transaction } from '../../shared/ports.ts';

/** Longer than any queue stores a job's id, so that no id is used twice. */
const KEEP_MS = 14 * 86_400_000;

@Injectable()
export class PurgeOutbox {
  constructor(
    private readonly em: EntityManager,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEEP_MS);
    await this.transaction.run(async () => void (await sql`delete from outbox where relayed_at < ${before}`.execute(this.em.getKysely())));
  }
}
