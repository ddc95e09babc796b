import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { KeyStock, type NewKey } from './ports.ts';

/** Takes keys into stock, in one transaction per call. */
@Injectable()
export class AddKeys {
  constructor(
    private readonly stock: KeyStock,
    private readonly transaction: Transaction,
  ) {}

  /** Answers the indexes of keys that the shop has had before: they are left out, the rest goes in. */
  run(keys: readonly NewKey[], actor: string): Promise<ReadonlySet<number>> {
    return this.transaction.run(() => this.stock.add(keys, actor));
  }
}
