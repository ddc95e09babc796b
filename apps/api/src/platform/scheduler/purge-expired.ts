import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
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

  /** Deletes or clears what has expired. What fails keeps no other from it. @throws AggregateError */
  async run(): Promise<void> {
    const now = this.clock.now().getTime();
    const failures: unknown[] = [];
    for (const { afterDays, statement } of this.retention.all())
      try {
        while ((await this.purge(statement, new Date(now - afterDays * DAY_MS))) >= PURGE_BATCH);
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw new AggregateError(failures, `Statements of the retention that failed: ${failures.length}`);
  }

  /** How many rows that were. */
  private async purge(statement: string, before: Date): Promise<number> {
    const { affectedRows } = await this.transaction.run(() => this.em.execute<{ affectedRows: number }>(statement, [before], 'run'));
    return affectedRows;
  }
}
