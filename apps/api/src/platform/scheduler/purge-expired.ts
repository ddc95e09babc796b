import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Failures } from '../../shared/failures.ts';
import { Clock, Transaction } from '../../shared/ports.ts';
import { PURGE_BATCH, Retention } from './retention.ts';

const DAY_MS = 86_400_000;

@Injectable()
export class PurgeExpired {
  constructor(
    private readonly retention: Retention,
    private readonly em: EntityManager,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Deletes or clears what has expired. @throws the first failure, when all others are done */
  async run(): Promise<void> {
    const now = this.clock.now().getTime();
    const failures = new Failures();
    for (const { afterDays, statement } of this.retention.all())
      await failures.attempt(async () => {
        while ((await this.purge(statement, new Date(now - afterDays * DAY_MS))) >= PURGE_BATCH);
      });
    failures.raise();
  }

  /** How many rows that were. */
  private async purge(statement: string, before: Date): Promise<number> {
    const { affectedRows } = await this.transaction.run(() => this.em.execute<{ affectedRows: number }>(statement, [before], 'run'));
    return affectedRows;
  }
}
