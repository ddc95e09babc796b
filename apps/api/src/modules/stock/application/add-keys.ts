import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { type Intake, KeyStock, type NewKey, type Repeat } from './ports.ts';

/** Takes keys into stock, in one transaction per call. */
@Injectable()
export class AddKeys {
  constructor(
    private readonly stock: KeyStock,
    private readonly transaction: Transaction,
  ) {}

  /** Answers the indexes of keys that the shop has had before, and of similar ones where those are refused: they are left out, the rest goes in. */
  run(keys: readonly NewKey[], actor: string, intake: Omit<Intake, 'actor'> = {}): Promise<ReadonlyMap<number, Repeat>> {
    return this.transaction.run(() => this.stock.add(keys, { ...intake, actor }));
  }
}
