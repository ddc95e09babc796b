import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';

const BATCH = 500;

/** Keys without the hash of their normalised form: added by older versions. */
export abstract class NormalisedHashes {
  /**
   * Fills in the hashes of at most `most` keys with ids behind `after`, in the order of ids, in the current transaction; concurrent calls
   * take other keys. `last` is null if none was left. Keys that cannot be decrypted are skipped, logged and counted.
   */
  abstract fill(after: string, most: number): Promise<{ readonly last: string | null; readonly unreadable: number }>;
}

/**
 * Fills in the hashes by which probable duplicates, and the orders of a key in any spelling, are found. In batches, each in its own
 * transaction: a process that dies loses one batch, and the next run continues. Runs periodically.
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

  /** Stops between two batches; the next worker continues. */
  stop(): void {
    this.isStopping = true;
  }
}
