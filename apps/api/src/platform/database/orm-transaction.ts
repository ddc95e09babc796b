import { AsyncLocalStorage } from 'node:async_hooks';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Batches, BatchWork } from '../../shared/batches.ts';
import { Transaction } from '../../shared/ports.ts';
import { InProcessBatches } from './in-process-batches.ts';

@Injectable()
export class OrmTransaction extends Transaction {
  /** What the open transaction calls after its commit. */
  private readonly deferred = new AsyncLocalStorage<(() => void)[]>();

  constructor(private readonly em: EntityManager) {
    super();
  }

  override run<T>(work: () => Promise<T>): Promise<T> {
    if (this.em.isInTransaction()) return work();
    const deferred: (() => void)[] = [];
    return this.deferred.run(deferred, async () => {
      // A clean fork: entities read before the transaction are not reused inside it.
      const result = await this.em.fork().transactional(() => work());
      for (const call of deferred) call();
      return result;
    });
  }

  override batches<Item, Result>({ together, alone }: BatchWork<Item, Result>): Batches<Item, Result> {
    return new InProcessBatches({ together: (batch) => this.run(() => together(batch)), alone });
  }

  override afterCommit(work: () => void): void {
    const deferred = this.em.isInTransaction() ? this.deferred.getStore() : undefined;
    if (deferred) deferred.push(work);
    else work();
  }
}
