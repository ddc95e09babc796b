import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { type Intake, KeyStock, type NewKey, type Repeat } from './ports.ts';

/** Adds keys to stock, in one transaction per call. */
@Injectable()
export class AddKeys {
  constructor(
    private readonly stock: KeyStock,
    private readonly transaction: Transaction,
  ) {}

  /** Returns the indexes of known keys, and of similar ones if those are refused: they are skipped, the others are added. */
  run(keys: readonly NewKey[], actor: string, intake: Omit<Intake, 'actor'> = {}): Promise<ReadonlyMap<number, Repeat>> {
    return this.transaction.run(() => this.stock.add(keys, { ...intake, actor }));
  }
}
