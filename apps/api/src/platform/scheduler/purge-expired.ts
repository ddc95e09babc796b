import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../shared/ports.ts';
import { Retention } from './retention.ts';

const DAY_MS = 86_400_000;

@Injectable()
export class PurgeExpired {
  constructor(
    private readonly retention: Retention,
    private readonly em: EntityManager,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Deletes or clears expired personal data, each kind in a transaction of its own. */
  async run(): Promise<void> {
    const now = this.clock.now().getTime();
    for (const { afterDays, statement } of this.retention.all())
      await this.transaction.run(async () => void (await this.em.execute(statement, [new Date(now - afterDays * DAY_MS)])));
  }
}
