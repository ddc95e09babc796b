import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';

const BATCH = 500;

/** Keys without the hash of their normalised form: those that came in before there was one, or by a version that makes none. */
export abstract class NormalisedHashes {
  /**
   * Fills in the hashes of at most `most` keys with ids behind `after`, in the order of ids, in the current transaction; others that do the same at
   * that time take other keys. `last` is null where none was left. Keys that do not open are passed over, told and counted.
   */
  abstract fill(after: string, most: number): Promise<{ readonly last: string | null; readonly unreadable: number }>;
}

/**
 * Fills in the hashes by which probable duplicates, and the orders of a key in any spelling, are found. Batch by batch, each in a transaction of its
 * own: a process that dies loses one batch, and the next look goes on with what is left. Runs again and again; mostly nothing is left.
 */
@Injectable()
export class FillNormalisedHashes {
  private isStopping = false;

  constructor(
    private readonly hashes: NormalisedHashes,
    private readonly transaction: Transaction,
  ) {}

  async run(): Promise<void> {
    for (let after: string | null = ''; after !== null && !this.isStopping;) {
      const from: string = after;
      after = (await this.transaction.run(() => this.hashes.fill(from, BATCH))).last;
    }
  }

  /** Leaves the work between two batches; it goes on in the next worker. */
  stop(): void {
    this.isStopping = true;
  }
}
