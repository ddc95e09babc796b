import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { KeyStock } from './ports.ts';

/** Releases expired reservations. Runs periodically. */
@Injectable()
export class ReleaseLapsed {
  constructor(
    private readonly stock: KeyStock,
    private readonly transaction: Transaction,
  ) {}

  run(): Promise<number> {
    return this.transaction.run(() => this.stock.releaseLapsed());
  }
}
