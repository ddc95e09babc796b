import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Transaction } from '../../shared/ports.ts';

@Injectable()
export class OrmTransaction extends Transaction {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override run<T>(work: () => Promise<T>): Promise<T> {
    if (this.em.isInTransaction()) return work();
    // A clean fork: entities read before the transaction are not reused inside it.
    return this.em.fork().transactional(() => work());
  }
}
